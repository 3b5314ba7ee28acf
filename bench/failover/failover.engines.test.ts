// A short form of `npm run bench failover`: the primary is killed once.
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { whyNoNetwork } from './network.ts'
import { programs } from './patroni-cluster.ts'
import { runFailovers } from './run-failovers.ts'

const missing = programs.filter(({ path }) => !existsSync(path))
const reason =
  missing.length > 0
    ? `not installed: ${missing.map(({ debianPackage }) => debianPackage).join(' ')}`
    : whyNoNetwork()

test.skipIf(reason !== null)(
  `nothing acknowledged is lost when the primary is killed${reason === null ? '' : ` (skipped: ${reason})`}`,
  async () => {
    const result = await runFailovers({
      faults: ['kill'],
      waitsForOldPrimary: false,
      log: 'postgres',
      ttlS: 8,
      isSynchronous: true,
      seed: 135,
      drones: 4,
      say: () => undefined,
    })
    const nothingWrong = { lost: 0, doubled: 0, wrong: 0, broken: null, ended: [], problems: [] }
    expect(result).toMatchObject(nothingWrong)
    expect(result.failovers).toHaveLength(1)
    expect(result.failovers[0]!.to).not.toBe(result.failovers[0]!.from)
    expect(result.acknowledged).toBeGreaterThan(200)
  },
  300_000,
)
