// What is done with one's own games: the endgame trainer, pictures to share, the library.
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launch, phone, Server, Visit } from './harness';

const server = new Server();
let browser: Browser;
let visit: Visit;
let gameId = 0;

// With eight empties left Black to move has one move that is best by far.
const game =
  'e6f6d3d6f5e3f4g3e7e8g4f3d7c6d8c7f2c3d2d1c5c4b4h3f7f8c8b5c2b3g5h5c1b6e2f1a3b8b7a8h4g6h6a4b2a5a7a1g2g7a6b1h7a2h2g8e1g1h1';
const tiger = 'f5d6c3d3c4';

beforeAll(async () => {
  await server.start();
  browser = await launch();
  const { games } = await server.call<{ games: { id: number }[] }>('POST', '/import', { text: game });
  gameId = games[0]!.id;
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});
afterEach(async () => {
  await visit?.leave();
});

describe('the endgame trainer', () => {
  const sentence = () => visit.page.getByTestId('sentence');
  const asked = () => visit.open().first().waitFor({ timeout: 60_000 });

  it('plays the end of an own game, prices every move and keeps the result', async () => {
    visit = await Visit.to(browser, server, '#/review');
    const { page } = visit;
    await page.getByRole('link', { name: /Endgame trainer/ }).click();
    await page.getByText('8', { exact: true }).first().click();
    await asked();
    expect(await page.locator('svg text.score').count()).toBe(0);
    expect(await sentence().textContent()).toContain('Find the best move');
    // Whatever is found best is played to the end.
    for (let i = 0; i < 8; i += 1) {
      await asked();
      await page.getByRole('button', { name: 'Show the answer' }).click();
      const label = '[role=gridcell][aria-disabled=false][aria-label*="exact"]';
      await page.locator(label).first().waitFor();
      const labels = await page.locator(label).evaluateAll((cells) =>
        cells.map((cell) => {
          const [score] = /[+−]?\d+(?= exact)/.exec(cell.getAttribute('aria-label')!)!;
          return { square: (cell as HTMLElement).dataset['square']!, score: Number(score.replace('−', '-')) };
        }),
      );
      const best = labels.reduce((a, b) => (b.score > a.score ? b : a));
      await visit.square(best.square).click();
      await page.waitForFunction(
        () =>
          document.querySelector('[aria-disabled=false]') !== null ||
          /Finished|Perfect/.test(document.querySelector('[data-testid=sentence]')?.textContent ?? ''),
        undefined,
        { timeout: 60_000 },
      );
      if (/Finished/.test((await sentence().textContent())!)) break;
    }
    expect(await sentence().textContent()).toContain('with the answer shown');
    await visit.accessible();
  });

  it('says what a wrong move gave away, and lets it be taken back', async () => {
    visit = await Visit.to(browser, server, `#/endgame/${gameId}`);
    const { page } = visit;
    await page.getByText('8', { exact: true }).first().click();
    await asked();
    // The blunder of the game itself, one move later than the position asked.
    const squares = await visit
      .open()
      .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset['square']!));
    let wrong = false;
    for (const square of squares) {
      await visit.square(square).click();
      await sentence()
        .filter({ hasText: /away|is the best|Perfect:|Finished/ })
        .waitFor();
      if (await page.getByRole('button', { name: 'Take the move back' }).count()) {
        wrong = true;
        await page.getByRole('button', { name: 'Take the move back' }).click();
        break;
      }
      await page.getByRole('button', { name: 'Once more' }).click();
      await asked();
    }
    expect(wrong).toBe(true);
    await page.getByText('Find the best move').waitFor();
    expect(await visit.open().count()).toBe(squares.length);
  });

  it('has words for whoever has no games, and fits a phone', async () => {
    const empty = new Server();
    await empty.start();
    try {
      visit = await Visit.to(browser, empty, '#/endgame', phone);
      await visit.page.getByText('No finished games yet').waitFor();
      await visit.fits();
      await visit.page.getByRole('link', { name: 'Play' }).last().click();
      await visit.open().first().waitFor();
    } finally {
      await empty.stop();
      visit.forgiving = true;
    }
  });
});

describe('sharing', () => {
  it('shows and saves the game as an animation that turns discs', async () => {
    visit = await Visit.to(browser, server, `#/review/${gameId}`);
    const { page } = visit;
    await page.getByRole('button', { name: 'Share and save' }).click();
    const picture = page.getByTestId('animation');
    await picture.waitFor();
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(100);
    await visit.accessible();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Animation' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`turncoat-${gameId}-animated.svg`);
    const svg = readFileSync(await file.path(), 'utf8');
    expect(svg).toContain('@keyframes');
    // In a page of its own, half-way: some discs have turned, the rest is to come.
    const alone = await page.context().newPage();
    await alone.setContent(svg);
    const shown = await alone.evaluate(() => {
      const animations = document.getAnimations();
      for (const animation of animations) {
        animation.pause();
        const { duration } = animation.effect!.getComputedTiming();
        animation.currentTime = Number(duration) / 2;
      }
      const discs = [...document.querySelectorAll('.disc')];
      return {
        animations: animations.length,
        all: discs.length,
        visible: discs.filter((disc) => getComputedStyle(disc).opacity === '1').length,
      };
    });
    expect(shown.animations).toBeGreaterThan(50);
    expect(shown.all).toBe(63);
    expect(shown.visible).toBeGreaterThan(20);
    expect(shown.visible).toBeLessThan(50);
    await alone.emulateMedia({ reducedMotion: 'reduce' });
    expect(await alone.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  it('makes pictures of a line that is no stored game', async () => {
    visit = await Visit.to(browser, server, `#/p/standard-8/${tiger}`);
    const { page } = visit;
    await page.getByRole('button', { name: 'Share and save' }).click();
    await page.getByTestId('animation').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PNG' }).click();
    const bytes = readFileSync(await (await saved).path());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  });
});

describe('the library', () => {
  it('takes games dropped anywhere, and finds them by opening and result', async () => {
    visit = await Visit.to(browser, server, '#/library');
    const { page } = visit;
    await page.getByText('1 game', { exact: true }).waitFor();
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'games.txt', { type: 'text/plain' }));
      return transfer;
    }, `${tiger}\nf5f4e3\n`);
    await page.dispatchEvent('main', 'drop', { dataTransfer: data });
    await page.getByText('3 games', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Opening' }).fill('Tiger');
    await page.getByText('1 game', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Opening' }).fill('');
    await page.getByRole('combobox', { name: 'Result' }).selectOption('white');
    await page.getByText('1 game', { exact: true }).waitFor();
    await visit.accessible();
  });

  it('opens text pasted anywhere', async () => {
    visit = await Visit.to(browser, server, '#/library');
    const { page } = visit;
    await page.getByRole('searchbox').first().waitFor();
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, game);
    await page.waitForURL(/#\/review\/\d+/);
  });

  it('exports and deletes what is selected, after asking', async () => {
    visit = await Visit.to(browser, server, '#/library');
    const { page } = visit;
    await page.getByText('3 games', { exact: true }).waitFor();
    await page.getByRole('checkbox').nth(0).check();
    await page.getByRole('checkbox').nth(1).check();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Moves' }).click();
    const text = readFileSync(await (await saved).path(), 'utf8');
    expect(text.trim().split('\n').sort()).toEqual(['f5d6c3d3c4', 'f5f4e3']);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Delete 2 games for good?').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 game', { exact: true }).waitFor();
    expect((await server.call<{ total: number }>('GET', '/games')).total).toBe(1);
  });
});
