// Everything the app knows, made once and handed down by context: two apps could live on one page.
import { getContext, setContext } from 'svelte';
import { Api, ApiError, plainly, type Explain } from '../api/client';
import { Live, socketUrl, type LiveStatus, type SocketLike } from '../api/live';
import type { Game, Meta, Position, Side } from '../api/types';
import { I18n, preferredLanguage } from '../i18n/i18n.svelte';
import { Sounds } from '../ui/sounds';
import { Analysis } from './analysis.svelte';
import { Drill } from './drill.svelte';
import { Endgame } from './endgame.svelte';
import { Importing } from './importing.svelte';
import { Play } from './play.svelte';
import { Review } from './review.svelte';
import { Router } from './router.svelte';
import { Settings } from './settings.svelte';
import { presetOf, type Opponent } from './setup';
import { Values } from './values.svelte';

export type Sheet = 'new' | 'settings' | 'keys' | 'share' | 'import';

const key = Symbol('app');
export const provideApp = (app: App): App => setContext(key, app);
export const useApp = (): App => getContext<App>(key);

export class App {
  readonly settings = new Settings(storage());
  readonly i18n = new I18n();
  readonly api = new Api();
  readonly live = new Live(() => new WebSocket(socketUrl(location)) as unknown as SocketLike);
  readonly values = new Values();
  readonly router = new Router(window);
  readonly sounds = new Sounds(() => this.settings.data.sounds);
  readonly explain: Explain = (error) =>
    error instanceof ApiError && error.unreachable ? this.i18n.t('error.unreachable') : plainly(error);
  readonly play = new Play(this.api, this.live, this.values, () => performance.now(), this.explain);
  readonly review = new Review(this.api, this.live, this.values, this.settings, this.explain);
  readonly drill = new Drill(this.api, this.settings, this.explain);
  readonly endgame = new Endgame(this.api, this.live, this.values, this.settings, this.explain);
  readonly importing = new Importing(this);
  readonly hints = new Analysis('hint', this.live, this.values);

  meta = $state.raw<Meta | null>(null);
  status = $state<LiveStatus>('connecting');
  retryAt = $state<number | null>(null);
  sheet = $state<Sheet | null>(null);
  /** The view is turned by half a circle. */
  turned = $state(false);
  hintsOn = $state(false);
  /** The position the lab works on, as typed. */
  labStart = $state({ text: '', rules: 'standard-8' });
  /** Counts what was imported or deleted, so that open lists are fetched anew. */
  libraryChanged = $state(0);
  /** Read out by screen readers. */
  announcement = $state('');

  private readonly starts = new Map<string, Promise<Position>>();

  readonly t = this.i18n.t;

  constructor() {
    this.live.onStatus((status, retryInMs) => {
      this.status = status;
      this.retryAt = retryInMs === null ? null : performance.now() + retryInMs;
      if (status === 'open') void this.loadMeta();
    });
    this.useLanguage();
  }

  async start(): Promise<void> {
    this.live.connect();
    await this.loadMeta();
  }

  useLanguage(): void {
    const language = preferredLanguage(this.settings.data.language, navigator.languages ?? []);
    void this.i18n.use(language).then(() => {
      document.documentElement.lang = language;
    });
  }

  announce(text: string): void {
    // The same text twice is read twice only when it differs.
    this.announcement = this.announcement === text ? `${text}\u00a0` : text;
  }

  /** The ruleset's own first position. */
  startPosition(rules: string): Promise<Position> {
    let start = this.starts.get(rules);
    if (!start) {
      start = this.api.positions({ rules, moves: [] }).then(({ positions }) => positions[0]!);
      start.catch(() => this.starts.delete(rules));
      this.starts.set(rules, start);
    }
    return start;
  }

  /** How a side is called here: presets and people in the reader's language. */
  sideName(side: Side, game: Game): string {
    if (side.kind === 'human') {
      const alone = game.black.kind !== game.white.kind;
      return alone ? this.t('you') : side === game.black ? this.t('black') : this.t('white');
    }
    const preset = presetOf(side.spec, this.meta);
    return preset ? this.t(`preset.${preset}`) : side.name || side.spec || '';
  }

  opponentName = (opponent: Opponent): string =>
    opponent.preset ? this.t(`preset.${opponent.preset}`) : opponent.player;

  private async loadMeta(): Promise<void> {
    if (this.meta) return;
    try {
      this.meta = await this.api.meta();
    } catch {
      // The line about the server says so, and the next connection asks again.
    }
  }
}

function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
