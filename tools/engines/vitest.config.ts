import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst, native, patient, retriesOfWaitingTests } from '../../vitest.config.ts'

const setupFiles = [join(import.meta.dirname, '../property-seed.ts')]

const needsEngines = [
  '{apps/server,packages/field-geometry}/src/**/*.engines.test.ts',
  'bench/**/*.engines.test.ts',
]

/**
 * Tests whose results do not depend on the database's version: of covered areas, limits of the
 * program's doors, devices, worker threads, and of the embedded server; and sweeps that repeat the
 * statements of `who-may-call` with other ids or with input that is refused. `npm test` runs them.
 */
const independentOfVersion = [
  'ground-truth/**',
  'hostile-input/**',
  'gateway/commands/crash-commands.test.ts',
  'gateway/conformance.test.ts',
  'gateway/ntrip/**',
  'gateway/pipeline/obedience.test.ts',
  'modules/gear/firmware/container.test.ts',
  'modules/land/plots/plot-door.test.ts',
  'platform/database/embedded.test.ts',
  'platform/workers/**',
  'secret-canaries/**',
  'sweep/foreign-ids.test.ts',
  'sweep/malformed-input.test.ts',
].map((path) => `apps/server/src/${path}`)

export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    sequence: { sequencer: LongestFirst },
    globalSetup: ['apps/server/src/platform/database/testing-global-setup.ts'],
    projects: [
      {
        test: {
          name: 'postgresql-15',
          experimental: native,
          include: ['apps/server/src/**/*.test.ts'],
          exclude: [...needsEngines, ...independentOfVersion],
          isolate: false,
          setupFiles,
          retry: retriesOfWaitingTests,
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: { poll: patient },
          // as in vitest.config.ts: a third is useful while the others wait for a database
          maxWorkers: 3,
        },
      },
      // one after the other, and after the rest: each kills servers that all of them share
      {
        test: {
          name: 'engines',
          include: needsEngines,
          setupFiles,
          retry: retriesOfWaitingTests,
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: { poll: patient },
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
