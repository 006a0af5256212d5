// The numbers written into squares: from the one value store, with where each came from.
import type { Position } from '../api/types';
import type { SquareNote } from '../board/Board.svelte';
import { provenance, scoreText } from './numbers';
import { worth, type Values } from './values.svelte';

export function squareNotes(
  values: Values,
  position: Position,
  words: { exact: string; book: string },
): Map<string, SquareNote> {
  const notes = new Map<string, SquareNote>();
  const moves = values.moves(position);
  const best = worth(moves[0]?.value ?? null);
  for (const { move, value } of moves) {
    if (!value) continue;
    notes.set(move.move, {
      main: scoreText(value),
      sub: provenance(value, words),
      best: worth(value) === best,
      exact: value.exact,
    });
  }
  return notes;
}
