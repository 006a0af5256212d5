import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Api, ApiError } from '../api/client';
import { Live, type SocketLike } from '../api/live';
import type { Game, GameRequest, ServerMessage } from '../api/types';
import { Play } from './play.svelte';
import { game, ply, position } from './testing';
import { Values } from './values.svelte';

const request: GameRequest = {
  rules: 'standard-8',
  black: { kind: 'human', name: 'You' },
  white: { kind: 'player', spec: 'engine:level=6', name: 'Club player' },
  clock: null,
  opening: 'free',
};

let api: Api;
let live: Live;
let play: Play;
let tell: (message: ServerMessage) => void;

beforeEach(() => {
  api = new Api('', () => Promise.reject(new Error('no network in tests')));
  const socket: SocketLike = {
    send: () => {},
    close: () => {},
    onopen: null,
    onclose: null,
    onmessage: null,
  };
  live = new Live(() => socket);
  live.connect();
  socket.onopen!();
  tell = (message) => socket.onmessage!({ data: JSON.stringify(message) });
  play = new Play(api, live, new Values(), () => 0);
  api.positions = vi.fn(() => Promise.resolve({ moves: [], positions: [position()], opening: null }));
});

describe('a game', () => {
  it('is a draft until the first move, then the server’s', async () => {
    api.createGame = vi.fn(() => Promise.resolve(game({ revision: 1 })));
    api.move = vi.fn(() =>
      Promise.resolve(
        game({
          revision: 2,
          plies: [ply('d3', 'black')],
          positions: [position(), position({ mover: 'white' })],
        }),
      ),
    );
    await play.start(request);
    expect(play.draft).toBe(true);
    expect(play.humanToMove).toBe(true);
    expect(api.createGame).not.toHaveBeenCalled();
    await play.move('d3');
    expect(api.move).toHaveBeenCalledWith(1, 1, 'd3');
    expect(play.game?.plies).toHaveLength(1);
    expect(play.humanToMove).toBe(false);
  });

  it('is made at once when the machine begins or an opening is dealt', async () => {
    api.createGame = vi.fn(() => Promise.resolve(game()));
    await play.start({ ...request, black: request.white, white: request.black });
    await play.start({ ...request, opening: 'balanced' });
    expect(api.createGame).toHaveBeenCalledTimes(2);
    expect(play.draft).toBe(false);
  });

  async function opened(first: Game): Promise<void> {
    api.game = vi.fn(() => Promise.resolve(first));
    expect(await play.open(first.id)).toBe(true);
  }

  it('drops what is older than what it has', async () => {
    await opened(game({ revision: 5, plies: [ply('d3', 'black')], positions: [position(), position()] }));
    tell({ type: 'game', game: game({ revision: 4 }) });
    expect(play.game?.revision).toBe(5);
    tell({ type: 'game', game: game({ id: 2, revision: 9 }) });
    expect(play.game?.id).toBe(1);
    tell({ type: 'game', game: game({ revision: 6, state: 'paused' }) });
    expect(play.game?.state).toBe('paused');
  });

  it('shows thoughts of this very position only', async () => {
    await opened(game({ revision: 5, positions: [position({ mover: 'white' })] }));
    const thought = {
      depth: 9,
      selectivity: null,
      score: 2,
      exact: false,
      nodes: 1,
      nodes_per_second: 1,
      ms: 1,
      line: [],
      moves: [],
      note: null,
    };
    tell({ type: 'thinking', game: 1, revision: 4, thought });
    expect(play.thought).toBeNull();
    tell({ type: 'thinking', game: 1, revision: 5, thought });
    expect(play.thought?.depth).toBe(9);
  });

  it('is walked without being changed', async () => {
    const plies = [ply('d3', 'black'), ply('c3', 'white')];
    await opened(game({ plies, positions: [position(), position(), position()] }));
    play.goTo(1);
    expect([play.ply, play.atEnd]).toEqual([1, false]);
    play.goTo(-5);
    expect(play.ply).toBe(0);
    play.goTo(Infinity);
    expect([play.ply, play.atEnd]).toEqual([2, true]);
    play.goTo(1);
    tell({
      type: 'game',
      game: game({
        revision: 2,
        plies: [...plies, ply('e3', 'black')],
        positions: [position(), position(), position(), position()],
      }),
    });
    expect(play.ply).toBe(1);
  });

  it('asks once more when the opponent was quicker', async () => {
    await opened(game({ revision: 5 }));
    const undo = vi
      .fn<(id: number, revision: number) => Promise<Game>>()
      .mockRejectedValueOnce(new ApiError(409, 'stale', 'old'))
      .mockResolvedValueOnce(game({ revision: 8 }));
    api.undo = undo;
    api.game = vi.fn(() => Promise.resolve(game({ revision: 7 })));
    await play.undo();
    expect(undo.mock.calls.map((call) => call[1])).toEqual([5, 7]);
    expect(play.game?.revision).toBe(8);
    expect(play.error).toBeNull();
  });

  it('keeps the board and says so when the server is away', async () => {
    await opened(game());
    api.move = () => Promise.reject(new ApiError(0, 'unreachable', 'The server does not answer.'));
    await play.move('d3');
    expect(play.error).toBe('The server does not answer.');
    expect(play.game?.id).toBe(1);
  });

  it('is played again with colours changed', async () => {
    await opened(game({ state: 'over' }));
    api.createGame = vi.fn((wanted: GameRequest) =>
      Promise.resolve(
        game({
          id: 2,
          black: { kind: 'player', spec: 'engine:level=6', name: '' },
          white: { kind: 'human', spec: null, name: wanted.white.name ?? '' },
        }),
      ),
    );
    await play.rematch();
    expect(api.createGame).toHaveBeenCalledWith(
      expect.objectContaining({
        black: expect.objectContaining({ kind: 'player' }),
        white: expect.objectContaining({ kind: 'human' }),
      }),
    );
    expect(play.humanColor).toBe('white');
  });

  it('that is gone is told apart from a server that is away', async () => {
    api.game = () => Promise.reject(new ApiError(404, 'not_found', 'no such game'));
    expect(await play.open(99)).toBe(false);
    expect(play.error).toBeNull();
    api.game = () => Promise.reject(new ApiError(0, 'unreachable', 'The server does not answer.'));
    expect(await play.open(98)).toBe(true);
    expect(play.error).not.toBeNull();
  });
});
