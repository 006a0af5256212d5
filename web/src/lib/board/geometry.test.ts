import { describe, expect, it } from 'vitest';
import {
  boardAfter,
  canonicalBoard,
  guideDots,
  place,
  squareIndex,
  squareName,
  step,
  turnsBetween,
} from './geometry';

const sizes = [4, 6, 8, 10, 12, 14, 16];

describe('squares', () => {
  it('have a name each, and every name its square, on every size', () => {
    for (const size of sizes) {
      const names = new Set<string>();
      for (let i = 0; i < size * size; i += 1) {
        const name = squareName(i, size);
        names.add(name);
        expect(squareIndex(name, size)).toBe(i);
      }
      expect(names.size).toBe(size * size);
    }
  });

  it('are not made of nonsense', () => {
    for (const name of ['pass', '', 'a0', 'i1', 'a9', 'A1', 'a01', 'a1 ', 'é1'])
      expect(squareIndex(name, 8)).toBe(-1);
    expect(squareIndex('p16', 16)).toBe(255);
    expect(squareIndex('p17', 16)).toBe(-1);
  });

  it('lie opposite when the view is turned', () => {
    expect(place(0, 8, false)).toEqual({ column: 0, row: 0 });
    expect(place(0, 8, true)).toEqual({ column: 7, row: 7 });
  });
});

describe('the cursor', () => {
  it('goes where the arrow points on the screen, and stays at the edge', () => {
    expect(step(0, 8, 1, 0, false)).toBe(1);
    expect(step(0, 8, -1, 0, false)).toBe(0);
    expect(step(0, 8, 0, -1, false)).toBe(0);
    expect(step(63, 8, 1, 0, true)).toBe(62);
    expect(step(7, 8, 1, 0, false)).toBe(7);
  });
});

it('has guide dots two lines from the edge, from 6x6 on', () => {
  expect(guideDots(4)).toEqual([]);
  expect(guideDots(8).map((dot) => `${dot.x}${dot.y}`)).toEqual(['22', '62', '26', '66']);
});

describe('discs that turn', () => {
  const start = '---------------------------OX------XO---------------------------';
  const after = boardAfter(start, 8, { move: 'd3', flips: ['d4'] }, 'black');

  it('are found between two boards one move apart', () => {
    expect(turnsBetween(start, after, 8)).toEqual({
      placed: squareIndex('d3', 8),
      turns: [{ index: squareIndex('d4', 8), distance: 1 }],
    });
  });

  it('are counted outward from the move', () => {
    const row = '----------------' + '-OOOX---' + '-'.repeat(40);
    const next = boardAfter(row, 8, { move: 'a3', flips: ['b3', 'c3', 'd3'] }, 'black');
    expect(turnsBetween(row, next, 8)?.turns.map((turn) => turn.distance)).toEqual([1, 2, 3]);
  });

  it('are not invented for jumps, take-backs and other sizes', () => {
    expect(turnsBetween(after, start, 8)).toBeNull();
    expect(turnsBetween(start, start, 8)).toBeNull();
    expect(turnsBetween(start, '-'.repeat(16), 8)).toBeNull();
    const two = boardAfter(after, 8, { move: 'c3', flips: ['d4'] }, 'white');
    expect(turnsBetween(start, two, 8)).toBeNull();
  });
});

it('gives all eight images of a board the same name', () => {
  for (const size of [4, 6, 8]) {
    const board = Array.from({ length: size * size }, (_, i) => 'XO-'[(i * i * 7 + i) % 3]).join('');
    const at = (text: string, x: number, y: number) => text[y * size + x]!;
    const image = (map: (x: number, y: number) => [number, number]) =>
      Array.from({ length: size * size }, (_, i) => at(board, ...map(i % size, Math.floor(i / size)))).join(
        '',
      );
    const last = size - 1;
    const images = [
      image((x, y) => [last - x, y]),
      image((x, y) => [x, last - y]),
      image((x, y) => [last - x, last - y]),
      image((x, y) => [y, x]),
      image((x, y) => [last - y, x]),
      image((x, y) => [y, last - x]),
      image((x, y) => [last - y, last - x]),
    ];
    expect(new Set(images.map((text) => canonicalBoard(text, size)))).toEqual(
      new Set([canonicalBoard(board, size)]),
    );
  }
});
