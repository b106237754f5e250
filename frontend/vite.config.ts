/**
 * Build, dev server and unit tests of the browser client.
 *
 * The dev server hands /api (sockets included), health and metrics to a Sandtable on 127.0.0.1:8000;
 * in production the same process serves `dist/`, so every address in the client is relative.
 */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

const server = process.env.SANDTABLE_DEV_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/api': { target: server, ws: true },
      '/healthz': server,
      '/readyz': server,
      '/metrics': server,
      '/openapi.json': server,
    },
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    sourcemap: false,
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    passWithNoTests: false,
    restoreMocks: true,
  },
});
