// What the player prefers, kept in the browser. Unknown or broken stored values fall back to the defaults.
import type { Language } from '../i18n/i18n.svelte';

export const themes = ['system', 'light', 'dark'] as const;
export const palettes = ['green', 'blue', 'grey', 'safe'] as const;
export type Theme = (typeof themes)[number];
export type Palette = (typeof palettes)[number];

export interface SettingsData {
  theme: Theme;
  palette: Palette;
  language: Language | 'system';
  legalDots: boolean;
  animate: boolean;
  sounds: boolean;
  shortcuts: boolean;
  autoReview: boolean;
  /** Levels of the engine. */
  hintLevel: number;
  reviewLevel: number;
}

export const defaults: SettingsData = {
  theme: 'system',
  palette: 'green',
  language: 'system',
  legalDots: true,
  animate: true,
  sounds: false,
  shortcuts: true,
  autoReview: true,
  hintLevel: 16,
  reviewLevel: 10,
};

const storageKey = 'turncoat.settings';

const allowed: Partial<Record<keyof SettingsData, readonly unknown[]>> = {
  theme: themes,
  palette: palettes,
  language: ['system', 'en', 'fr', 'ja'],
};

export function readSettings(text: string | null): SettingsData {
  const settings: SettingsData = { ...defaults };
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    return settings;
  }
  if (typeof stored !== 'object' || stored === null) return settings;
  for (const key of Object.keys(defaults) as (keyof SettingsData)[]) {
    const value = (stored as Record<string, unknown>)[key];
    if (typeof value !== typeof defaults[key]) continue;
    if (allowed[key] && !allowed[key].includes(value)) continue;
    if (typeof value === 'number' && !(value >= 1 && value <= 60)) continue;
    Object.assign(settings, { [key]: value });
  }
  return settings;
}

export class Settings {
  data = $state<SettingsData>({ ...defaults });

  constructor(private readonly storage: Pick<Storage, 'getItem' | 'setItem'> | null) {
    this.data = readSettings(read(storage, storageKey));
  }

  change(change: Partial<SettingsData>): void {
    Object.assign(this.data, change);
    this.remember('settings', this.data);
  }

  /** Small things the app remembers by itself: the last game, the last choices of the New-game sheet. */
  recall<T>(name: string): T | null {
    try {
      return JSON.parse(read(this.storage, `turncoat.${name}`) ?? 'null') as T | null;
    } catch {
      return null;
    }
  }

  remember(name: string, value: unknown): void {
    try {
      this.storage?.setItem(`turncoat.${name}`, JSON.stringify(value));
    } catch {
      // A full or forbidden storage: the app works, it only forgets.
    }
  }
}

function read(storage: Pick<Storage, 'getItem'> | null, key: string): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}
