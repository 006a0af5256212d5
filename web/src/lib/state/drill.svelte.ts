// Opening drill: a named line to be played from memory, the other side answering. Black's first move is given, since
// the four first moves are one and the same.
import { plainly, type Api, type Explain } from '../api/client';
import type { Color, NamedOpening, Position } from '../api/types';
import type { Settings } from './settings.svelte';

export class Drill {
  line = $state.raw<NamedOpening | null>(null);
  color = $state<Color>('black');
  positions = $state.raw<Position[]>([]);
  ply = $state(0);
  state = $state<'idle' | 'asking' | 'wrong' | 'done'>('idle');
  wrong = $state<string | null>(null);
  misses = $state(0);
  /** Wrong answers in a row at this move; the answer shows after two. */
  tries = $state(0);
  error = $state<string | null>(null);
  learnt = $state<Record<string, number>>({});

  readonly position = $derived(this.positions[this.ply] ?? null);
  readonly answer = $derived(this.line?.moves[this.ply] ?? null);

  constructor(
    private readonly api: Api,
    private readonly settings: Settings,
    private readonly explain: Explain = plainly,
  ) {
    this.learnt = settings.recall<Record<string, number>>('drill') ?? {};
  }

  async begin(line: NamedOpening, color: Color): Promise<void> {
    this.error = null;
    try {
      const { positions } = await this.api.positions({ rules: 'standard-8', moves: line.moves });
      this.line = line;
      this.color = color;
      this.positions = positions;
      this.misses = 0;
      this.ply = 0;
      this.state = 'asking';
      this.advance(1);
    } catch (error) {
      this.error = this.explain(error);
    }
  }

  play(move: string): void {
    if (!this.line || (this.state !== 'asking' && this.state !== 'wrong')) return;
    if (move === this.answer) {
      this.advance(this.ply + 1);
      return;
    }
    this.wrong = move;
    this.tries += 1;
    this.misses += 1;
    this.state = 'wrong';
  }

  stop(): void {
    this.line = null;
    this.state = 'idle';
  }

  private advance(to: number): void {
    const line = this.line!;
    this.wrong = null;
    this.tries = 0;
    this.ply = to;
    while (this.ply < line.moves.length && this.positions[this.ply]!.mover !== this.color) this.ply += 1;
    if (this.ply < line.moves.length) {
      this.state = 'asking';
      return;
    }
    this.state = 'done';
    if (this.misses === 0) {
      this.learnt = { ...this.learnt, [line.name]: (this.learnt[line.name] ?? 0) + 1 };
      this.settings.remember('drill', this.learnt);
    }
  }
}
