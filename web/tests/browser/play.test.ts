import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Game } from '../../src/lib/api/types';
import { desktop, launch, Server, Visit, type Options } from './harness';

const server = new Server();
let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  await server.start();
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});
afterEach(async () => {
  await visit?.leave();
});

const arrive = async (fragment = '', options: Options = {}) => {
  visit = await Visit.to(browser, server, fragment, options);
  return visit;
};

async function newGame(choose: (sheet: Locator) => Promise<unknown>): Promise<void> {
  const { page } = visit;
  await page.getByRole('button', { name: 'New game' }).first().click();
  const sheet = page.getByRole('dialog');
  await sheet.waitFor();
  await choose(sheet);
  await sheet.getByRole('button', { name: 'Start' }).click();
  await sheet.waitFor({ state: 'detached' });
}

describe('the first visit', () => {
  it('is a game ready to start, with no dialog in the way and nothing stored', async () => {
    const { page } = await arrive();
    await visit.open().first().waitFor();
    expect(await visit.open().count()).toBe(4);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.locator('[data-color=black]').textContent()).toContain('You');
    expect(await page.locator('[data-color=white]').textContent()).toContain('Club player');
    expect(await visit.status().textContent()).toContain('Your move begins the game');
    expect((await server.call<{ total: number }>('GET', '/games')).total).toBe(0);
  });
});

describe('a game', () => {
  it('is played to its end against a beginner, and its review opens by itself', async () => {
    const { page } = await arrive();
    await newGame((sheet) => sheet.getByText('Beginner', { exact: true }).click());
    for (let i = 0; i < 40 && (await page.getByText('Review the game').count()) === 0; i += 1) {
      if (page.url().includes('#/review')) break;
      await visit.playOne(i);
    }
    await page.waitForURL(/#\/review\/\d+/);
    await page.getByText('Discs lost').waitFor();
    const [game] = (await server.call<{ games: { state: string; reason: string }[] }>('GET', '/games')).games;
    expect(game).toMatchObject({ state: 'over', reason: 'finished' });
  });

  it('shows hints with where they came from, and stops thinking', async () => {
    const { page } = await arrive();
    await visit.playOne();
    await page.getByRole('button', { name: 'Hint' }).click();
    const scores = page.locator('svg text.score');
    await page.waitForFunction(
      () =>
        document.querySelectorAll('svg text.score').length ===
        document.querySelectorAll('[aria-disabled=false]').length,
    );
    for (const text of await scores.allTextContents()) expect(text).toMatch(/^([+−]\d+(\.\d)?|0(\.0)?)$/);
    for (const text of await page.locator('svg text.from').allTextContents())
      expect(text).toMatch(/^(d\d+( \d+%)?|exact|book)$/);
    expect(await page.locator('svg .best').count()).toBeGreaterThan(0);
    const label = await visit.open().first().getAttribute('aria-label');
    expect(label).toMatch(/legal, flips \d+ discs?, /);
    await page.getByRole('button', { name: 'Hint' }).click();
    expect(await scores.count()).toBe(0);
  });

  it('is taken back to the last choice', async () => {
    const { page } = await arrive();
    await visit.playOne();
    await visit.playOne();
    expect(await visit.plies().count()).toBeGreaterThanOrEqual(4);
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.waitForFunction(() => document.querySelectorAll('[data-ply]').length === 2);
    await visit.open().first().waitFor();
    expect(await visit.status().textContent()).toContain('Your move');
  });

  it('says a pass, and hands the turn back', async () => {
    const game = await server.call<Game>('POST', '/games', {
      rules: 'standard-4',
      // Black takes d1; White then has no move, and Black has c4.
      board: 'XOO-' + 'XXXX' + 'XXXO' + 'XO--',
      mover: 'black',
      black: { kind: 'human' },
      white: { kind: 'human' },
      clock: null,
      opening: 'free',
    });
    await arrive(`#/play/${game.id}`);
    await visit.square('d1').click();
    await visit.page.getByText('has no move —').first().waitFor();
    expect(await visit.page.getByTestId('announcement').textContent()).toContain('has no move');
  });

  it('is resigned only when meant, and offers what next', async () => {
    const { page } = await arrive('', { settings: { autoReview: false } });
    await visit.playOne();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Play on' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByText('Black resigned; White wins.').first().waitFor();
    await page.getByRole('button', { name: 'Rematch' }).click();
    await page.locator('[data-color=white]', { hasText: 'You' }).waitFor();
  });

  it('has clocks that run, and pauses', async () => {
    const { page } = await arrive();
    await newGame((sheet) =>
      sheet.getByRole('combobox', { name: 'Clock', exact: true }).selectOption('normal'),
    );
    await visit.playOne();
    const clock = page.locator('[data-color=black] [role=timer]');
    const before = await clock.textContent();
    await page.waitForFunction(
      (text) => document.querySelector('[data-color=black] [role=timer]')?.textContent !== text,
      before,
    );
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused.').first().waitFor();
    expect(await visit.open().count()).toBe(0);
    await page.getByRole('button', { name: 'Go on' }).click();
    await visit.open().first().waitFor();
  });

  it.each([6, 12])('is played on %i squares a side', async (size) => {
    const { page } = await arrive();
    await newGame(async (sheet) => {
      await sheet.getByText('Beginner', { exact: true }).click();
      await sheet.getByRole('combobox', { name: 'Board', exact: true }).selectOption(`standard-${size}`);
    });
    await visit.open().first().waitFor();
    expect(await page.locator('[role=gridcell]').count()).toBe(size * size);
    for (let i = 0; i < 3; i += 1) await visit.playOne(i);
    expect(await visit.plies().count()).toBeGreaterThanOrEqual(6);
    await visit.picture(`play-${size}x${size}-light`);
  });

  it('is set up from the declared parameters of any player', async () => {
    const { page } = await arrive();
    await newGame(async (sheet) => {
      await sheet.getByText('Laboratory players').click();
      await sheet.getByRole('combobox', { name: 'Player', exact: true }).selectOption('mcts');
      await sheet.getByLabel(/^sims/).fill('200');
      await sheet.getByLabel(/^final/).selectOption('winrate');
      await sheet.getByText('mcts:sims=200,final=winrate').waitFor();
    });
    await visit.playOne();
    const [game] = (await server.call<{ games: { id: number }[] }>('GET', '/games?limit=1')).games;
    expect((await server.call<Game>('GET', `/games/${game!.id}`)).white.spec).toBe(
      'mcts:sims=200,final=winrate',
    );
    await page.locator('[data-color=white]', { hasText: 'mcts' }).waitFor();
  });

  it('goes on after the server was killed and came back', async () => {
    const { page } = await arrive();
    await visit.playOne();
    await visit.playOne();
    const moves = await visit.plies().allTextContents();
    visit.forgiving = true;
    await server.kill();
    await page.getByText('Turncoat does not answer').waitFor();
    expect(await visit.plies().allTextContents()).toEqual(moves);
    expect(await visit.open().count()).toBe(0);
    await visit.picture('away-light');
    await server.start();
    await page
      .getByRole('button', { name: 'Try now' })
      .click({ timeout: 2000 })
      .catch(() => {});
    await page.getByText('Turncoat does not answer').waitFor({ state: 'detached' });
    expect(await visit.plies().allTextContents()).toEqual(moves);
    await visit.playOne();
    expect(await visit.plies().count()).toBeGreaterThanOrEqual(moves.length + 2);
  });
});

describe('the keyboard', () => {
  it('is enough for a game', async () => {
    const { page } = await arrive('', desktop);
    await visit.open().first().waitFor();
    await page.keyboard.press('b');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-square'));
    expect(await focused()).toMatch(/^[a-h][1-8]$/);
    // To d3 from wherever we are.
    for (let i = 0; i < 8; i += 1) await page.keyboard.press('ArrowUp');
    for (let i = 0; i < 8; i += 1) await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe('a1');
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowRight');
    for (let i = 0; i < 2; i += 1) await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('d3');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('[data-ply]').length >= 2);
    await page
      .getByTestId('announcement')
      .getByText(/White plays [a-h][1-8]/)
      .waitFor();
    await page.keyboard.press('h');
    await page.locator('svg text.score').first().waitFor();
    await page.keyboard.press('h');
    await page.keyboard.press('Home');
    await page.getByText('Looking at move 0 of').waitFor();
    await page.keyboard.press('.');
    await page.getByText('Looking at move 1 of').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('f');
    expect(await page.locator('.strip').first().getAttribute('data-color')).toBe('white');
    await page.keyboard.press('u');
    await page.waitForFunction(() => document.querySelectorAll('[data-ply]').length === 0);
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Take back').waitFor();
    await visit.accessible();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
