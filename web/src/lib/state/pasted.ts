// A position as people type it: a board, the side to move, moves, each of them optional. Legality is the server's.
import type { Ruleset, Start } from '../api/types';

export type Pasted = { start: Start } | { problem: 'board' } | { problem: 'moves'; at: string };

const black = /[Xx*]/;
const white = /[Oo]/;

// "o5" is a square of a 16×16 board, not a disc.
const boardPart = /^(?:[XxOo*._-](?![0-9])\s*)+/;
const movePart = /^(?:pass|ps|pa|[a-p](?:1[0-6]|[1-9]))/;

export function parsePasted(text: string, rules: string, rulesets: readonly Ruleset[]): Pasted {
  let rest = text.trim();
  const start: Start = { rules, moves: [] };
  const cells = boardPart.exec(rest)?.[0];
  if (cells) {
    rest = rest.slice(cells.length);
    const marks = cells.replace(/\s/g, '');
    const size = Math.floor(Math.sqrt(marks.length));
    const mover = marks.slice(size * size);
    if (size < 4 || size > 16 || mover.length > 1 || /[._-]/.test(mover)) return { problem: 'board' };
    start.board = [...marks.slice(0, size * size)]
      .map((mark) => (black.test(mark) ? 'X' : white.test(mark) ? 'O' : '-'))
      .join('');
    start.mover = white.test(mover) ? 'white' : 'black';
    if (rulesets.find((ruleset) => ruleset.name === rules)?.size !== size) start.rules = `standard-${size}`;
  }
  rest = rest.toLowerCase().replace(/[\s,;]+/g, '');
  while (rest) {
    const move = movePart.exec(rest)?.[0];
    if (!move) return { problem: 'moves', at: rest.slice(0, 8) };
    start.moves.push(move.startsWith('p') && !/[0-9]/.test(move) ? 'pass' : move);
    rest = rest.slice(move.length);
  }
  return { start };
}
