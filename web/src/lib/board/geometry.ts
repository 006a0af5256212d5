// Squares, names and pictures of a board of any size. No rules: what may be played and what turns is told by the
// server.
import type { Color, LegalMove } from '../api/types';

export const squareName = (index: number, size: number): string =>
  String.fromCharCode(97 + (index % size)) + (Math.floor(index / size) + 1);

/** -1 for "pass" and everything else that is no square of this board. */
export function squareIndex(name: string, size: number): number {
  const match = /^([a-p])([1-9][0-9]?)$/.exec(name);
  if (!match) return -1;
  const column = match[1]!.charCodeAt(0) - 97;
  const row = Number(match[2]) - 1;
  return column < size && row < size ? row * size + column : -1;
}

export const discOf = (character: string | undefined): Color | null =>
  character === 'X' ? 'black' : character === 'O' ? 'white' : null;

/** Where a square is drawn: the view may be turned by half a circle. */
export function place(index: number, size: number, turned: boolean): { column: number; row: number } {
  const shown = turned ? size * size - 1 - index : index;
  return { column: shown % size, row: Math.floor(shown / size) };
}

/** The square in direction (dx, dy) as seen on the screen; the same square at the edge. */
export function step(index: number, size: number, dx: number, dy: number, turned: boolean): number {
  const sign = turned ? -1 : 1;
  const column = (index % size) + sign * dx;
  const row = Math.floor(index / size) + sign * dy;
  return column < 0 || row < 0 || column >= size || row >= size ? index : row * size + column;
}

/** The four dots of a board, as crossings of grid lines; boards under 6x6 have none. */
export function guideDots(size: number): { x: number; y: number }[] {
  if (size < 6) return [];
  const near = 2;
  const far = size - 2;
  return [
    { x: near, y: near },
    { x: far, y: near },
    { x: near, y: far },
    { x: far, y: far },
  ];
}

/** The board after a legal move, from the discs the server says it turns. */
export function boardAfter(board: string, size: number, legal: LegalMove, color: Color): string {
  const squares = [...board];
  const disc = color === 'black' ? 'X' : 'O';
  for (const name of [legal.move, ...legal.flips]) {
    const index = squareIndex(name, size);
    if (index >= 0) squares[index] = disc;
  }
  return squares.join('');
}

export interface Turn {
  index: number;
  /** Steps from the move, 1 for its neighbours: discs turn outward. */
  distance: number;
}

/** What to animate between two boards, or null when they are not one move apart (jumps are shown at once). */
export function turnsBetween(
  before: string,
  after: string,
  size: number,
): { placed: number; turns: Turn[] } | null {
  if (before.length !== after.length) return null;
  let placed = -1;
  const turned: number[] = [];
  for (let i = 0; i < after.length; i += 1) {
    if (before[i] === after[i]) continue;
    if (after[i] === '-') return null;
    if (before[i] !== '-') turned.push(i);
    else if (placed >= 0) return null;
    else placed = i;
  }
  if (placed < 0 || turned.length === 0) return null;
  const turns = turned.map((index) => ({
    index,
    distance: Math.max(
      Math.abs((index % size) - (placed % size)),
      Math.abs(Math.floor(index / size) - Math.floor(placed / size)),
    ),
  }));
  return { placed, turns };
}

/** The least of the eight images of a board: positions that are turned or mirrored share it. */
export function canonicalBoard(board: string, size: number): string {
  let least = board;
  for (let image = 1; image < 8; image += 1) {
    let text = '';
    for (let row = 0; row < size; row += 1)
      for (let column = 0; column < size; column += 1) {
        let x = image & 1 ? size - 1 - column : column;
        let y = image & 2 ? size - 1 - row : row;
        if (image & 4) [x, y] = [y, x];
        text += board[y * size + x];
      }
    if (text < least) least = text;
  }
  return least;
}
