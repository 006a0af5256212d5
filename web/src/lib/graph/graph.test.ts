import { describe, expect, it } from 'vitest';
import { plyAt, scoreRange, segments, xOf } from './graph';

const layout = { width: 338, height: 100, left: 30, right: 8 };

describe('the graph', () => {
  it('leads a click to the nearest ply and back', () => {
    for (const plies of [1, 7, 60])
      for (let ply = 0; ply <= plies; ply += 1)
        expect(plyAt(xOf(ply, plies, layout), plies, layout)).toBe(ply);
    expect(plyAt(-50, 60, layout)).toBe(0);
    expect(plyAt(9999, 60, layout)).toBe(60);
    expect(plyAt(100, 0, layout)).toBe(0);
  });

  it('has a range that holds every score', () => {
    expect([
      scoreRange([]),
      scoreRange([3, -8]),
      scoreRange([9]),
      scoreRange([-64]),
      scoreRange([256]),
    ]).toEqual([8, 8, 16, 64, 256]);
  });

  it('is solid only between solved neighbours', () => {
    const estimate = (score: number) => ({ score, exact: false });
    const exact = (score: number) => ({ score, exact: true });
    const kinds = (values: Parameters<typeof segments>[0]) =>
      segments(values, 8, layout).map((line) => line.exact);
    expect(kinds([estimate(0), estimate(1), exact(1), exact(2), exact(2)])).toEqual([false, true]);
    expect(kinds([exact(0), null, exact(2)])).toEqual([false]);
    expect(kinds([null, exact(0), null])).toEqual([]);
    expect(kinds([])).toEqual([]);
  });
});
