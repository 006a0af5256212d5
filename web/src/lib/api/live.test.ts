import { beforeEach, describe, expect, it } from 'vitest';
import { firstPauseMs, Live, longestPauseMs, pingEveryMs, pongWithinMs, type SocketLike } from './live';
import type { ServerMessage } from './types';

class FakeSocket implements SocketLike {
  sent: string[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.closed = true;
  }
  types = () => this.sent.map((text) => (JSON.parse(text) as { type: string }).type);
}

/** Timers that only run when told to. */
class FakeTimers {
  private timers = new Map<number, { at: number; callback: () => void }>();
  private count = 0;
  now = 0;
  set = (callback: () => void, ms: number) => {
    this.count += 1;
    this.timers.set(this.count, { at: this.now + ms, callback });
    return this.count;
  };
  clear = (handle: unknown) => void this.timers.delete(handle as number);
  random = () => 0.5;
  pass(ms: number) {
    const end = this.now + ms;
    for (;;) {
      const due = [...this.timers]
        .filter(([, timer]) => timer.at <= end)
        .sort((a, b) => a[1].at - b[1].at)[0];
      if (!due) break;
      this.timers.delete(due[0]);
      this.now = due[1].at;
      due[1].callback();
    }
    this.now = end;
  }
}

let sockets: FakeSocket[];
let timers: FakeTimers;
let live: Live;
const last = () => sockets.at(-1)!;
const open = () => last().onopen!();
const drop = () => last().onclose!();

beforeEach(() => {
  sockets = [];
  timers = new FakeTimers();
  live = new Live(() => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  }, timers);
});

describe('the live socket', () => {
  it('asks for everything it watches again after a reconnection', () => {
    live.connect();
    live.watchGame(12);
    open();
    expect(last().types()).toEqual(['watch']);
    live.analyze({
      type: 'analyze',
      id: 'a1',
      start: { rules: 'standard-8', moves: [] },
      level: 10,
      ms: null,
    });
    const leave = live.watchReview(3);
    expect(last().types()).toEqual(['watch', 'analyze', 'watch_review']);
    leave();
    drop();
    timers.pass(firstPauseMs);
    open();
    expect(last().types()).toEqual(['watch', 'analyze']);
  });

  it('does not ask again for what was stopped or is done', () => {
    live.connect();
    open();
    const ask = (id: string) =>
      live.analyze({ type: 'analyze', id, start: { rules: 'standard-8', moves: [] }, level: 10, ms: null });
    ask('a1');
    ask('a2');
    live.stop('a1');
    live.settle('a2');
    expect(last().types()).toEqual(['analyze', 'analyze', 'stop']);
    drop();
    timers.pass(firstPauseMs);
    open();
    expect(last().sent).toEqual([]);
  });

  it('waits longer from try to try, up to a limit, and starts anew after a success', () => {
    live.connect();
    const waits: number[] = [];
    live.onStatus((status, wait) => {
      if (status === 'away') waits.push(wait!);
    });
    for (let i = 0; i < 7; i += 1) {
      drop();
      timers.pass(longestPauseMs);
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
    open();
    drop();
    expect(waits.at(-1)).toBe(firstPauseMs);
  });

  it('tries at once when hurried, and only once', () => {
    live.connect();
    open();
    drop();
    live.hurry();
    expect(sockets).toHaveLength(2);
    timers.pass(longestPauseMs);
    expect(sockets).toHaveLength(2);
  });

  it('notices a connection that died in silence', () => {
    live.connect();
    open();
    timers.pass(pingEveryMs);
    expect(last().types()).toEqual(['ping']);
    last().onmessage!({ data: '{"type":"pong"}' });
    timers.pass(pongWithinMs);
    expect(live.status).toBe('open');
    timers.pass(pingEveryMs + pongWithinMs);
    expect(sockets[0]!.closed).toBe(true);
    expect(live.status).toBe('away');
  });

  it('hands on messages and ignores noise', () => {
    const heard: ServerMessage[] = [];
    live.onMessage((message) => heard.push(message));
    live.connect();
    open();
    for (const data of [
      '{',
      42,
      '{"type":"pong"}',
      '{"type":"error","id":null,"error":{"code":"x","message":"y"}}',
    ])
      last().onmessage!({ data });
    expect(heard.map((message) => message.type)).toEqual(['error']);
  });

  it('stays closed when closed', () => {
    live.connect();
    open();
    live.close();
    drop();
    timers.pass(longestPauseMs * 2);
    expect(sockets).toHaveLength(1);
  });
});
