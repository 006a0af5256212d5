// Why a move was a mistake, in words from the catalogue.
import type { Reason, ReviewPly } from '../api/types';
import type { App } from './app.svelte';
import { moveNumber } from './plies';

export function reasonText(app: App, reason: Reason): string {
  const squares = app.i18n.list(reason.squares);
  return app.t(`reason.${reason.code}`, { squares, n: Math.round(reason.amount ?? 0) });
}

export const lossText = (loss: number): string => `−${loss.toFixed(loss < 9.95 && loss % 1 !== 0 ? 1 : 0)}`;

export const discsText = (loss: number): string => lossText(loss).slice(1);

/** "Move 23 c7 gave up the corner h8" */
export function momentText(app: App, ply: ReviewPly, plies: { move: string }[]): string {
  const head = app.t('moment.head', { number: moveNumber(plies, ply.ply), move: ply.move });
  if (ply.reasons.length === 0) return head;
  return app.t('moment.why', {
    head,
    reasons: app.i18n.list(ply.reasons.map((reason) => reasonText(app, reason))),
  });
}
