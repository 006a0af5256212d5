import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// `npm run dev` talks to a `turncoat serve` that runs beside it.
const server = process.env['TURNCOAT_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) },
    // Unit tests mount components, so they need Svelte's browser build.
    ...(process.env['VITEST'] ? { conditions: ['browser'] } : {}),
  },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    host: '127.0.0.1', // a bare machine may not know the name localhost
    proxy: { '/api': { target: server, ws: true, changeOrigin: true, headers: { origin: server } } },
  },
  test: { environment: 'node', include: ['src/**/*.test.ts'], testTimeout: 60_000 },
});
