import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { testFolder } from './apps/server/src/platform/database/testing-folder.ts'

/**
 * On two cores vitest would use one; a third is useful because tests wait for a database, a device
 * or a page.
 */
const maxWorkers = Math.max(3, availableParallelism() - 1)
/**
 * The slowest files, slowest first: started last, one of them would run alone in the end. Without
 * earlier results files are sorted by size, which means little.
 */
const longest = [
  'faults/campaign',
  'failover.engines',
  'ingest-log.nats',
  'accessibility.e2e',
  'sign-in.e2e',
  'claims.e2e',
  'group-control.e2e',
  'no-fly-zone.e2e',
  'crash.e2e',
  'map-overlays.e2e',
  'members.e2e',
  'workbench.e2e',
  'backup/backup',
  'cli/cli',
  'sweep/foreign-ids',
  'demonstration.test',
  'sweep/who-may-call',
  'ground-truth',
  'embedded',
  'flight-logs/flight-logs',
  'crash-commands',
  'hostile-input',
  'obedience',
]
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = longest.findIndex((name) => moduleId.includes(`/${name}`))
      return found < 0 ? longest.length : found
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

/**
 * Tests that wait (for pages, databases, devices) are retried once, and this is reported
 * (docs/decisions/097); random values stay the same.
 */
export const retriesOfWaitingTests = 1
process.env['PROPERTY_SEED'] ??= String(randomInt(2 ** 31))

/**
 * For programs that tests start, some dozens: half of their time to the first line was the
 * compilation of the same modules.
 */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('node_modules/.cache/compiled', import.meta.url),
)

/** Limits of waiting; the default of a second is short for a database next to a browser. */
export const patient = { timeout: 30_000, interval: 50 }

/** A failing test prints the place and the difference: long differences are cut. */
const diff = { truncateThreshold: 60 }

/**
 * Modules as Node itself loads them. Transformed by Vite, each use of an import is the call of a
 * getter: the inner loops over covered areas then take five times as long as in the program.
 */
export const native = { viteModuleRunner: false, nodeLoader: false }

const inWeb = { extends: 'apps/web/vite.config.ts', root: 'apps/web' }

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // starts a PostgreSQL of this run for tests that need one
    globalSetup: ['apps/server/src/platform/database/testing-global-setup.ts'],
    projects: [
      // Pure functions: a failure is a failure.
      {
        test: {
          name: 'pure',
          experimental: native,
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
          experimental: native,
          diff,
          // Files share the modules of the program, a quarter of their time; what a file changes is
          // its own database and its own services, and none replaces a module (tools/check/rules/mocks.ts).
          isolate: false,
          include: ['apps/{server,simulator}/src/**/*.test.ts', 'demonstration/**/*.test.ts'],
          exclude: ['**/*.engines.test.ts'],
          setupFiles: [
            'tools/property-seed.ts',
            'apps/server/src/platform/database/testing-statements.ts',
          ].map((path) => fileURLToPath(new URL(path, import.meta.url))),
          env: { TMPDIR: testFolder },
          retry: retriesOfWaitingTests,
          // for tests that hang; `eventually` waits for a minute
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: { poll: patient },
          maxWorkers,
        },
      },
      // Tests that need a page. Files share their modules and their page: loading these takes
      // longer than the tests; apps/web/src/testing-setup.ts resets the page for each test.
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
          retry: retriesOfWaitingTests,
          maxWorkers,
        },
      },
      // tests without a page
      {
        ...inWeb,
        test: {
          name: 'web-logic',
          diff,
          environment: 'node',
          include: ['{src,gallery}/**/*.test.ts'],
          isolate: false,
          testTimeout: 60_000,
          maxWorkers,
        },
      },
      // after the others: they share one program, and each browser keeps a core busy with maps, because
      // there is no graphics card; a third is useful while the others wait for a flight
      {
        test: {
          name: 'e2e',
          diff,
          include: ['e2e/**/*.e2e.test.ts'],
          globalSetup: ['e2e/program-setup.ts'],
          // for a walk through all screens; shorter waits inside find what hangs
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: patient },
          retry: retriesOfWaitingTests,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      // pictures of the examples in apps/web/gallery; alone, because a busy machine draws late
      {
        test: {
          name: 'pictures',
          diff,
          include: ['e2e/**/*.pictures.test.ts'],
          testTimeout: 60_000,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
