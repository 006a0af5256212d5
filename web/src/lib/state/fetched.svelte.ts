// One answer of the server and what went wrong with it. The answer to an older question never replaces a newer one.
import type { Explain } from '../api/client';

export class Fetched<T> {
  data = $state.raw<T | null>(null);
  error = $state('');
  busy = $state(false);
  private question = 0;

  constructor(private readonly explain: Explain) {}

  async load(ask: () => Promise<T>): Promise<void> {
    this.question += 1;
    const asked = this.question;
    this.busy = true;
    try {
      const data = await ask();
      if (asked === this.question) this.set(data);
    } catch (reason) {
      if (asked === this.question) this.fail(this.explain(reason));
    }
  }

  /** What came by another way, or null for nothing; questions under way are void. */
  set(data: T | null): void {
    this.question += 1;
    this.data = data;
    this.error = '';
    this.busy = false;
  }

  fail(error: string): void {
    this.question += 1;
    this.error = error;
    this.busy = false;
  }
}
