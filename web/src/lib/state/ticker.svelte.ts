// The time, often enough for a clock to be read; still while nobody looks.
export class Ticker {
  now = $state(performance.now());

  /** Call inside $effect; gives the clean-up. */
  run(everyMs = 100): () => void {
    const timer = setInterval(() => {
      this.now = performance.now();
    }, everyMs);
    return () => clearInterval(timer);
  }
}
