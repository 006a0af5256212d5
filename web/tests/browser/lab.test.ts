import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EvaluatorSummary } from '../../src/lib/api/types';
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

describe('a tournament', () => {
  it('is started from the form and played live, to a crosstable and ratings', async () => {
    visit = await Visit.to(browser, server, '#/lab');
    const { page } = visit;
    await page.getByText('No runs yet').waitFor();
    await page.getByText('New tournament').click();
    await page.getByRole('combobox', { name: 'Add a player' }).selectOption('alphabeta');
    await page.getByRole('textbox', { name: 'Player 3' }).fill('alphabeta:depth=1');
    await page.getByRole('combobox', { name: 'Rules' }).selectOption('standard-6');
    await page.getByRole('spinbutton', { name: 'Games for each pair' }).fill('4');
    await page.getByRole('button', { name: 'Start the tournament' }).click();
    await page.waitForURL(/#\/lab\/runs\/\d+/);
    await page.getByText('finished').waitFor({ timeout: 120_000 });
    await page.getByText('12 games').waitFor();
    await page.getByRole('heading', { name: 'Ratings' }).waitFor();
    const table = page.getByRole('table', { name: 'Crosstable' });
    expect(await table.getByRole('row').count()).toBe(4);
    await visit.accessible();
    await visit.fits();
    await page.getByRole('link', { name: /All runs/ }).click();
    await page.getByRole('link', { name: /Tournament/ }).waitFor();
  });

  it('is stopped at once, and keeps its games', async () => {
    const run = await server.call<{ id: number }>('POST', '/tournaments', {
      players: ['random', 'greedy'],
      rules: 'standard-4',
      games: 100_000,
    });
    visit = await Visit.to(browser, server, `#/lab/runs/${run.id}`);
    const { page } = visit;
    await page.getByRole('table', { name: 'Crosstable' }).waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Stop the run' }).click();
    await page.getByRole('button', { name: 'Stop the run' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('table', { name: 'Crosstable' }).count()).toBe(1);
    const after = await server.call<{ games: number }>('GET', `/runs/${run.id}`);
    expect(after.games).toBeGreaterThan(0);
    expect(after.games).toBeLessThan(100_000);
  });

  it('that is not there says so', async () => {
    visit = await Visit.to(browser, server, '#/lab/runs/987654', { forgiving: true });
    await visit.page.getByRole('alert').waitFor();
    await visit.page.getByRole('link', { name: /All runs/ }).waitFor();
  });
});

describe('evaluators', () => {
  it('are all shown: squares by worth and by cluster, or curves', async () => {
    const { evaluators } = await server.call<{ evaluators: EvaluatorSummary[] }>('GET', '/evaluators');
    expect(evaluators.length).toBeGreaterThan(2);
    visit = await Visit.to(browser, server, '#/lab/evaluators');
    const { page } = visit;
    for (const { name, kind } of evaluators) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, exact: true }).waitFor();
      await page.locator('canvas').first().waitFor();
      expect(await page.locator('table caption').count()).toBe(kind === 'linear' ? 0 : 2);
      await visit.fits();
    }
  });

  it('show how corners are worth less and less as the board fills', async () => {
    visit = await Visit.to(browser, server, '#/lab/evaluators/patterns-8');
    const { page } = visit;
    const corner = page.getByRole('table', { name: 'What a disc' }).locator('td.cell').first();
    const worth = async () => Number((await corner.textContent())!.trim().replace('−', '-'));
    const stage = page.getByRole('slider', { name: 'Stage' });
    await stage.focus();
    await page.keyboard.press('Home');
    const early = await worth();
    await page.keyboard.press('End');
    expect(early).toBeGreaterThan(await worth());
    await visit.accessible();
  });
});

describe('a search tree', () => {
  it('is grown, opened move by move and discarded', async () => {
    visit = await Visit.to(browser, server, '#/lab/tree');
    const { page } = visit;
    await page.getByRole('textbox', { name: 'Moves or a board' }).fill('f5');
    await page.getByRole('spinbutton', { name: 'Iterations' }).fill('3000');
    await page.getByRole('button', { name: 'Grow the tree' }).click();
    await page.waitForURL(/#\/lab\/tree\/\d+/);
    await page.getByText(/3,000 visits|3,001 visits/).waitFor({ timeout: 60_000 });
    // White's three answers to f5.
    const rows = page.getByRole('button', { expanded: false, name: /Visits/ });
    expect(await rows.count()).toBe(3);
    await rows.first().click();
    await page.getByRole('button', { expanded: true, name: /Visits/ }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll('li li').length > 0);
    await visit.accessible();
    await page.getByRole('button', { name: 'Discard this tree' }).click();
    await page.waitForURL(/#\/lab\/tree$/);
  });

  it('is stopped while it grows, and shows what it has', async () => {
    const tree = await server.call<{ id: number }>('POST', '/trees', {
      start: { rules: 'standard-8', moves: [] },
      spec: 'mcts',
      iterations: 20_000_000,
    });
    visit = await Visit.to(browser, server, `#/lab/tree/${tree.id}`);
    const { page } = visit;
    await page
      .getByRole('button', { name: /Visits/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText(/Stopped after/).waitFor();
    expect(await page.getByRole('button', { name: /Visits/ }).count()).toBe(4);
  });
});

describe('a position', () => {
  it('is played on, counted and handed on', async () => {
    visit = await Visit.to(browser, server, '#/lab/position');
    const { page } = visit;
    await visit.square('f5').click();
    await visit.square('d6').click();
    await page.getByText('Black to move').waitFor();
    expect(await page.getByRole('textbox', { name: 'Moves or a board' }).inputValue()).toBe('f5 d6');
    await page.getByRole('spinbutton', { name: 'Moves ahead' }).fill('3');
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('table').getByRole('row').count()).toBe(4);
    await visit.accessible();
    await page.getByRole('link', { name: 'Analyse it in Review' }).click();
    await page.waitForURL(/#\/p\/standard-8\/f5d6/);
  });

  it('is set up disc by disc, and solved', async () => {
    visit = await Visit.to(browser, server, '#/lab/position');
    const { page } = visit;
    const text = page.getByRole('textbox', { name: 'Moves or a board' });
    const tool = (name: string) =>
      page.getByRole('group', { name: 'A press on the board' }).getByText(name, { exact: true }).click();
    // Black takes c1 or d4; every square else is full.
    await text.fill('XO--XXOOXXXOXXO- X');
    await page.getByText('Black to move').waitFor();
    await tool('White');
    await visit.square('a1').click();
    expect(await text.inputValue()).toBe('OO--XXOOXXXOXXO- X');
    await visit.square('a1').click();
    expect(await text.inputValue()).toBe('-O--XXOOXXXOXXO- X');
    await tool('Black');
    await visit.square('a1').click();
    await tool('plays');
    await page.getByRole('button', { name: 'Solve to the end' }).click();
    await page.waitForFunction(() => {
      const from = [...document.querySelectorAll('svg text.from')].map((element) => element.textContent);
      return from.length > 0 && from.every((words) => words === 'exact');
    });
  });
});
