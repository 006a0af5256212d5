// The game on the table. Before the first move it is a draft that only this page knows, so that looking in does not
// fill the library; from the first move on the server's game is the truth, and older revisions are dropped.
import { ApiError, plainly, type Api, type Explain } from '../api/client';
import type { Live } from '../api/live';
import type { Color, Game, GameRequest, Position, Side, SideRequest, Thought } from '../api/types';
import { eventsBetween, type GameEvent } from './plies';
import type { Values } from './values.svelte';

export class Play {
  game = $state.raw<Game | null>(null);
  /** The ply looked at; null follows the game. */
  cursor = $state<number | null>(null);
  thought = $state.raw<Thought | null>(null);
  busy = $state(false);
  error = $state<string | null>(null);
  /** When the clocks of `game` were right, for counting down. */
  received = $state(0);
  request: GameRequest | null = null;
  onEvents: (events: GameEvent[], game: Game) => void = () => {};

  private unwatch: (() => void) | null = null;
  private opening = 0;

  readonly ply = $derived(this.cursor ?? this.game?.plies.length ?? 0);
  readonly position: Position | null = $derived(this.game?.positions[this.ply] ?? null);
  readonly atEnd = $derived(this.cursor === null);
  readonly draft = $derived(this.game?.id === 0);
  readonly humanToMove = $derived.by(() => {
    const mover = this.game?.positions.at(-1)?.mover;
    return !!mover && this.game!.state === 'playing' && this.game![mover].kind === 'human';
  });
  /** The one person's colour; null when there are two or none. */
  readonly humanColor: Color | null = $derived.by(() => {
    const game = this.game;
    if (!game || game.black.kind === game.white.kind) return null;
    return game.black.kind === 'human' ? 'black' : 'white';
  });

  constructor(
    private readonly api: Api,
    private readonly live: Live,
    private readonly values: Values,
    private readonly now: () => number = () => performance.now(),
    private readonly explain: Explain = plainly,
  ) {
    live.onMessage((message) => {
      if (message.type === 'game' && message.game.id === this.game?.id) this.accept(message.game);
      if (message.type === 'thinking' && message.game === this.game?.id)
        this.think(message.revision, message.thought);
    });
  }

  /** A new game: at once on the server when a machine begins or an opening is to be dealt, else a draft. */
  async start(request: GameRequest): Promise<void> {
    const ticket = this.leave();
    this.request = request;
    await this.guard(async () => {
      const { positions } = await this.api.positions({ rules: request.rules, moves: [] });
      const first = positions[0]!;
      const mover = first.mover ?? 'black';
      const game =
        request[mover].kind === 'human' && request.opening === 'free'
          ? draftGame(request, first)
          : await this.api.createGame(request);
      if (ticket === this.opening) this.adopt(game);
    });
  }

  /** False when there is no such game. */
  async open(id: number): Promise<boolean> {
    if (this.game?.id === id) return true;
    const ticket = this.leave();
    let found = true;
    await this.guard(async () => {
      try {
        const game = await this.api.game(id);
        if (ticket !== this.opening) return;
        this.request = requestOf(game);
        this.adopt(game);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        found = false;
      }
    });
    return found;
  }

  async move(square: string): Promise<void> {
    if (!this.game || !this.humanToMove || this.busy) return;
    this.cursor = null;
    await this.guard(async () => {
      if (this.draft && this.request) {
        const created = await this.api.createGame(this.request);
        const ply = created.positions.at(-1);
        this.adopt(created);
        // A dealt opening may have changed what is legal.
        if (!ply?.legal.some((legal) => legal.move === square)) return;
      }
      const { id, revision } = this.game!;
      this.accept(await this.api.move(id, revision, square));
    });
  }

  undo = () => this.act((game) => this.api.undo(game.id, game.revision));
  resign = (color: Color) => this.act((game) => this.api.resign(game.id, color));
  pause = () => this.act((game) => this.api.pause(game.id));
  resume = () => this.act((game) => this.api.resume(game.id));
  moveNow = () => this.act((game) => this.api.moveNow(game.id));

  /** The same players with colours changed. */
  async rematch(): Promise<void> {
    if (!this.request) return;
    const { black, white, moves: _moves, board: _board, mover: _mover, ...rest } = this.request;
    const twoKinds = black.kind !== white.kind;
    await this.start({ ...rest, black: twoKinds ? white : black, white: twoKinds ? black : white });
  }

  goTo(ply: number): void {
    if (!this.game) return;
    const end = this.game.plies.length;
    const wanted = Math.max(0, Math.min(end, ply));
    this.cursor = wanted === end ? null : wanted;
  }

  accept(game: Game): void {
    const before = this.game;
    if (before && before.id === game.id && game.revision < before.revision) return;
    if (before && before.id === game.id && game.revision === before.revision && before.id !== 0) {
      this.game = game;
      this.received = this.now();
      return;
    }
    this.game = game;
    this.received = this.now();
    this.thought = null;
    if (this.cursor !== null && this.cursor >= game.plies.length) this.cursor = null;
    this.onEvents(eventsBetween(before, game), game);
  }

  private think(revision: number, thought: Thought): void {
    const game = this.game;
    if (!game || revision !== game.revision) return;
    this.thought = thought;
    const position = game.positions.at(-1);
    // Other players judge by other measures; only the engine's scores may stand for a position.
    if (position?.mover && game[position.mover].spec?.startsWith('engine'))
      this.values.putThought(position, thought);
  }

  private async act(action: (game: Game) => Promise<Game>): Promise<void> {
    if (!this.game || this.draft || this.busy) return;
    this.cursor = null;
    await this.guard(async () => {
      try {
        this.accept(await action(this.game!));
      } catch (error) {
        // The opponent moved meanwhile: once more, with the game as it is now.
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
        this.accept(await this.api.game(this.game!.id));
        this.accept(await action(this.game!));
      }
    });
  }

  private async guard(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.error = null;
    try {
      await work();
    } catch (error) {
      this.error = this.explain(error);
      if (error instanceof ApiError && error.status === 409 && this.game && !this.draft)
        this.accept(await this.api.game(this.game.id).catch(() => this.game!));
    } finally {
      this.busy = false;
    }
  }

  private leave(): number {
    this.unwatch?.();
    this.unwatch = null;
    this.cursor = null;
    this.thought = null;
    this.opening += 1;
    return this.opening;
  }

  private adopt(game: Game): void {
    this.game = game;
    this.received = this.now();
    this.unwatch?.();
    this.unwatch = game.id ? this.live.watchGame(game.id) : null;
  }
}

function draftSide(side: SideRequest): Side {
  return { kind: side.kind, spec: side.kind === 'player' ? side.spec : null, name: side.name ?? '' };
}

function draftGame(request: GameRequest, first: Position): Game {
  const clock = request.clock;
  const initial = clock && ('initial_ms' in clock ? clock.initial_ms : clock.per_move_ms);
  return {
    id: 0,
    revision: 0,
    rules: request.rules,
    size: Math.round(Math.sqrt(first.board.length)),
    state: 'playing',
    black: draftSide(request.black),
    white: draftSide(request.white),
    clock:
      clock && initial
        ? {
            initial_ms: initial,
            increment_ms: 'increment_ms' in clock ? clock.increment_ms : 0,
            black_ms: initial,
            white_ms: initial,
            running: null,
          }
        : null,
    plies: [],
    positions: [first],
    thinking: false,
    result: null,
    opening: null,
    created: '',
    updated: '',
    error: null,
  };
}

/** What to ask for to play like this once more. */
export function requestOf(game: Game): GameRequest {
  const side = ({ kind, spec, name }: Side): SideRequest =>
    kind === 'player' && spec ? { kind: 'player', spec, name } : { kind: 'human', name };
  const clock = game.clock;
  return {
    rules: game.rules,
    black: side(game.black),
    white: side(game.white),
    clock: clock
      ? clock.per_move_ms
        ? { per_move_ms: clock.per_move_ms }
        : { initial_ms: clock.initial_ms ?? 0, increment_ms: clock.increment_ms }
      : null,
    opening: 'free',
  };
}
