// Positions and values for tests.
import type { Color, Game, LegalMove, Position, Value } from '../api/types';

export const startBoard = '---------------------------OX------XO---------------------------';

export const firstMoves: LegalMove[] = [
  { move: 'd3', flips: ['d4'] },
  { move: 'c4', flips: ['d4'] },
  { move: 'f5', flips: ['e5'] },
  { move: 'e6', flips: ['e5'] },
];

export function position(change: Partial<Position> = {}): Position {
  return {
    board: startBoard,
    mover: 'black',
    black: 2,
    white: 2,
    empties: 60,
    legal: firstMoves,
    must_pass: false,
    over: false,
    stable: [],
    ...change,
  };
}

export function value(score: number, change: Partial<Value> = {}): Value {
  return {
    score,
    exact: false,
    depth: 10,
    selectivity: null,
    source: 'search',
    visits: null,
    win_rate: null,
    ...change,
  };
}

export function game(change: Partial<Game> = {}): Game {
  return {
    id: 1,
    revision: 1,
    rules: 'standard-8',
    size: 8,
    state: 'playing',
    black: { kind: 'human', spec: null, name: 'You' },
    white: { kind: 'player', spec: 'engine:level=6', name: 'Club player' },
    clock: null,
    plies: [],
    positions: [position()],
    thinking: false,
    result: null,
    opening: null,
    created: '2026-11-16T07:00:00Z',
    updated: '2026-11-16T07:00:00Z',
    error: null,
    ...change,
  };
}

export const ply = (move: string, color: Color) => ({ move, color, ms: 100 });
