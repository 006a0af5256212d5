// Games and positions from outside: pasted text or dropped files, sent to the server, which knows the formats.
import type { ImportResult } from '../api/types';
import type { App } from './app.svelte';
import { startToFragment } from './router.svelte';

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000)
    text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

export class Importing {
  text = $state('');
  busy = $state(false);
  error = $state('');

  constructor(private readonly app: App) {}

  /** What fails stays in the sheet, with the reason. */
  takeText(text: string): Promise<void> {
    this.text = text;
    return this.take([() => this.app.api.importText(text)]);
  }

  takeFiles(files: Iterable<File>): Promise<void> {
    return this.take(
      [...files].map((file) => async () => {
        const bytes = new Uint8Array(await file.arrayBuffer());
        return this.app.api.importBytes(file.name, toBase64(bytes));
      }),
    );
  }

  private async take(works: (() => Promise<ImportResult>)[]): Promise<void> {
    const { app } = this;
    if (this.busy || works.length === 0) return;
    this.busy = true;
    this.error = '';
    try {
      const all: ImportResult = { games: [], added: 0, skipped: 0, position: null };
      for (const work of works) {
        const { games, position } = await work();
        all.games.push(...games);
        all.position ??= position;
      }
      if (all.games.length === 0 && !all.position) throw new Error(app.t('import.nothing'));
      this.text = '';
      app.sheet = null;
      app.announce(app.t('import.done', { n: all.games.length }));
      app.libraryChanged += 1;
      app.router.go(placeOf(all));
    } catch (reason) {
      this.error = app.explain(reason);
      app.sheet = 'import';
    } finally {
      this.busy = false;
    }
  }
}

/** Where to go with what came in: one game or position is opened, several are listed. */
function placeOf({ games, position }: ImportResult): string {
  const [only, second] = games;
  if (position && !only) return startToFragment(position);
  return only && !second ? `#/review/${only.id}` : '#/library';
}
