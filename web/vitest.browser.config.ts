import { defineConfig } from 'vitest/config';

// Real Chromium against a real server: see tests/browser/harness.ts.
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/browser/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    pool: 'threads',
  },
});
