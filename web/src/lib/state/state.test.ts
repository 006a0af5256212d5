import { describe, expect, it } from 'vitest';
import type { Meta } from '../api/types';
import { clockText, provenance, scoreText, short, signed } from './numbers';
import { eventsBetween, moveNumber, passedBefore } from './plies';
import { parseFragment, startToFragment } from './router.svelte';
import { defaults, readSettings, Settings } from './settings.svelte';
import { clockRequest, firstSetup, gameRequest, mendSetup, opponentSpec, presetOf, specText } from './setup';
import { game, ply, position, value } from './testing';

describe('numbers', () => {
  it('are signed with a true minus, and zero has no sign', () => {
    expect([signed(3), signed(-3), signed(0), signed(-0.2), signed(0.04, 1)]).toEqual([
      '+3',
      '−3',
      '0',
      '0',
      '0.0',
    ]);
    expect(scoreText({ score: -4, exact: true })).toBe('−4');
    expect(scoreText({ score: 3.24, exact: false })).toBe('+3.2');
    expect(scoreText({ score: 12.4, exact: false })).toBe('+12');
  });

  it('say where they came from', () => {
    const words = { exact: 'exact', book: 'book' };
    expect(provenance(value(1, { exact: true, depth: 20 }), words)).toBe('exact');
    expect(provenance(value(1, { source: 'book' }), words)).toBe('book');
    expect(provenance(value(1, { depth: 18, selectivity: 95 }), words)).toBe('d18 95%');
    expect(provenance(value(1, { depth: 18, selectivity: 100 }), words)).toBe('d18');
    expect(provenance(value(1, { source: 'mcts', visits: 1234, depth: null }), words)).toBe('1.2k');
  });

  it('are short', () => {
    expect([999, 1000, 12345, 999_999, 1_234_567, 5e9].map(short)).toEqual([
      '999',
      '1.0k',
      '12k',
      '1.0M',
      '1.2M',
      '5.0G',
    ]);
  });

  it('tell the time as a clock does', () => {
    expect([300_000, 61_000, 60_001, 9_999, 0, -5].map(clockText)).toEqual([
      '5:00',
      '1:01',
      '1:01',
      '9.9',
      '0.0',
      '0.0',
    ]);
  });
});

describe('plies', () => {
  const plies = [ply('f5', 'black'), ply('pass', 'white'), ply('e6', 'black')];

  it('are numbered by discs put down', () => {
    expect([0, 1, 2].map((i) => moveNumber(plies, i))).toEqual([1, 1, 2]);
  });

  it('tell a pass', () => {
    expect(passedBefore({ plies }, 2)).toBe('white');
    expect(passedBefore({ plies }, 3)).toBeNull();
  });

  it('tell what happened between two states', () => {
    const before = game({ plies: [ply('d3', 'black')], positions: [position(), position()] });
    const after = game({
      revision: 2,
      plies: [ply('d3', 'black'), ply('c3', 'white'), ply('pass', 'black')],
      positions: [
        position(),
        position({ legal: [{ move: 'c3', flips: ['d4', 'd3'] }] }),
        position(),
        position(),
      ],
      state: 'over',
    });
    expect(eventsBetween(before, after)).toEqual([
      { kind: 'move', color: 'white', move: 'c3', flips: 2, human: false },
      { kind: 'pass', color: 'black' },
      { kind: 'over' },
    ]);
    expect(eventsBetween(after, before)[0]).toEqual({ kind: 'back' });
    expect(eventsBetween(null, after)).toEqual([]);
    expect(eventsBetween(game({ id: 9 }), after)).toEqual([]);
  });
});

describe('addresses', () => {
  it('lead back to the same line', () => {
    for (const start of [
      { rules: 'standard-8', moves: ['f5', 'd6', 'pass', 'c3'] },
      { rules: 'standard-16', moves: ['j9', 'k10', 'a16', 'p1'] },
      { rules: 'standard-8', moves: [] },
      { rules: 'standard-4', moves: ['a1'], board: '-----OX--XO-----', mover: 'white' as const },
    ])
      expect(parseFragment(startToFragment(start))).toEqual({ place: 'review', game: null, start });
  });

  it('name places and games', () => {
    expect(parseFragment('')).toEqual({ place: 'play', game: null });
    expect(parseFragment('#/play/12')).toEqual({ place: 'play', game: 12 });
    expect(parseFragment('#/review/7')).toEqual({ place: 'review', game: 7, start: null });
    expect(parseFragment('#/lab/tree')).toEqual({ place: 'lab', tab: 'tree', item: null });
    expect(parseFragment('#/lab/runs/5')).toEqual({ place: 'lab', tab: 'runs', item: '5' });
  });

  it('that make no sense lead to a place all the same', () => {
    for (const text of [
      '#/p/',
      '#/p/standard-8/f5zz',
      '#/p/standard-8/-/XO.b',
      '#/p/%E0%A4%A',
      '#/review/1e9',
      '#/play/-1',
      '#/nowhere',
    ])
      expect(['play', 'review']).toContain(parseFragment(text).place);
  });
});

describe('settings', () => {
  const memory = () => {
    const map = new Map<string, string>();
    return {
      getItem: (key: string) => map.get(key) ?? null,
      setItem: (key: string, text: string) => void map.set(key, text),
    };
  };

  it('are remembered', () => {
    const storage = memory();
    new Settings(storage).change({ theme: 'dark', hintLevel: 20 });
    expect(new Settings(storage).data).toEqual({ ...defaults, theme: 'dark', hintLevel: 20 });
  });

  it('survive whatever was stored', () => {
    for (const text of [
      null,
      '',
      '{',
      '[]',
      'null',
      '7',
      '{"theme":"pink","sounds":"yes","hintLevel":1e9,"language":"xx"}',
    ])
      expect(readSettings(text)).toEqual(defaults);
  });

  it('work without storage', () => {
    const forbidden = {
      getItem: () => {
        throw new Error('no');
      },
      setItem: () => {
        throw new Error('no');
      },
    };
    const settings = new Settings(forbidden);
    settings.change({ sounds: true });
    expect(settings.data.sounds).toBe(true);
    expect(settings.recall('setup')).toBeNull();
  });
});

describe('a new game', () => {
  const meta: Meta = {
    version: '1',
    threads: 2,
    rulesets: [
      { name: 'standard-8', size: 8, title: '' },
      { name: 'standard-6', size: 6, title: '' },
    ],
    players: [
      {
        name: 'mcts',
        summary: '',
        params: [
          { name: 'sims', type: 'int', default: '0', min: 0, max: 10, choices: null, help: '' },
          { name: 'tree', type: 'text', default: '', min: null, max: null, choices: null, help: '' },
          { name: 'solver', type: 'flag', default: 'on', min: null, max: null, choices: null, help: '' },
        ],
      },
    ],
    presets: [{ id: 'club', spec: 'engine:level=6' }],
    openings: [{ name: 'Tiger', moves: ['f5', 'd6', 'c3'] }],
  };
  const names = { human: 'You', opponent: () => 'Club player' };

  it('is you with Black against a club player on 8x8, free and without a clock', () => {
    expect(gameRequest(firstSetup, meta, names, () => 0)).toEqual({
      rules: 'standard-8',
      black: { kind: 'human', name: 'You' },
      white: { kind: 'player', spec: 'engine:level=6', name: 'Club player' },
      clock: null,
      opening: 'free',
    });
  });

  it('writes only what differs from the defaults, quoted where needed', () => {
    const player = meta.players[0]!;
    expect(specText(player, {})).toBe('mcts');
    expect(specText(player, { sims: '0', solver: 'off', tree: '' })).toBe('mcts:solver=off');
    expect(specText(player, { sims: '5', tree: 'my "tree", 1' })).toBe('mcts:sims=5,tree="my \\"tree\\", 1"');
    expect(opponentSpec({ preset: null, player: 'mcts', params: { sims: '9' } }, meta)).toBe('mcts:sims=9');
    expect(presetOf('engine:level=6', meta)).toBe('club');
  });

  it('gives seats as asked', () => {
    const kinds = (seat: (typeof firstSetup)['seat'], random = 0) => {
      const request = gameRequest({ ...firstSetup, seat }, meta, names, () => random);
      return `${request.black.kind} ${request.white.kind}`;
    };
    expect(kinds('white')).toBe('player human');
    expect(kinds('both')).toBe('human human');
    expect(kinds('watch')).toBe('player player');
    expect([kinds('random', 0), kinds('random', 0.9)]).toEqual(['human player', 'player human']);
  });

  it('has clocks', () => {
    const setup = { minutes: 2.5, increment: 4 };
    expect(clockRequest({ ...setup, clock: 'custom' })).toEqual({ initial_ms: 150_000, increment_ms: 4000 });
    expect(clockRequest({ ...setup, clock: 'move' })).toEqual({ per_move_ms: 4000 });
    expect(clockRequest({ ...setup, clock: 'normal' })).toEqual({ initial_ms: 300_000, increment_ms: 3000 });
  });

  it('mends what was stored by another version', () => {
    const stored = {
      rules: 'hex',
      opening: 'Gone',
      opponent: { preset: null, player: 'nobody', params: {} },
    };
    expect(mendSetup(stored, meta)).toEqual(firstSetup);
    expect(mendSetup(null, meta)).toEqual(firstSetup);
  });
});
