// Endgame trainer: the end of a game of one's own, played again against perfect answers. Every number in it is exact:
// a position is solved before anything is asked about it.
import { plainly, type Api, type Explain } from '../api/client';
import type { Live } from '../api/live';
import { other, type Color, type Game, type Position, type Summary } from '../api/types';
import { Analysis } from './analysis.svelte';
import type { Settings } from './settings.svelte';
import type { Values } from './values.svelte';
import { Variations } from './variations.svelte';

export const emptiesChoices = [8, 10, 12, 14, 16] as const;
export type Empties = (typeof emptiesChoices)[number];

/** The engine's level that sees the end from the most empties offered. */
const solvingLevel = 10;
const fewestEmpties = 4;
const gamesListed = 100;

export interface Tried {
  move: string;
  /** Discs it gave away; 0 for a best move. */
  loss: number;
  /** What was to be had, in discs, for the side that moved. */
  best: number;
}

type Known = Record<string, number>;

export class Endgame {
  games = $state.raw<Summary[] | null>(null);
  game = $state.raw<Game | null>(null);
  empties = $state<Empties>(12);
  color = $state<Color>('black');
  state = $state<'idle' | 'solving' | 'asking' | 'over' | 'none' | 'unsolved'>('idle');
  /** Of the line on the board, the trainee's moves only. */
  tried = $state.raw<Tried[]>([]);
  /** Over all tries, those taken back too. */
  lost = $state(0);
  /** The numbers of this position are shown. */
  shown = $state(false);
  helped = $state(false);
  error = $state<string | null>(null);
  /** Fewest discs lost so far, by game and empties. */
  known = $state.raw<Known>({});
  readonly tree: Variations = new Variations((start) => this.api.positions(start));
  readonly solver: Analysis;

  readonly position = $derived(this.tree.node?.position ?? null);
  readonly size = $derived(Math.round(Math.sqrt(this.position?.board.length ?? 64)));
  /** What perfect play gets from the first position, for the trainee. */
  readonly goal = $derived(this.tried[0]?.best ?? null);
  readonly score = $derived.by(() => {
    const position = this.position;
    if (!position?.over) return null;
    const black = this.values.get(position)?.score ?? 0;
    return this.color === 'black' ? black : -black;
  });

  private ticket = 0;

  constructor(
    private readonly api: Api,
    live: Live,
    private readonly values: Values,
    private readonly settings: Settings,
    private readonly explain: Explain = plainly,
    private readonly pause: (ms: number) => Promise<void> = (ms) =>
      new Promise((resolve) => setTimeout(resolve, ms)),
  ) {
    this.solver = new Analysis('endgame', live, values);
    this.solver.onDone = () => {
      this.error = this.solver.error;
      if (this.position && this.solved(this.position)) void this.proceed();
      else this.state = 'unsolved';
    };
    this.known = settings.recall<Known>('endgame') ?? {};
    const empties = settings.recall<number>('endgame.empties');
    this.empties = emptiesChoices.find((choice) => choice === empties) ?? 12;
  }

  /** Fewest discs lost in this game with the chosen empties, or null before the first time. */
  record = (game: number): number | null => this.known[this.keyOf(game)] ?? null;

  /** The games to choose from, and the wanted one, or the first not mastered yet. */
  async load(wanted: number | null): Promise<void> {
    this.error = null;
    try {
      const { games } = await this.api.games({ state: 'over', own: '1', limit: gamesListed });
      this.games = games.filter((game) => game.black.kind === 'human' || game.white.kind === 'human');
      if (wanted !== null) await this.begin(wanted);
      else if (!this.game) await this.next();
    } catch (error) {
      this.error = this.explain(error);
    }
  }

  async begin(id: number): Promise<void> {
    this.ticket += 1;
    const ticket = this.ticket;
    this.solver.stop();
    this.error = null;
    try {
      const game = this.game?.id === id ? this.game : await this.api.game(id);
      if (ticket !== this.ticket) return;
      this.game = game;
      this.tried = [];
      this.lost = 0;
      this.shown = false;
      this.helped = false;
      const first = firstPosition(game, this.empties);
      if (!first) {
        this.state = 'none';
        this.tree.nodes = [];
        return;
      }
      this.color = first.mover!;
      const base = { rules: game.rules, board: first.board, mover: first.mover!, moves: [] };
      this.tree.load(base, [], [first]);
      await this.proceed();
    } catch (error) {
      if (ticket === this.ticket) this.error = this.explain(error);
    }
  }

  again = async (): Promise<void> => {
    if (this.game) await this.begin(this.game.id);
  };

  /** The next game that has such an end: those never tried first, then those not mastered, then any. */
  async next(): Promise<void> {
    const games = this.games ?? [];
    const here = games.findIndex((game) => game.id === this.game?.id);
    const turn = [...games.slice(here + 1), ...games.slice(0, here + 1)];
    const order = [
      ...turn.filter((game) => this.record(game.id) === null),
      ...turn.filter((game) => (this.record(game.id) ?? 0) > 0),
      ...turn.filter((game) => this.record(game.id) === 0),
    ];
    for (const game of order) {
      await this.begin(game.id);
      if (this.state !== 'none' || this.error) return;
    }
  }

  async choose(empties: Empties): Promise<void> {
    this.empties = empties;
    this.settings.remember('endgame.empties', empties);
    await (this.game ? this.begin(this.game.id) : this.next());
  }

  async play(move: string): Promise<void> {
    const position = this.position;
    const legal = position?.legal.find((candidate) => candidate.move === move);
    if (this.state !== 'asking' || !position || !legal) return;
    const best = this.values.moves(position)[0]?.value?.score ?? 0;
    const loss = best - (this.values.getMove(position, legal)?.score ?? best);
    await this.step(move, () => {
      this.tried = [...this.tried, { move, loss, best }];
      this.lost += loss;
      this.shown = false;
    });
  }

  showAnswer(): void {
    this.shown = true;
    this.helped = true;
  }

  /** Back to before the trainee's last move; what it lost stays counted. */
  takeBack(): void {
    if (this.tried.length === 0) return;
    this.ticket += 1;
    this.solver.stop();
    do this.tree.back();
    while (this.position?.mover !== this.color || this.position.must_pass);
    this.tried = this.tried.slice(0, -1);
    this.state = 'asking';
  }

  /** Stops thinking; the board stays for when one comes back. */
  leave(): void {
    this.ticket += 1;
    this.solver.stop();
    if (this.state === 'solving') this.state = 'idle';
  }

  /** Goes on where leave() stopped. */
  resume(): void {
    if (this.state === 'idle' && this.position) void this.proceed();
  }

  private async step(move: string, played: () => void): Promise<void> {
    const ticket = this.ticket;
    this.state = 'solving';
    try {
      const arrived = await this.tree.play(move);
      if (ticket !== this.ticket || arrived === null) return;
      played();
      await this.proceed();
    } catch (error) {
      if (ticket !== this.ticket) return;
      this.error = this.explain(error);
      this.state = 'asking';
    }
  }

  // Whatever comes next at the position on the board: the end, a solution, an answer or a question.
  private async proceed(): Promise<void> {
    const position = this.position;
    if (!position) return;
    if (position.over) return this.finish();
    if (!this.solved(position)) {
      this.state = 'solving';
      this.solver.run(this.game!.rules, position, solvingLevel);
      return;
    }
    this.solver.stop();
    if (position.mover === this.color) {
      this.state = 'asking';
      return;
    }
    this.state = 'solving';
    const ticket = this.ticket;
    // Long enough to see one's own discs turn.
    await this.pause(this.settings.data.animate ? 600 : 0);
    const answer = this.values.moves(position)[0]?.move.move;
    if (ticket === this.ticket && answer) await this.step(answer, () => {});
  }

  private solved(position: Position): boolean {
    return this.values.moves(position).every(({ value }) => value?.exact === true);
  }

  private finish(): void {
    this.state = 'over';
    const game = this.game;
    if (!game || this.helped) return;
    const before = this.record(game.id);
    if (before !== null && before <= this.lost) return;
    this.known = { ...this.known, [this.keyOf(game.id)]: this.lost };
    this.settings.remember('endgame', this.known);
  }

  private keyOf = (game: number): string => `${game}.${this.empties}`;
}

/** Where one side has a choice and at most so many squares are empty: the person's side, where only one is. */
export function firstPosition(game: Game, empties: number): Position | null {
  const side: Color | null =
    game.black.kind === game.white.kind ? null : game.black.kind === 'human' ? 'black' : 'white';
  return (
    game.positions.find(
      (position) =>
        position.empties <= empties &&
        position.empties >= fewestEmpties &&
        position.legal.length > 1 &&
        position.mover !== null &&
        position.mover !== (side === null ? null : other(side)),
    ) ?? null
  );
}
