// A game under review: what the server found in it, the variations tried, and the mistakes to try again.
import { plainly, type Api, type Explain } from '../api/client';
import type { Live } from '../api/live';
import type { Color, Game, Opening, Review as ReviewData, ReviewPly, Start } from '../api/types';
import type { Settings } from './settings.svelte';
import type { Values } from './values.svelte';
import { Variations } from './variations.svelte';

export interface Puzzle {
  ply: number;
  state: 'asking' | 'right' | 'wrong' | 'shown';
  tried: string | null;
  /** Discs the tried move loses against the best. */
  cost: number;
}

export class Review {
  game = $state.raw<Game | null>(null);
  /** What is shown when it is no stored game. */
  shared = $state.raw<Start | null>(null);
  rules = $state('standard-8');
  data = $state.raw<ReviewData | null>(null);
  opening = $state.raw<Opening | null>(null);
  error = $state<string | null>(null);
  loading = $state(false);
  /** Whose mistakes are listed. */
  side = $state<Color | 'both'>('both');
  puzzle = $state.raw<Puzzle | null>(null);
  readonly tree: Variations = new Variations((start) => this.api.positions(start));

  readonly ready = $derived(this.tree.nodes.length > 0);
  readonly size = $derived(Math.round(Math.sqrt(this.tree.nodes[0]?.position.board.length ?? 64)));
  readonly moments: ReviewPly[] = $derived(
    (this.data?.plies ?? []).filter(
      (ply) => ply.mistake && (this.side === 'both' || ply.color === this.side),
    ),
  );
  /** The reviewed ply that leaves the shown position of the game, if any. */
  readonly next: ReviewPly | null = $derived(
    this.tree.onMain ? (this.data?.plies[this.tree.mainPly] ?? null) : null,
  );

  private unwatch: (() => void) | null = null;
  private ticket = 0;
  private touched = false;

  constructor(
    private readonly api: Api,
    private readonly live: Live,
    private readonly values: Values,
    private readonly settings: Settings,
    private readonly explain: Explain = plainly,
  ) {
    this.tree.onChange = () => this.keepVariations();
    live.onMessage((message) => {
      if (message.type === 'review' && message.review.id === this.data?.id) this.accept(message.review);
    });
  }

  async openGame(id: number): Promise<void> {
    if (this.game?.id === id && this.game.state === 'over') return;
    const ticket = this.reset();
    await this.guard(async () => {
      const game = await this.api.game(id);
      if (ticket !== this.ticket) return;
      this.game = game;
      this.rules = game.rules;
      this.opening = game.opening;
      this.side =
        game.black.kind === game.white.kind ? 'both' : game.black.kind === 'human' ? 'black' : 'white';
      const first = game.positions[0]!;
      const base: Start = {
        rules: game.rules,
        board: first.board,
        moves: [],
        ...(first.mover ? { mover: first.mover } : {}),
      };
      this.tree.load(
        base,
        game.plies.map((ply) => ply.move),
        game.positions,
      );
      void this.tree.restore(this.settings.recall<string[][]>(this.storageName()) ?? []);
      const review = await this.api.reviewGame(id, this.settings.data.reviewLevel);
      if (ticket === this.ticket) this.follow(review);
    });
  }

  async openStart(start: Start): Promise<void> {
    const ticket = this.reset();
    await this.guard(async () => {
      const { moves, positions, opening } = await this.api.positions(start);
      if (ticket !== this.ticket) return;
      this.shared = start;
      this.rules = start.rules;
      this.opening = opening;
      this.side = 'both';
      this.tree.load(start, moves, positions);
    });
  }

  /** Reviews what is no stored game: the line that is shown. */
  async reviewShared(): Promise<void> {
    const ticket = this.ticket;
    await this.guard(async () => {
      const start = this.tree.start(this.tree.main.length - 1);
      const review = await this.api.reviewStart(start, this.settings.data.reviewLevel);
      if (ticket === this.ticket) this.follow(review);
    });
  }

  close(): void {
    this.reset();
    this.tree.nodes = [];
    this.tree.current = 0;
  }

  async stop(): Promise<void> {
    if (!this.data || this.data.state !== 'running') return;
    const id = this.data.id;
    await this.guard(async () => {
      await this.api.stopReview(id);
      if (this.data?.id === id) this.data = { ...this.data, state: 'stopped' };
    });
  }

  /** The position in which the ply was played. */
  select(ply: number): void {
    this.touched = true;
    this.puzzle = null;
    this.tree.goTo(ply);
  }

  touch(): void {
    this.touched = true;
  }

  tryAgain(ply: number): void {
    this.touched = true;
    this.tree.goTo(ply);
    this.puzzle = { ply, state: 'asking', tried: null, cost: 0 };
  }

  nextPuzzle(): void {
    const list = this.moments;
    const here = this.puzzle?.ply ?? -1;
    const next = list.find((moment) => moment.ply > here) ?? list[0];
    if (next) this.tryAgain(next.ply);
  }

  leavePuzzle(): void {
    this.puzzle = null;
  }

  showAnswer(): void {
    if (this.puzzle) this.puzzle = { ...this.puzzle, state: 'shown' };
  }

  /** Less than a disc worse than the best is as good as the best. */
  answer(move: string): void {
    const puzzle = this.puzzle;
    const ply = puzzle && this.data?.plies[puzzle.ply];
    const position = puzzle && this.tree.main[puzzle.ply]?.position;
    if (!puzzle || !ply || !position) return;
    const legal = position.legal.find((candidate) => candidate.move === move);
    if (!legal) return;
    const [best] = this.values.moves(position);
    const value = this.values.getMove(position, legal);
    const known = typeof best?.value?.score === 'number' && typeof value?.score === 'number';
    const cost = move === ply.best ? 0 : known ? best.value!.score! - value.score! : (ply.loss ?? 0);
    this.puzzle = { ...puzzle, state: cost < 1 ? 'right' : 'wrong', tried: move, cost };
  }

  private follow(review: ReviewData): void {
    this.data = null;
    this.accept(review);
    if (review.state === 'running') this.unwatch = this.live.watchReview(review.id);
  }

  private accept(review: ReviewData): void {
    this.data = review;
    this.opening = review.opening ?? this.opening;
    const main = this.tree.main;
    for (const ply of review.plies) {
      const position = main[ply.ply]?.position;
      if (!position) continue;
      if (ply.value) this.values.put(position, ply.value);
      this.values.putMoves(position, ply.moves);
    }
    const last = main.at(-1)?.position;
    if (review.final && last) this.values.put(last, review.final);
    if (review.state === 'running') return;
    this.unwatch?.();
    this.unwatch = null;
    const first = this.moments[0];
    if (!this.touched && first) this.tree.goTo(first.ply);
  }

  private async guard(work: () => Promise<void>): Promise<void> {
    this.loading = true;
    this.error = null;
    try {
      await work();
    } catch (error) {
      this.error = this.explain(error);
    } finally {
      this.loading = false;
    }
  }

  private reset(): number {
    this.unwatch?.();
    this.unwatch = null;
    this.game = null;
    this.shared = null;
    this.data = null;
    this.opening = null;
    this.error = null;
    this.puzzle = null;
    this.touched = false;
    this.ticket += 1;
    return this.ticket;
  }

  private storageName(): string {
    return `variations.${this.game?.id ?? 0}`;
  }

  private keepVariations(): void {
    if (this.game) this.settings.remember(this.storageName(), this.tree.lines().slice(-40));
  }
}
