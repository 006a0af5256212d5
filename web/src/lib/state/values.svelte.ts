// One value per position, wherever it is shown. A stronger value replaces a weaker one, never the other way round.
// Kept from Black's side, so a square, a list and the graph cannot disagree about a sign.
import { SvelteMap } from 'svelte/reactivity';
import type { Color, LegalMove, MoveValue, Position, Thought, Value } from '../api/types';
import { boardAfter, canonicalBoard } from '../board/geometry';

const negated = (value: Value): Value => ({
  ...value,
  score: value.score === null ? null : -value.score || 0,
  win_rate: value.win_rate === null ? null : 1 - value.win_rate,
});

/** The value as `color` sees it, given as Black sees it; its own inverse. */
export const seenBy = (value: Value, color: Color): Value => (color === 'black' ? value : negated(value));

const kind = (value: Value): number =>
  value.exact ? 3 : value.source === 'book' ? 2 : value.source === 'search' ? 1 : 0;

/** Positive when `a` is the better founded. */
export function compareStrength(a: Value, b: Value): number {
  return (
    kind(a) - kind(b) ||
    (a.depth ?? 0) - (b.depth ?? 0) ||
    (a.selectivity ?? 100) - (b.selectivity ?? 100) ||
    (a.visits ?? 0) - (b.visits ?? 0)
  );
}

/** For comparing moves of one position, discs and chances alike: 0 lost, 1 won; unknown is least. */
export function worth(value: Value | null): number {
  if (!value) return -1;
  if (value.score !== null) return 0.5 + Math.atan(value.score / 8) / Math.PI;
  return value.win_rate ?? -1;
}

const sizeOf = (board: string): number => Math.round(Math.sqrt(board.length));

const keyOf = (board: string, mover: Color): string =>
  `${mover === 'black' ? 'b' : 'w'}${canonicalBoard(board, sizeOf(board))}`;

export interface MoveNumber {
  move: LegalMove;
  /** From the mover's side. */
  value: Value | null;
}

export class Values {
  private readonly kept = new SvelteMap<string, Value>();

  /** From Black's side. */
  get(position: Position): Value | null {
    if (position.over) return finalValue(position);
    const movers: Color[] = position.mover ? [position.mover] : ['black', 'white'];
    // Before and after a forced pass the score is the same.
    if (position.must_pass && position.mover) movers.push(position.mover === 'black' ? 'white' : 'black');
    let best: Value | null = null;
    for (const mover of movers) {
      const value = this.kept.get(keyOf(position.board, mover));
      if (value && (!best || compareStrength(value, best) > 0)) best = value;
    }
    return best;
  }

  /** From the side that makes the move. */
  getMove(position: Position, legal: LegalMove): Value | null {
    if (!position.mover) return null;
    const value = this.kept.get(this.childKey(position, legal, position.mover));
    return value ? seenBy(value, position.mover) : null;
  }

  /** Every legal move, best first, those without a value last. */
  moves(position: Position): MoveNumber[] {
    return position.legal
      .map((move) => ({ move, value: this.getMove(position, move) }))
      .sort((a, b) => worth(b.value) - worth(a.value));
  }

  /** `value` is from the mover's side. */
  put(position: Position, value: Value): void {
    if (position.mover) this.keep(keyOf(position.board, position.mover), seenBy(value, position.mover));
  }

  putMoves(position: Position, moves: MoveValue[]): void {
    if (!position.mover) return;
    for (const { move, value } of moves) {
      const legal = position.legal.find((candidate) => candidate.move === move);
      if (legal && value)
        this.keep(this.childKey(position, legal, position.mover), seenBy(value, position.mover));
    }
  }

  putThought(position: Position, thought: Thought): void {
    if (thought.moves) this.putMoves(position, thought.moves);
    if (thought.score === null || (thought.depth === null && !thought.exact)) return;
    this.put(position, {
      score: thought.score,
      exact: thought.exact ?? false,
      depth: thought.depth,
      selectivity: thought.selectivity,
      source: thought.exact ? 'exact' : thought.note === 'book' ? 'book' : 'search',
      visits: null,
      win_rate: null,
    });
  }

  private childKey(position: Position, legal: LegalMove, mover: Color): string {
    const size = sizeOf(position.board);
    return keyOf(boardAfter(position.board, size, legal, mover), mover === 'black' ? 'white' : 'black');
  }

  // Of two equally founded values the newer stays: the server sends the one it keeps itself.
  private keep(key: string, value: Value): void {
    const old = this.kept.get(key);
    if (!old || compareStrength(value, old) >= 0) this.kept.set(key, value);
  }
}

/** Of a finished position, from its discs; a game's own result (resigned, other rules) is shown apart. */
function finalValue(position: Position): Value {
  const difference = position.black - position.white;
  const score = difference + Math.sign(difference) * position.empties;
  return {
    score,
    exact: true,
    depth: null,
    selectivity: null,
    source: 'exact',
    visits: null,
    win_rate: null,
  };
}
