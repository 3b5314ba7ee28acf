import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst, native, patient, retriesOfWaitingTests } from '../../vitest.config.ts'

const setupFiles = [join(import.meta.dirname, '../property-seed.ts')]

/** They start databases and servers only for themselves. */
const withOwnMachines = [
  'bench/**/*',
  'apps/server/src/gateway/{crash,ntrip/ntrip-caster}',
  'apps/server/src/gateway/{firmware-offers/rollout-crash,ingest-log/nats-election}',
  'apps/server/src/gateway/ingest-log/ingest-log.nats',
  'packages/field-geometry/src/writers',
].map((path) => `${path}.engines.test.ts`)
const needsEngines = ['apps/server/src/**/*.engines.test.ts']

/**
 * Tests that are repeated on the oldest supported PostgreSQL: those that execute most of the
 * statements, and those of money, figures, migrations, backups and acknowledgements. All other
 * statements of `npm test` are prepared there (docs/decisions/136).
 */
const repeated = [
  'cli/backup/**',
  'gateway/gateway',
  'gateway/ingest-log/**',
  'gateway/recompute/{derivation,recomputer,taken-back}',
  'gateway/tracks/months',
  'modules/campaigns/subsidies/kept-ground',
  'modules/campaigns/unified-tasks/unified-tasks',
  'modules/figures/**',
  'modules/flights/track-archives/**',
  'modules/money/**',
  'modules/overview/{stored-data,workbench}/**',
  'platform/database/{database,distribution,migrate,schema}',
  'platform/jobs/**',
  'sweep/random-requests',
  'sweep/specified/**',
].map((path) => `apps/server/src/${path.replace(/\*\*$/, '**/*')}.test.ts`)

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
          include: repeated,
          exclude: [...needsEngines, ...withOwnMachines],
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
      // at the same time: they mostly wait for servers that were killed
      {
        test: {
          name: 'machines',
          include: withOwnMachines,
          setupFiles,
          retry: retriesOfWaitingTests,
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: { poll: patient },
          maxWorkers: 3,
        },
      },
      // one after the other, and after the rest: each kills servers that all of them share
      {
        test: {
          name: 'engines',
          include: needsEngines,
          exclude: withOwnMachines,
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
