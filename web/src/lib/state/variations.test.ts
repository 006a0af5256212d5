import { beforeEach, describe, expect, it, vi } from 'vitest';
import { position } from './testing';
import { Variations, type AskPositions } from './variations.svelte';

const base = { rules: 'standard-8', moves: [] };
let ask: ReturnType<typeof vi.fn<AskPositions>>;
let tree: Variations;

beforeEach(() => {
  ask = vi.fn<AskPositions>((start) => {
    // After h8 the side to move has no move.
    const positions = [...start.moves, ''].map((_, i) =>
      position({ mover: i % 2 === 0 ? 'black' : 'white', must_pass: start.moves[i - 1] === 'h8' }),
    );
    return Promise.resolve({ moves: start.moves, positions });
  });
  tree = new Variations(ask);
  tree.load(base, ['f5', 'd6'], [position(), position({ mover: 'white' }), position()]);
});

describe('variations', () => {
  it('begin with the game itself', () => {
    expect(tree.main).toHaveLength(3);
    expect(tree.current).toBe(2);
    expect(tree.start().moves).toEqual(['f5', 'd6']);
  });

  it('walk along the game without asking', async () => {
    tree.toStart();
    await tree.play('f5');
    expect(ask).not.toHaveBeenCalled();
    expect([tree.onMain, tree.mainPly]).toEqual([true, 1]);
  });

  it('branch off, keep what they share, and lead back', async () => {
    tree.goTo(1);
    await tree.play('f4');
    await tree.play('e3');
    expect([tree.onMain, tree.mainPly]).toEqual([false, 1]);
    expect(tree.start().moves).toEqual(['f5', 'f4', 'e3']);
    tree.back();
    await tree.play('c3');
    expect(tree.lines()).toEqual([
      ['f5', 'f4', 'e3'],
      ['f5', 'f4', 'c3'],
    ]);
    tree.toMain();
    expect(tree.current).toBe(1);
    expect(tree.main).toHaveLength(3);
  });

  it('play forced passes by themselves, as plies', async () => {
    await tree.play('h8');
    expect(tree.path.slice(-2).map((node) => node.move)).toEqual(['h8', 'pass']);
    expect(ask).toHaveBeenLastCalledWith({ ...base, moves: ['f5', 'd6', 'h8', 'pass'] });
    tree.goTo(2);
    await tree.play('h8');
    expect(tree.node!.move).toBe('pass');
  });

  it('are taken away with all that follows, never the game', async () => {
    tree.goTo(1);
    await tree.play('f4');
    const branch = tree.current;
    await tree.play('e3');
    tree.goTo(2);
    await tree.play('c4');
    tree.goTo(branch);
    tree.remove(branch);
    expect(tree.lines()).toEqual([['f5', 'd6', 'c4']]);
    expect(tree.current).toBe(1);
    tree.remove(1);
    expect(tree.main).toHaveLength(3);
    for (const node of tree.nodes)
      for (const child of node.children) expect(tree.nodes[child]?.parent).toBe(node.id);
  });

  it('are kept between visits', async () => {
    tree.goTo(1);
    await tree.play('h8');
    await tree.play('a1');
    const lines = tree.lines();
    const later = new Variations(ask);
    later.load(base, ['f5', 'd6'], [position(), position({ mover: 'white' }), position()]);
    await later.restore(lines);
    expect(later.lines()).toEqual(lines);
    expect(later.current).toBe(2);
  });

  it('do not break on a move the server refuses', async () => {
    ask.mockRejectedValueOnce(new Error('illegal'));
    await expect(tree.play('a1')).rejects.toThrow('illegal');
    expect(tree.busy).toBe(false);
    expect(tree.current).toBe(2);
  });
});
