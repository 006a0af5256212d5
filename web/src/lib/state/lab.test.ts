import { describe, expect, it } from 'vitest';
import type { Tree, TreeNode } from '../api/types';
import { finite, numberText } from '../graph/chart';
import { Fetched } from './fetched.svelte';
import { parsePasted } from './pasted';
import { TreeView } from './tree.svelte';

const rulesets = [6, 8, 16].map((size) => ({ name: `standard-${size}`, size, title: `${size}` }));
const parse = (text: string, rules = 'standard-8') => parsePasted(text, rules, rulesets);

describe('a pasted position', () => {
  it('is moves, however they are written', () => {
    for (const text of ['f5d6c3', ' F5 d6, C3 ', 'f5\nd6\nc3'])
      expect(parse(text)).toEqual({ start: { rules: 'standard-8', moves: ['f5', 'd6', 'c3'] } });
    expect(parse('')).toEqual({ start: { rules: 'standard-8', moves: [] } });
    expect(parse('a16 o5 ps p1', 'standard-16')).toEqual({
      start: { rules: 'standard-16', moves: ['a16', 'o5', 'pass', 'p1'] },
    });
  });

  it('is a board with its mover and moves behind it', () => {
    const rows = '------\n------\n--ox--\n--xo--\n------\n......';
    const board = '--------------OX----XO--------------';
    expect(parse(rows)).toEqual({ start: { rules: 'standard-6', moves: [], board, mover: 'black' } });
    expect(parse(`${rows} O b3`, 'standard-6')).toEqual({
      start: { rules: 'standard-6', moves: ['b3'], board, mover: 'white' },
    });
  });

  it('says what it cannot read', () => {
    expect(parse('XO--X')).toEqual({ problem: 'board' });
    expect(parse('f5 z9')).toEqual({ problem: 'moves', at: 'z9' });
    expect(parse('f0')).toEqual({ problem: 'moves', at: 'f0' });
  });
});

describe('numbers of charts', () => {
  it('are short, and those that are none are left out', () => {
    expect(
      finite([
        [1, 2],
        [2, NaN],
      ]),
    ).toEqual([[1, 2]]);
    expect(numberText(-12_300)).toBe('−12k');
  });
});

it('keeps the newest answer, not the last to arrive', async () => {
  const fetched = new Fetched<number>(String);
  let late!: (value: number) => void;
  const first = fetched.load(() => new Promise((resolve) => (late = resolve)));
  await fetched.load(() => Promise.resolve(2));
  late(1);
  await first;
  expect(fetched.data).toBe(2);
});

describe('the tree viewer', () => {
  const node = (visits: number) => ({ visits, children: [] }) as unknown as TreeNode;
  const setUp = () => {
    const asked: string[] = [];
    const state = { gone: false };
    const view = new TreeView(
      1,
      {
        tree: () => Promise.resolve({ id: 1, state: 'running', visits: 5 } as Tree),
        treeNode: (_id, path) => {
          asked.push(path);
          return state.gone ? Promise.reject(new Error('gone')) : Promise.resolve(node(1));
        },
      },
      (error) => (error as Error).message,
    );
    return { view, asked, state };
  };

  it('fetches what is opened, and again while the tree grows', async () => {
    const { view, asked } = setUp();
    await view.refresh();
    await view.toggle(['f5']);
    await view.toggle(['f5', 'd6']);
    await view.refresh();
    expect(asked).toEqual(['', 'f5', 'f5,d6', '', 'f5', 'f5,d6']);
    expect(view.chosen).toEqual(['f5', 'd6']);
    await view.toggle(['f5', 'd6']);
    expect([...view.open]).toEqual(['', 'f5']);
  });

  it('says when a node cannot be had, and leaves it closed', async () => {
    const { view, state } = setUp();
    await view.refresh();
    state.gone = true;
    await view.toggle(['f5']);
    expect(view.error).toBe('gone');
    expect(view.open.has('f5')).toBe(false);
  });
});
