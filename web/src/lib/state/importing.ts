// Games and positions from outside: pasted text or a dropped file, sent to the server, which knows the formats.
import type { ImportResult } from '../api/types';
import type { App } from './app.svelte';
import { startToFragment } from './router.svelte';

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000)
    text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

export async function importFile(app: App, file: File): Promise<ImportResult> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return app.api.importBytes(file.name, toBase64(bytes));
}

/** Where to go with what came in: one game or position is opened, several are listed. */
export function openImported(app: App, result: ImportResult): void {
  const [only, second] = result.games;
  if (result.position && !only) app.router.go(startToFragment(result.position));
  else if (only && !second) app.router.go(`#/review/${only.id}`);
  else app.router.go('#/library');
}
