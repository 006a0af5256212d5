import { describe, expect, it } from 'vitest';
import { position, value } from './testing';
import { compareStrength, Values } from './values.svelte';

describe('strength', () => {
  it('is exact, then book, then depth and selectivity, then visits', () => {
    const ladder = [
      value(0, { source: 'policy', depth: null }),
      value(0, { source: 'mcts', depth: null, visits: 10 }),
      value(0, { source: 'mcts', depth: null, visits: 1000 }),
      value(0, { depth: 4 }),
      value(0, { depth: 12, selectivity: 73 }),
      value(0, { depth: 12, selectivity: 95 }),
      value(0, { depth: 12, selectivity: null }),
      value(0, { depth: 20, selectivity: 73 }),
      value(0, { source: 'book', depth: null }),
      value(0, { exact: true, source: 'exact', depth: 9 }),
    ];
    ladder.forEach((lower, i) =>
      ladder.slice(i + 1).forEach((higher) => {
        expect(compareStrength(higher, lower)).toBeGreaterThan(0);
        expect(compareStrength(lower, higher)).toBeLessThan(0);
      }),
    );
  });
});

describe('the value of a position', () => {
  it('is never replaced by a weaker one', () => {
    const values = new Values();
    values.put(position(), value(3, { depth: 20 }));
    values.put(position(), value(-9, { depth: 8 }));
    expect(values.get(position())?.score).toBe(3);
    values.put(position(), value(2, { exact: true, source: 'exact' }));
    values.put(position(), value(5, { depth: 40 }));
    expect(values.get(position())).toMatchObject({ score: 2, exact: true });
  });

  it('is one and the same on the square, in the list and in the graph', () => {
    const values = new Values();
    const [d3] = position().legal;
    values.putMoves(position(), [{ move: 'd3', value: value(4), line: ['d3'] }]);
    expect(values.getMove(position(), d3!)?.score).toBe(4);
    const child = position({
      board: '-------------------X-------XX------XO---------------------------',
      mover: 'white',
      legal: [],
    });
    // From Black's side, as the graph shows it.
    expect(values.get(child)?.score).toBe(4);
    // White finds it is worse for itself by a deeper look: the square of the move before follows.
    values.put(child, value(-7, { depth: 18 }));
    expect(values.getMove(position(), d3!)?.score).toBe(7);
  });

  it('holds for turned and mirrored positions', () => {
    const values = new Values();
    // The four first moves are images of one another.
    values.putMoves(position(), [{ move: 'd3', value: value(1.5), line: [] }]);
    for (const legal of position().legal) expect(values.getMove(position(), legal)?.score).toBe(1.5);
  });

  it('is the same before and after a forced pass', () => {
    const values = new Values();
    values.put(position({ mover: 'white' }), value(6));
    expect(values.get(position({ mover: 'black', must_pass: true, legal: [] }))?.score).toBe(-6);
  });

  it('of a finished board counts empties for the winner', () => {
    const over = position({ mover: null, over: true, black: 10, white: 3, empties: 51, legal: [] });
    expect(new Values().get(over)).toMatchObject({ score: 58, exact: true });
  });

  it('takes nothing from a thought without depth or proof', () => {
    const values = new Values();
    const thought = {
      depth: null,
      selectivity: null,
      score: 12,
      exact: false,
      nodes: 1,
      nodes_per_second: null,
      ms: null,
      line: [],
      moves: null,
      note: null,
    };
    values.putThought(position(), thought);
    expect(values.get(position())).toBeNull();
    values.putThought(position(), { ...thought, depth: 7 });
    expect(values.get(position())?.score).toBe(12);
  });

  it('never shows a minus before zero', () => {
    const values = new Values();
    values.put(position({ mover: 'white' }), value(0));
    expect(Object.is(values.get(position({ mover: 'white' }))?.score, 0)).toBe(true);
  });
});
