import { hostname } from 'node:os'
import { expect, test, vi } from 'vitest'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { shardCount } from './ingest-log.ts'
import { keepShards } from './shard-leases.queries.ts'

const own = await ownTestDatabase()
const waiting = { timeout: 20_000, interval: 20 }

const leaseAll = async (owner: string): Promise<void> => {
  await own.db.deleteFrom('ingest_shard').execute()
  await own.db
    .insertInto('ingest_shard')
    .values(
      Array.from({ length: shardCount }, (_, shard) => ({
        shard,
        owner,
        lease_until: new Date(Date.now() + 60_000),
      })),
    )
    .execute()
}

const countGained = async (): Promise<number> => {
  let gained = 0
  const leases = await keepShards(own.db, {
    leaseMs: 60_000,
    gained: () => void gained++,
    lost: () => undefined,
    trouble: (_what, error) => {
      throw error
    },
  })
  await leases.stop()
  return gained
}

test('a lease of a process that has ended is taken over at once', async () => {
  let ownerHere = ''
  await own.db.deleteFrom('ingest_shard').execute()
  expect(await countGained()).toBe(shardCount)
  for (const { owner } of await own.db.selectFrom('ingest_shard').select('owner').execute())
    ownerHere = owner!
  const [space] = ownerHere.split('/')
  await leaseAll(`${space}/4194305/000000000000`) // above Linux's largest process id
  expect(await countGained()).toBe(shardCount)
})

test('a lease of a container with the same host name is kept: its process ids are not ours', async () => {
  await leaseAll(`${hostname()} pid:[1]/${process.pid}/000000000000`)
  expect(await countGained()).toBe(0)
})

const startWorker = async () => {
  const shards = new Set<number>()
  const leases = await keepShards(own.db, {
    leaseMs: 1_500,
    divides: true,
    gained: (shard) => void shards.add(shard),
    lost: (shard) => void shards.delete(shard),
    trouble: (_what, error) => {
      throw error
    },
  })
  return { shards, stop: () => leases.stop() }
}

test('workers divide the shards, and take over those of a worker that leaves', async () => {
  await own.db.deleteFrom('ingest_shard').execute()
  const first = await startWorker()
  expect(first.shards.size).toBe(shardCount)
  const others = await Promise.all([startWorker(), startWorker()])
  const all = [first, ...others]
  const sizes = (): number[] => all.map(({ shards }) => shards.size)
  const held = (): number[] => all.flatMap(({ shards }) => [...shards]).toSorted((a, b) => a - b)
  const share = Math.ceil(shardCount / all.length)
  await vi.waitFor(() => {
    expect(held()).toEqual([0, 1, 2, 3])
    expect(Math.max(...sizes())).toBe(share)
  }, waiting)
  await first.stop()
  first.shards.clear()
  await vi.waitFor(() => expect(held()).toEqual([0, 1, 2, 3]), waiting)
  expect(sizes()).toEqual([0, 2, 2])
  for (const { stop } of others) await stop()
})
