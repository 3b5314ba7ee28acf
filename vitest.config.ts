import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // gives the tests that ask for one a PostgreSQL of this run's own
    globalSetup: ['apps/server/src/platform/database/testing-global-setup.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/{server,simulator}/src/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: ['**/*.engines.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        root: 'apps/web',
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [fileURLToPath(new URL('apps/web/src/testing-setup.ts', import.meta.url))],
          testTimeout: 15_000,
        },
      },
      // after the others, one journey after the other: they share one program, and each browser
      // draws its maps without a graphics card
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.test.ts'],
          globalSetup: ['e2e/program-setup.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
