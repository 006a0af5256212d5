import { defineConfig } from 'vitest/config';

// Real Chromium against a real server: see tests/browser/harness.ts.
export default defineConfig({
  server: { host: '127.0.0.1' }, // a bare machine may not know the name localhost
  test: {
    environment: 'node',
    include: ['tests/browser/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    pool: 'threads',
  },
});
