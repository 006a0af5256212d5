// Live analysis of one position at a time: asked for, refined, stopped. What it finds goes into the value store;
// every request has a name of its own, so a late answer never lands on another position.
import type { Live } from '../api/live';
import type { Position, Thought } from '../api/types';
import type { Values } from './values.svelte';

export class Analysis {
  running = $state(false);
  thought = $state.raw<Thought | null>(null);
  error = $state<string | null>(null);
  position = $state.raw<Position | null>(null);
  /** The answer is complete, or there will be none. */
  onDone: () => void = () => {};
  private id = '';
  private count = 0;
  private subject = '';

  constructor(
    private readonly name: string,
    private readonly live: Live,
    values: Values,
  ) {
    live.onMessage((message) => {
      if (message.type === 'error' && message.id === this.id && this.id) {
        this.error = message.error.message;
        this.running = false;
        live.settle(this.id);
        this.onDone();
      }
      if (message.type !== 'analysis' || message.id !== this.id || !this.position) return;
      this.thought = message.thought;
      values.putThought(this.position, message.thought);
      if (message.done) {
        this.running = false;
        live.settle(this.id);
        this.onDone();
      }
    });
  }

  /** Does nothing when this position is being analysed already or has been. */
  run(rules: string, position: Position, level: number | null): void {
    const subject = `${rules} ${position.board} ${position.mover} ${level}`;
    if (subject === this.subject) return;
    this.stop();
    if (!position.mover || position.legal.length === 0) return;
    this.subject = subject;
    this.position = position;
    this.running = true;
    this.count += 1;
    this.id = `${this.name}-${this.count}`;
    const start = { rules, board: position.board, mover: position.mover, moves: [] };
    this.live.analyze({ type: 'analyze', id: this.id, start, level, ms: null });
  }

  /** Stops thinking and keeps what was found. */
  halt(): void {
    if (this.running) this.live.stop(this.id);
    this.running = false;
  }

  stop(): void {
    this.halt();
    this.id = '';
    this.subject = '';
    this.thought = null;
    this.position = null;
    this.error = null;
  }
}
