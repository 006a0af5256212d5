import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Api } from '../api/client';
import { Live, type SocketLike } from '../api/live';
import type { Position, ServerMessage, Start, Summary } from '../api/types';
import { Endgame, firstPosition } from './endgame.svelte';
import { Settings } from './settings.svelte';
import { game, position, value } from './testing';
import { Values } from './values.svelte';

// Black chooses between a1 and b1; White then has c1 only, and the game is over.
const board = '---OXXXXOOOOXXXX';
const first = position({
  board,
  empties: 12,
  legal: [
    { move: 'a1', flips: [] },
    { move: 'b1', flips: [] },
  ],
});
const after: Record<string, Position> = {
  a1: position({ board: 'X--OXXXXOOOOXXXX', mover: 'white', legal: [{ move: 'c1', flips: [] }] }),
  b1: position({ board: '-X-OXXXXOOOOXXXX', mover: 'white', legal: [{ move: 'c1', flips: [] }] }),
};
const over = (black: number): Position =>
  position({ board: 'X-OOXXXXOOOOXXXX', mover: null, legal: [], over: true, empties: 0, black, white: 5 });

const summary = (id: number): Summary => ({ id, black: { kind: 'human' } }) as unknown as Summary;

let sent: { type: string; id: string }[];
let tell: (message: ServerMessage) => void;
let api: Api;
let endgame: Endgame;
let kept: Map<string, string>;

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

async function solve(moves: Record<string, number>): Promise<void> {
  const asked = sent.filter((message) => message.type === 'analyze').at(-1)!;
  tell({
    type: 'analysis',
    id: asked.id,
    done: true,
    thought: {
      depth: 12,
      selectivity: null,
      score: Math.max(...Object.values(moves)),
      exact: true,
      nodes: 1,
      nodes_per_second: null,
      ms: 1,
      line: [],
      note: null,
      moves: Object.entries(moves).map(([move, score]) => ({
        move,
        line: [],
        value: value(score, { exact: true, source: 'exact' }),
      })),
    },
  });
  await settled();
}

beforeEach(async () => {
  sent = [];
  kept = new Map();
  const socket: SocketLike = {
    send: (text) => sent.push(JSON.parse(text) as (typeof sent)[number]),
    close: () => {},
    onopen: null,
    onclose: null,
    onmessage: null,
  };
  const live = new Live(() => socket);
  live.connect();
  socket.onopen!();
  tell = (message) => socket.onmessage!({ data: JSON.stringify(message) });
  api = new Api('', () => Promise.reject(new Error('no network in tests')));
  api.games = vi.fn(() => Promise.resolve({ games: [summary(1), summary(2)], total: 2 }));
  api.game = vi.fn((id: number) =>
    Promise.resolve(game({ id, state: 'over', positions: [position({ empties: 13 }), first] })),
  );
  api.positions = vi.fn(({ moves }: Start) =>
    Promise.resolve({
      moves,
      opening: null,
      positions: [first, after[moves[0]!]!, over(moves[0] === 'a1' ? 11 : 9)].slice(0, moves.length + 1),
    }),
  );
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  };
  endgame = new Endgame(api, live, new Values(), new Settings(storage), String, () => Promise.resolve());
  await endgame.load(null);
});

describe('the endgame trainer', () => {
  it('asks only when every move is known exactly', async () => {
    expect(endgame.state).toBe('solving');
    await endgame.play('a1');
    expect(endgame.tried).toEqual([]);
    await solve({ a1: 6, b1: 4 });
    expect(endgame.state).toBe('asking');
    expect(endgame.color).toBe('black');
  });

  it('says what a move gave away, answers, and keeps the fewest discs lost', async () => {
    await solve({ a1: 6, b1: 4 });
    await endgame.play('b1');
    await solve({ c1: -4 });
    expect(endgame.state).toBe('over');
    expect(endgame.tried).toEqual([{ move: 'b1', loss: 2, best: 6 }]);
    expect([endgame.goal, endgame.score, endgame.record(1)]).toEqual([6, 4, 2]);
    await endgame.again();
    await endgame.play('a1');
    await solve({ c1: -6 });
    expect([endgame.lost, endgame.score, endgame.record(1)]).toEqual([0, 6, 0]);
    expect(JSON.parse(kept.get('turncoat.endgame')!)).toEqual({ '1.12': 0 });
  });

  it('counts a loss that was taken back, and keeps no record with help', async () => {
    await solve({ a1: 6, b1: 4 });
    await endgame.play('b1');
    await solve({ c1: -4 });
    endgame.takeBack();
    expect([endgame.state, endgame.position]).toEqual(['asking', first]);
    endgame.showAnswer();
    await endgame.play('a1');
    await solve({ c1: -6 });
    expect([endgame.lost, endgame.score]).toEqual([2, 6]);
    await endgame.next();
    expect(endgame.game!.id).toBe(2);
    endgame.showAnswer();
    await endgame.play('a1');
    expect(endgame.state).toBe('over');
    expect(endgame.record(2)).toBe(null);
  });

  it('stops thinking when left, and says when there is no such end', async () => {
    endgame.leave();
    expect(sent.at(-1)!.type).toBe('stop');
    expect(endgame.state).toBe('idle');
    await endgame.choose(8);
    expect(endgame.state).toBe('none');
  });

  it('takes the person’s side, and a position with a choice', () => {
    const forced = position({ empties: 10, legal: first.legal.slice(1) });
    const theirs = position({ empties: 9, mover: 'white', legal: first.legal });
    const mine = position({ empties: 7, legal: first.legal });
    const played = game({ positions: [position({ empties: 20 }), forced, theirs, mine] });
    expect(firstPosition(played, 12)).toBe(mine);
    expect(firstPosition({ ...played, white: played.black }, 12)).toBe(theirs);
    expect(firstPosition(played, 5)).toBe(null);
  });
});
