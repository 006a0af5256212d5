// Every main screen in light and dark, on a desk and on a phone: nothing sticks out, nothing is out of reach for
// axe-core, and script/web pictures keeps what was seen.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launch, phone, Server, Visit } from './harness';

const server = new Server();
let browser: Browser;
let visit: Visit;
let reviewedGame = 0;
let run = 0;
let tree = 0;

const game =
  'e6f6d3d6f5e3f4g3e7e8g4f3d7c6d8c7f2c3d2d1c5c4b4h3f7f8c8b5c2b3g5h5c1b6e2f1a3b8b7a8h4g6h6a4b2a5a7a1g2g7a6b1h7a2h2g8e1g1h1';

beforeAll(async () => {
  await server.start();
  browser = await launch();
  const { games } = await server.call<{ games: { id: number }[] }>('POST', '/import', { text: game });
  reviewedGame = games[0]!.id;
  const made = await server.call<{ id: number }>('POST', '/tournaments', {
    players: ['random', 'greedy', 'alphabeta:depth=2', 'mcts:sims=50'],
    rules: 'standard-6',
    games: 10,
    seed: 1,
  });
  run = made.id;
  const grown = await server.call<{ id: number }>('POST', '/trees', {
    start: { rules: 'standard-8', moves: ['f5', 'd6', 'c3'] },
    spec: 'mcts',
    iterations: 5000,
  });
  tree = grown.id;
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});
afterEach(async () => {
  await visit?.leave();
});

interface Screen {
  name: string;
  fragment: () => string;
  ready: (page: Page) => Promise<unknown>;
}

const midgame = async (page: Page) => {
  await visit.open().first().waitFor();
  for (let i = 0; i < 5; i += 1) await visit.playOne(2 * i + 1);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.waitForFunction(() => {
    const scores = document.querySelectorAll('svg text.score').length;
    return scores > 0 && scores === document.querySelectorAll('[aria-disabled=false]').length;
  });
};

const screens: Screen[] = [
  { name: 'play', fragment: () => '', ready: () => visit.open().first().waitFor() },
  { name: 'hints', fragment: () => '', ready: midgame },
  {
    name: 'new-game',
    fragment: () => '',
    ready: async (page) => {
      await visit.open().first().waitFor();
      await page.getByRole('button', { name: 'New game' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'settings',
    fragment: () => '',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'review-home',
    fragment: () => '#/review',
    ready: (page) => page.getByText('Finished games').waitFor(),
  },
  {
    name: 'review',
    fragment: () => `#/review/${reviewedGame}`,
    ready: async (page) => {
      await page.getByText('Discs lost').waitFor();
      await page.locator('progress').waitFor({ state: 'detached', timeout: 100_000 });
      await page.getByText('Both', { exact: true }).click();
      await page.locator('.moment', { hasText: 'h7' }).click();
      await page.locator('svg .arrow').waitFor();
    },
  },
  { name: 'drill', fragment: () => '#/drill', ready: () => visit.open().first().waitFor() },
  {
    name: 'endgame',
    fragment: () => `#/endgame/${reviewedGame}`,
    ready: async (page) => {
      await visit.open().first().waitFor({ timeout: 60_000 });
      await visit.square('g7').click();
      await page.getByText('away').waitFor();
      await visit.open().first().waitFor({ timeout: 60_000 });
    },
  },
  {
    name: 'share',
    fragment: () => `#/review/${reviewedGame}`,
    ready: async (page) => {
      await page.locator('progress').waitFor({ state: 'detached', timeout: 100_000 });
      await page.getByRole('button', { name: 'Share and save' }).click();
      await page.getByTestId('animation').waitFor();
    },
  },
  {
    name: 'lab-run',
    fragment: () => `#/lab/runs/${run}`,
    ready: (page) => page.getByText('finished').waitFor({ timeout: 100_000 }),
  },
  { name: 'lab-runs', fragment: () => '#/lab', ready: (page) => page.getByText('finished').waitFor() },
  {
    name: 'lab-evaluator',
    fragment: () => '#/lab/evaluators/patterns-8',
    ready: (page) => page.locator('canvas').first().waitFor(),
  },
  {
    name: 'lab-tree',
    fragment: () => `#/lab/tree/${tree}`,
    ready: async (page) => {
      await page.getByText(/5,00\d visits/).waitFor();
      await page
        .getByRole('button', { name: /Visits/ })
        .first()
        .click();
      await page.waitForFunction(() => document.querySelectorAll('li li').length > 0);
    },
  },
  {
    name: 'lab-position',
    fragment: () => '#/lab/position',
    ready: () => visit.open().first().waitFor(),
  },
  { name: 'library', fragment: () => '#/library', ready: (page) => page.getByRole('searchbox').waitFor() },
];

const axeOnPhone = new Set(['review', 'endgame', 'library', 'lab-run']);
const kept = new Set(['play', 'hints', 'review', 'endgame', 'lab-evaluator']);

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it.each(screens)('$name looks right on a desk', async ({ name, fragment, ready }) => {
    visit = await Visit.to(browser, server, fragment(), { colorScheme });
    await ready(visit.page);
    await visit.fits();
    // Only colours differ between the two.
    await visit.accessible(colorScheme === 'light' ? undefined : ['color-contrast']);
    await visit.picture(`${name}-${colorScheme}`);
  });

  it.each(screens)('$name looks right on a phone', async ({ name, fragment, ready }) => {
    visit = await Visit.to(browser, server, fragment(), { colorScheme, ...phone });
    await ready(visit.page);
    await visit.fits();
    if (colorScheme === 'light' && axeOnPhone.has(name)) await visit.accessible();
    await visit.page.evaluate(() => scrollTo(0, 0));
    if (kept.has(name)) await visit.picture(`${name}-phone-${colorScheme}`);
  });
});

describe('on a phone', () => {
  it('everything to press is large enough for a finger', async () => {
    visit = await Visit.to(browser, server, '', phone);
    await visit.open().first().waitFor();
    const small = await visit.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, a, [role=tab]')]
        .filter((element) => element.offsetParent !== null)
        .map((element) => ({
          box: element.getBoundingClientRect(),
          text: element.getAttribute('aria-label') ?? element.textContent,
        }))
        .filter(({ box }) => box.height > 0 && (box.height < 39.5 || box.width < 39.5))
        .map(({ box, text }) => `${text}: ${box.width}×${box.height}`),
    );
    expect(small).toEqual([]);
  });

  it('a large board is enlarged, and shown whole when asked', async () => {
    visit = await Visit.to(browser, server, '#/p/standard-12/-', phone);
    const cell = async () => (await visit.square('f6').boundingBox())!.width;
    await visit.open().first().waitFor();
    expect(await cell()).toBeGreaterThanOrEqual(39.5);
    await visit.fits();
    await visit.page.getByRole('button', { name: 'Show the whole board' }).click();
    expect(await cell()).toBeLessThan(39);
    await visit.picture('board-12x12-phone-light');
  });
});

describe('palettes and languages', () => {
  it.each(['blue', 'grey', 'safe'])('%s keeps its contrast in light and dark', async (palette) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      visit = await Visit.to(browser, server, '#/p/standard-8/f5d6c3', {
        colorScheme,
        settings: { palette },
      });
      await visit.page.getByRole('button', { name: 'Analyse this position' }).click();
      await visit.page.locator('svg text.score').first().waitFor();
      await visit.accessible(['color-contrast']);
      await visit.picture(`palette-${palette}-${colorScheme}`);
      if (colorScheme === 'light') await visit.leave();
    }
  });

  it.each([
    ['fr', 'Nouvelle partie'],
    ['ja', '新しい対局'],
  ])('speaks %s', async (language, words) => {
    visit = await Visit.to(browser, server, '', { settings: { language } });
    await visit.page.getByRole('button', { name: words }).waitFor();
    expect(await visit.page.getAttribute('html', 'lang')).toBe(language);
    await visit.fits();
  });

  it('turns no discs slowly when the system asks for less motion', async () => {
    visit = await Visit.to(browser, server, '', { reducedMotion: 'reduce', settings: { animate: true } });
    await visit.open().first().waitFor();
    await visit.playOne();
    const moving = await visit.page.evaluate(() => document.getAnimations().length);
    expect(moving).toBe(0);
  });
});
