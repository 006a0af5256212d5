// Reading a game's plies: numbers as players count them, and what changed between two states of a game.
import type { Color, Game, Ply, Position } from '../api/types';

/** Discs put down up to and including this ply; players count those, not passes. */
export function moveNumber(plies: Pick<Ply, 'move'>[], ply: number): number {
  let number = 0;
  for (let i = 0; i <= ply && i < plies.length; i += 1) if (plies[i]!.move !== 'pass') number += 1;
  return number;
}

export type GameEvent =
  | { kind: 'move'; color: Color; move: string; flips: number; human: boolean }
  | { kind: 'pass'; color: Color }
  | { kind: 'back' }
  | { kind: 'over' };

export function eventsBetween(before: Game | null, after: Game): GameEvent[] {
  if (!before || before.id !== after.id) return [];
  const events: GameEvent[] = [];
  const shared = commonPlies(before.plies, after.plies);
  if (shared < before.plies.length) events.push({ kind: 'back' });
  for (let i = shared; i < after.plies.length; i += 1) {
    const { move, color } = after.plies[i]!;
    if (move === 'pass') events.push({ kind: 'pass', color });
    else {
      const flips = flipsOf(after.positions[i], move);
      events.push({ kind: 'move', color, move, flips, human: after[color].kind === 'human' });
    }
  }
  if (after.state === 'over' && before.state !== 'over') events.push({ kind: 'over' });
  return events;
}

function commonPlies(a: Ply[], b: Ply[]): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n]!.move === b[n]!.move) n += 1;
  return n;
}

const flipsOf = (position: Position | undefined, move: string): number =>
  position?.legal.find((legal) => legal.move === move)?.flips.length ?? 0;

/** Whose turn was just passed over when this position is shown, or null. */
export function passedBefore(game: Pick<Game, 'plies'>, ply: number): Color | null {
  const last = game.plies[ply - 1];
  return last?.move === 'pass' ? last.color : null;
}
