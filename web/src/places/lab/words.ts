// Words for what the server names.
import type { App } from '$lib/state/app.svelte';
import { presetOf } from '$lib/state/setup';

const kinds = ['match', 'tournament', 'genetic', 'zero'] as const;

export function kindText(app: App, kind: string): string {
  const known = kinds.find((name) => name === kind);
  return known ? app.t(`lab.kind.${known}`) : kind;
}

/** Presets by their names, others by their specs. */
export function playerText(app: App, spec: string): string {
  const preset = presetOf(spec, app.meta);
  return preset ? app.t(`preset.${preset}`) : spec;
}

export function dateText(app: App, date: string): string {
  const time = new Date(date);
  if (Number.isNaN(time.getTime())) return date;
  return time.toLocaleString(app.i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
}
