// Says what happens in the game on the table, for ears and screen readers, and opens the review when it ends.
import type { Game } from '../api/types';
import type { App } from './app.svelte';
import type { GameEvent } from './plies';

/** Long enough to see the last discs turn and read the result. */
const pauseBeforeReviewMs = 2500;

export function narrate(app: App): void {
  app.play.onEvents = (events, game) => {
    const said = events.map((event) => sentence(app, event, game)).filter((text) => text !== '');
    if (said.length) app.announce(said.join(' '));
    if (events.some((event) => event.kind === 'over')) {
      app.sounds.end();
      openReviewSoon(app, game);
    } else if (events.some((event) => event.kind === 'pass')) app.sounds.pass();
    else if (events.some((event) => event.kind === 'move')) app.sounds.place();
  };
}

export const colorName = (app: App, color: 'black' | 'white'): string =>
  color === 'black' ? app.t('black') : app.t('white');

export function passText(app: App, color: 'black' | 'white'): string {
  const again = color === 'black' ? 'white' : 'black';
  return app.t('status.pass', { color: colorName(app, color), other: colorName(app, again) });
}

function sentence(app: App, event: GameEvent, game: Game): string {
  switch (event.kind) {
    case 'move':
      return event.human
        ? ''
        : app.t('announce.move', { color: colorName(app, event.color), move: event.move, n: event.flips });
    case 'pass':
      return passText(app, event.color);
    case 'back':
      return app.t('announce.back');
    case 'over':
      return resultText(app, game);
  }
}

export function resultText(app: App, game: Game): string {
  const result = game.result;
  if (!result) return game.state === 'over' ? app.t('result.broken') : '';
  const last = game.positions.at(-1)!;
  const discs = `${last.black}–${last.white}`;
  const alone = app.play.game?.id === game.id ? app.play.humanColor : aloneColor(game);
  const color = result.winner ? colorName(app, result.winner) : '';
  switch (result.reason) {
    case 'resigned':
      return app.t('result.resigned', { color, loser: colorName(app, result.by ?? 'black') });
    case 'time':
      return app.t('result.time', { color, loser: colorName(app, result.by ?? 'black') });
    case 'failed':
      return app.t('result.failed', { color });
    case 'finished':
      if (!result.winner) return app.t('result.draw', { discs });
      if (alone === result.winner) return app.t('result.youWin', { discs });
      if (alone) return app.t('result.youLose', { discs });
      return app.t('result.wins', { color, discs });
  }
}

const aloneColor = (game: Game) =>
  game.black.kind === game.white.kind ? null : game.black.kind === 'human' ? 'black' : 'white';

function openReviewSoon(app: App, game: Game): void {
  if (!app.settings.data.autoReview || game.plies.length < 2) return;
  setTimeout(() => {
    const route = app.router.route;
    const stillThere = route.place === 'play' && app.play.game?.id === game.id && !app.sheet;
    if (stillThere && app.play.game?.state === 'over') app.router.go(`#/review/${game.id}`);
  }, pauseBeforeReviewMs);
}
