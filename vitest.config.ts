import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * On two cores vitest would use one; a third finds work wherever tests wait for a database, a
 * device or a page.
 */
const maxWorkers = Math.max(3, availableParallelism() - 1)
/**
 * What takes longest, the longest first: begun last, one of them would run alone in the end. Where
 * nothing ran before, files are begun by their size, which says little.
 */
const longest = [
  'accessibility.e2e',
  'no-fly-zone.e2e',
  'sign-in.e2e',
  'plots.e2e',
  'workbench.e2e',
  'sweep/foreign-ids',
  'ground-truth',
  'sweep/who-may-call',
  'crash-commands',
  'figures/figures',
  'cli/cli',
  'plot-door',
  'embedded',
  'flight-logs/flight-logs',
]
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = longest.findIndex((name) => moduleId.includes(`/${name}`))
      return found < 0 ? longest.length : found
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

/**
 * What waits (for pages, databases, devices) is run once more when it fails, and says so
 * (docs/decisions/097); with the same values where they are drawn by chance.
 */
const whatWaits = 1
process.env['PROPERTY_SEED'] ??= String(randomInt(2 ** 31))

/** How long something may take to be there; a second is short for a database beside a browser. */
const patient = { timeout: 30_000, interval: 50 }

/** A failing test says where and what: longer differences are cut. */
const diff = { truncateThreshold: 60 }

const inWeb = { extends: 'apps/web/vite.config.ts', root: 'apps/web' }

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // gives the tests that ask for one a PostgreSQL of this run's own
    globalSetup: ['apps/server/src/platform/database/testing-global-setup.ts'],
    projects: [
      // Pure functions: a failure is a failure.
      {
        test: {
          name: 'pure',
          isolate: false,
          diff,
          include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['**/*.engines.test.ts'],
          setupFiles: [fileURLToPath(new URL('tools/property-seed.ts', import.meta.url))],
          // of properties that try thousands of shapes
          testTimeout: 120_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'unit',
          diff,
          // Files share the modules of the program, a quarter of their time; what a file changes is
          // its own database and its own services, and none replaces a module (tools/check/rules/mocks.ts).
          isolate: false,
          include: ['apps/{server,simulator}/src/**/*.test.ts'],
          exclude: ['**/*.engines.test.ts'],
          setupFiles: [fileURLToPath(new URL('tools/property-seed.ts', import.meta.url))],
          retry: whatWaits,
          // of what hangs; `eventually` waits for a minute
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: { poll: patient },
          maxWorkers,
        },
      },
      // What needs a page. Files share their modules and their page: those take longer to load than
      // the tests to run; apps/web/src/testing-setup.ts gives each test a page that is new.
      {
        ...inWeb,
        test: {
          name: 'web',
          diff,
          environment: 'jsdom',
          isolate: false,
          include: ['src/**/*.test.tsx'],
          setupFiles: [fileURLToPath(new URL('apps/web/src/testing-setup.ts', import.meta.url))],
          testTimeout: 60_000,
          retry: whatWaits,
          maxWorkers,
        },
      },
      // what needs none
      {
        ...inWeb,
        test: {
          name: 'web-logic',
          diff,
          environment: 'node',
          include: ['src/**/*.test.ts'],
          isolate: false,
          testTimeout: 60_000,
          maxWorkers,
        },
      },
      // after the others, two at a time: they share one program, and each browser keeps a core busy
      // with maps, for want of a graphics card
      {
        test: {
          name: 'e2e',
          diff,
          include: ['e2e/**/*.e2e.test.ts'],
          globalSetup: ['e2e/program-setup.ts'],
          // of a walk through all screens; what hangs is found by the waits within
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: patient },
          retry: whatWaits,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
