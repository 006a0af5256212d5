// A real server and a real browser. Every page fails its test when it meets an error of its own, logs one, or asks
// another host for anything.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

export class Server {
  url = '';
  private process: ChildProcess | null = null;
  private readonly folder = mkdtempSync(join(tmpdir(), 'turncoat-web-'));

  async start(): Promise<void> {
    const program = process.env['TURNCOAT'];
    if (!program) throw new Error('TURNCOAT must name the program: script/web browser PROGRAM');
    const port = this.url ? new URL(this.url).port : '0';
    const child = spawn(
      program,
      ['serve', '--port', port, '--store', join(this.folder, 'games.db'), '--assets', dist],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.process = child;
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    this.url = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const found = /listens on (http:\S+?)\/?\s/.exec(said);
        if (found) resolve(found[1]!);
      });
      child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    });
  }

  /** As if the power went out. */
  async kill(): Promise<void> {
    const child = this.process;
    this.process = null;
    if (!child || child.exitCode !== null) return;
    child.removeAllListeners('exit');
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const init: RequestInit = { method };
    if (body !== undefined) {
      init.headers = { 'Content-Type': 'application/json' };
      init.body = JSON.stringify(body);
    }
    const answer = await fetch(`${this.url}/api/v1${path}`, init);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}

export async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

export interface Options extends BrowserContextOptions {
  /** Of the app: quick by default. */
  settings?: Record<string, unknown>;
  /** Refusals are meant to happen; the browser logs them. */
  forgiving?: boolean;
}

export class Visit {
  readonly troubles: string[] = [];
  /** A server that is away is in the log, and that is no trouble. */
  forgiving = false;

  private constructor(
    readonly page: Page,
    url: string,
  ) {
    page.on('pageerror', (error) => this.troubles.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !this.forgiving) this.troubles.push(message.text());
    });
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== url) this.troubles.push(`asked ${request.url()}`);
    });
  }

  static async to(browser: Browser, server: Server, fragment = '', options: Options = {}): Promise<Visit> {
    const { settings = {}, forgiving = false, ...rest } = options;
    const context = await browser.newContext({ locale: 'en-GB', ...desktop, ...rest });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    const visit = new Visit(page, server.url);
    visit.forgiving = forgiving;
    const stored = { animate: false, hintLevel: 6, reviewLevel: 4, ...settings };
    await page.addInitScript((data) => {
      if (!localStorage.getItem('turncoat.settings'))
        localStorage.setItem('turncoat.settings', JSON.stringify(data));
    }, stored);
    await page.goto(`${server.url}/${fragment}`);
    return visit;
  }

  async leave(): Promise<void> {
    await this.page.context().close();
    expect(this.troubles).toEqual([]);
  }

  square = (name: string) => this.page.locator(`[data-square=${name}]`);
  status = () => this.page.getByTestId('status');
  /** Squares that may be played now. */
  open = () => this.page.locator('[role=gridcell][aria-disabled=false]');
  plies = () => this.page.locator('[data-ply]');

  /** Plays some legal move and waits until it is this player's turn again, or the game is over. */
  async playOne(pick = 0): Promise<void> {
    const before = await this.plies().count();
    const choices = this.open();
    await choices.first().waitFor();
    const many = await choices.count();
    await choices.nth(pick % many).click();
    await this.page.waitForFunction(
      (count) =>
        document.querySelectorAll('[data-ply]').length > count + 1 ||
        location.hash.startsWith('#/review') ||
        (document.querySelectorAll('[data-ply]').length > count &&
          document.querySelector('[role=gridcell][aria-disabled=false]') !== null) ||
        document.querySelector('a[href^="#/review/"].primary') !== null,
      before,
    );
  }

  /** Every rule of axe-core, or the named ones. */
  async accessible(rules?: string[]): Promise<void> {
    await this.page.evaluate(axe.source);
    const found = await this.page.evaluate(async (only) => {
      const run = (globalThis as unknown as { axe: typeof axe }).axe.run;
      const { violations } = await run(document, {
        resultTypes: ['violations'],
        ...(only ? { runOnly: { type: 'rule' as const, values: only } } : {}),
      });
      return violations.map(
        (violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' | ')}`,
      );
    }, rules);
    expect(found).toEqual([]);
  }

  /** Nothing sticks out to the side. */
  async fits(): Promise<void> {
    const { wide, view } = await this.page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      view: document.documentElement.clientWidth,
    }));
    expect(wide).toBeLessThanOrEqual(view);
  }

  /** docs/pictures/web is written by script/web pictures only; otherwise the picture is taken and dropped. */
  async picture(name: string): Promise<void> {
    const folder = process.env['TURNCOAT_PICTURES'];
    await this.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    if (!folder) {
      await this.page.screenshot();
      return;
    }
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${name}.png`);
    await this.page.screenshot({ path, animations: 'disabled' });
    expect(statSync(path).size).toBeLessThan(200_000);
  }
}
