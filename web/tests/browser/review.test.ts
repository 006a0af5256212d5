import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launch, Server, Visit } from './harness';

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

// Seven empties before the end Black plays h7 and loses 52 discs; a2 wins. Both are solved, whatever the weights.
const blunder =
  'e6f6d3d6f5e3f4g3e7e8g4f3d7c6d8c7f2c3d2d1c5c4b4h3f7f8c8b5c2b3g5h5c1b6e2f1a3b8b7a8h4g6h6a4b2a5a7a1g2g7a6b1h7a2h2g8e1g1h1';

async function open(text: string): Promise<void> {
  const { page } = visit;
  await page.getByRole('button', { name: 'Open a game' }).first().click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox').fill(text);
  await sheet.getByRole('button', { name: 'Open', exact: true }).click();
}

async function reviewed(): Promise<void> {
  const { page } = visit;
  await page.getByText('Discs lost').waitFor();
  await page.locator('progress').waitFor({ state: 'detached', timeout: 100_000 });
}

describe('a pasted game', () => {
  it('is refused with a reason when it is none', async () => {
    visit = await Visit.to(browser, server, '#/review');
    // The browser logs the refusal by itself.
    visit.forgiving = true;
    await open('this is no game');
    await visit.page.getByRole('dialog').getByRole('alert').waitFor();
    expect((await visit.page.getByRole('alert').textContent())!.length).toBeGreaterThan(10);
  });

  it('is opened, and its known mistake is named, priced and explained', async () => {
    visit = await Visit.to(browser, server, '#/review');
    const { page } = visit;
    await open(blunder);
    await page.waitForURL(/#\/review\/\d+/);
    await reviewed();
    const moment = page.locator('.moment', { hasText: 'h7' });
    expect(await moment.textContent()).toContain('−52');
    await moment.click();
    const story = await page.getByTestId('moment').textContent();
    expect(story).toContain('Better was a2');
    await page.locator('svg .arrow').waitFor();
    expect(await visit.square('a2').getAttribute('aria-label')).toContain('exact');
  });

  it('hides the answer when asked to, and judges the try', async () => {
    visit = await Visit.to(browser, server, '#/review');
    const { page } = visit;
    await open(blunder);
    await reviewed();
    await page.locator('.moment', { hasText: 'h7' }).click();
    await page.locator('li.here').getByRole('button', { name: 'Try it yourself' }).click();
    expect(await page.locator('svg .arrow').count()).toBe(0);
    expect(await page.locator('svg text.score').count()).toBe(0);
    expect(await page.getByTestId('moment').textContent()).not.toContain('a2');
    await visit.square('h7').click();
    await page.getByText('h7 loses 52').waitFor();
    await visit.square('a2').click();
    await page.getByText('a2 is right').waitFor();
  });

  it('keeps what-ifs as a tree, over a reload too', async () => {
    visit = await Visit.to(browser, server, '#/review');
    const { page } = visit;
    await open(blunder);
    await reviewed();
    await page.locator('.moment', { hasText: 'h7' }).click();
    await visit.square('a2').click();
    await page.getByText('A line of your own').waitFor();
    await visit.open().first().click();
    await page.waitForFunction(() => document.querySelectorAll('[aria-label="What if"] button').length >= 3);
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await page.reload();
    await reviewed();
    await page.getByRole('tab', { name: 'What if' }).click();
    await page.getByLabel('What if').getByRole('button', { name: 'a2' }).waitFor();
  });

  it('is walked by the graph, the list and the keys alike', async () => {
    visit = await Visit.to(browser, server, '#/review');
    const { page } = visit;
    await open(blunder);
    await reviewed();
    const graph = page.getByRole('slider');
    await graph.focus();
    await page.keyboard.press('Home');
    expect(await graph.getAttribute('aria-valuenow')).toBe('0');
    await page.keyboard.press('ArrowRight');
    expect(await graph.getAttribute('aria-valuenow')).toBe('1');
    await page.getByRole('tab', { name: 'Moves' }).click();
    await page.locator('[data-ply="10"]').click();
    expect(await graph.getAttribute('aria-valuenow')).toBe('10');
    const box = (await graph.boundingBox())!;
    await page.mouse.click(box.x + box.width - 9, box.y + 40);
    expect(await graph.getAttribute('aria-valuenow')).toBe(await graph.getAttribute('aria-valuemax'));
  });
});

describe('a link', () => {
  it('carries the whole line to another browser', async () => {
    visit = await Visit.to(browser, server, '#/p/standard-8/f5d6c3');
    await visit.page.getByText('White to move').waitFor();
    await visit.page.getByRole('button', { name: 'Share and save' }).click();
    const link = visit.page.getByLabel(/Link to this position/);
    await visit.page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('dialog input')?.value !== '',
    );
    expect(await link.inputValue()).toBe(`${server.url}/#/p/standard-8/f5d6c3`);
  });

  it('that names an illegal line says so and offers a way on', async () => {
    visit = await Visit.to(browser, server, '#/p/standard-8/a1', { forgiving: true });
    await visit.page.getByRole('alert').waitFor();
    await visit.page.getByText('Choose another game').click();
    await visit.page.getByText('Opening drill').waitFor();
  });
});

describe('overlays', () => {
  it('show both sides’ moves and the discs that can never turn', async () => {
    visit = await Visit.to(browser, server, '#/p/standard-8/f5d6c3');
    const { page } = visit;
    await page.getByRole('button', { name: 'Both sides’ moves' }).click();
    await page.locator('svg .mobility.their').first().waitFor();
    expect(await page.locator('svg .mobility.own').count()).toBeGreaterThan(0);
  });
});

describe('the opening drill', () => {
  it('asks for a line move by move', async () => {
    visit = await Visit.to(browser, server, '#/drill');
    const { page } = visit;
    await page.getByRole('searchbox').fill('Cow');
    await page.getByRole('button', { name: /^Cow/ }).click();
    await page.getByText('Cow: what does Black play?').waitFor();
    // c4c3d3c5d6: c4 is given, White answers c3.
    await visit.open().first().waitFor();
    await visit.square('d3').click();
    await visit.square('d6').click();
    await page.getByText('Cow without a mistake').waitFor();
  });
});
