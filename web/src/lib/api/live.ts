// The live socket: one connection, opened again with growing pauses whenever it is lost, with everything that was
// watched asked for again. It is not a queue: what is said while the connection is down and is not a lasting
// wish (watch, analyze) is dropped.
import type { ClientMessage, ServerMessage } from './types';

export type LiveStatus = 'connecting' | 'open' | 'away';

/** What a WebSocket must offer here; tests give their own. */
export interface SocketLike {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
}

export interface Timers {
  set(callback: () => void, ms: number): unknown;
  clear(handle: unknown): void;
  random(): number;
}

const systemTimers: Timers = {
  set: (callback, ms) => setTimeout(callback, ms),
  clear: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
  random: () => Math.random(),
};

export const firstPauseMs = 500;
export const longestPauseMs = 8000;
export const pingEveryMs = 20_000;
export const pongWithinMs = 10_000;

export class Live {
  status: LiveStatus = 'connecting';
  private socket: SocketLike | null = null;
  private attempts = 0;
  private retry: unknown = null;
  private beat: unknown = null;
  private closed = false;
  /** Asked for again on every connection, in the order they were first asked. */
  private readonly wishes = new Map<string, ClientMessage>();
  private readonly listeners = new Set<(message: ServerMessage) => void>();
  private readonly watchers = new Set<(status: LiveStatus, retryInMs: number | null) => void>();

  constructor(
    private readonly open: () => SocketLike,
    private readonly timers: Timers = systemTimers,
  ) {}

  connect(): void {
    this.closed = false;
    this.timers.clear(this.retry);
    this.retry = null;
    if (this.socket) return;
    if (this.attempts === 0) this.say('connecting', null);
    let socket: SocketLike;
    try {
      socket = this.open();
    } catch {
      this.lost();
      return;
    }
    this.socket = socket;
    socket.onopen = () => {
      this.attempts = 0;
      for (const wish of this.wishes.values()) socket.send(JSON.stringify(wish));
      this.say('open', null);
      this.ping();
    };
    socket.onmessage = (event) => {
      this.ping();
      const message = parse(event.data);
      if (message && message.type !== 'pong') for (const listener of this.listeners) listener(message);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  close(): void {
    this.closed = true;
    this.timers.clear(this.retry);
    this.timers.clear(this.beat);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** Tries at once instead of waiting for the next attempt. */
  hurry(): void {
    if (!this.socket) this.connect();
  }

  onMessage(listener: (message: ServerMessage) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  onStatus(watcher: (status: LiveStatus, retryInMs: number | null) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  watchGame(game: number): () => void {
    this.wish(`game ${game}`, { type: 'watch', game });
    return () => this.unwish(`game ${game}`, { type: 'unwatch', game });
  }

  watchReview(review: number): () => void {
    this.wish(`review ${review}`, { type: 'watch_review', review });
    return () => this.unwish(`review ${review}`, { type: 'unwatch_review', review });
  }

  watchRun(run: number): () => void {
    this.wish(`run ${run}`, { type: 'watch_run', run });
    return () => this.unwish(`run ${run}`, { type: 'unwatch_run', run });
  }

  analyze(message: Extract<ClientMessage, { type: 'analyze' }>): void {
    this.wish(`analysis ${message.id}`, message);
  }

  stop(id: string): void {
    this.unwish(`analysis ${id}`, { type: 'stop', id });
  }

  /** A finished analysis is not asked for again after a reconnection. */
  settle(id: string): void {
    this.wishes.delete(`analysis ${id}`);
  }

  private wish(key: string, message: ClientMessage): void {
    this.wishes.set(key, message);
    this.send(message);
  }

  private unwish(key: string, message: ClientMessage): void {
    if (this.wishes.delete(key)) this.send(message);
  }

  private send(message: ClientMessage): void {
    if (this.status === 'open') this.socket?.send(JSON.stringify(message));
  }

  private lost(): void {
    this.timers.clear(this.beat);
    this.socket = null;
    if (this.closed) return;
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** this.attempts);
    const wait = Math.round(pause * (0.75 + 0.5 * this.timers.random()));
    this.attempts += 1;
    this.retry = this.timers.set(() => {
      this.retry = null;
      this.connect();
    }, wait);
    this.say('away', wait);
  }

  // A connection that died without saying so is noticed by an unanswered ping.
  private ping(): void {
    this.timers.clear(this.beat);
    this.beat = this.timers.set(() => {
      this.send({ type: 'ping' });
      this.beat = this.timers.set(() => {
        const socket = this.socket;
        this.lost();
        socket?.close();
      }, pongWithinMs);
    }, pingEveryMs);
  }

  private say(status: LiveStatus, retryInMs: number | null): void {
    this.status = status;
    for (const watcher of this.watchers) watcher(status, retryInMs);
  }
}

function parse(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    return JSON.parse(data) as ServerMessage;
  } catch {
    return null;
  }
}

export function socketUrl(location: { protocol: string; host: string }): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/v1/live`;
}
