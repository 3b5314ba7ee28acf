// Which worker processes which shard: a lease in the database, for both drivers of the log.
import { randomBytes, randomInt } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { shardCount } from './ingest-log.ts'

export type ShardLeaseOptions = {
  /** How long a worker keeps its shards without renewing the lease. */
  leaseMs: number
  /**
   * Whether workers divide the shards evenly; otherwise the first one takes all, and others only
   * take over what it no longer renews.
   */
  divides?: boolean
  gained: (shard: number) => void
  /** Another worker holds the shard from now on, or may hold it. */
  lost: (shard: number) => void
  trouble: (what: string, error: unknown) => void
}

export type ShardLeases = {
  /** Releases the shards at once, so that another worker need not wait for the lease to expire. */
  stop(): Promise<void>
}

/**
 * Leases shards that are or become free, and renews the leases. A lease that expires during a
 * pause is not lost until another worker has it: if two workers process one shard for a moment,
 * they write the same rows twice and the later ones count once. Dropping a shard that no other
 * worker wants would mean reading its whole backlog again, when there is least time for it.
 */
export const keepShards = async (
  db: Db,
  { leaseMs, divides = false, gained, lost, trouble }: ShardLeaseOptions,
): Promise<ShardLeases> => {
  const owner = `${idSpace}/${process.pid}/${randomBytes(6).toString('hex')}`
  ownersHere.add(owner)
  let held = new Set<number>()

  const become = (mine: ReadonlySet<number>): void => {
    const before = held
    held = new Set(mine)
    for (const shard of before) if (!mine.has(shard)) lost(shard)
    for (const shard of mine) if (!before.has(shard)) gained(shard)
  }

  const presence = createPresence(db, owner, leaseMs)
  const lease = async (): Promise<void> => {
    await endLeasesOfTheDead(db)
    const share = divides ? Math.ceil(shardCount / (await presence.countWorkers())) : shardCount
    const surplus = [...held].toSorted((a, b) => a - b).slice(share)
    if (surplus.length > 0) {
      become(new Set([...held].filter((shard) => !surplus.includes(shard))))
      await sql`
        update ingest_shard set owner = null, lease_until = 'epoch'
        where owner = ${owner} and shard = any(${surplus}::smallint[])`.execute(db)
    }
    const { rows } = await sql<{ shard: number }>`
      insert into ingest_shard (shard, owner, lease_until)
      select shard, ${owner}, now() + ${leaseMs} * interval '1 millisecond' from (
        select shard from generate_series(0, ${shardCount - 1}::int) as shard left join ingest_shard as now_held using (shard)
        where now_held.owner is null or now_held.owner = ${owner} or now_held.lease_until < now()
        order by now_held.owner = ${owner} desc nulls last, shard limit ${share}::int) as own
      order by shard -- all workers lock rows in one order, so that they cannot deadlock
      on conflict (shard) do update set owner = excluded.owner, lease_until = excluded.lease_until
        where ingest_shard.owner is null or ingest_shard.owner = excluded.owner or ingest_shard.lease_until < now()
      returning shard`.execute(db)
    become(new Set(rows.map((row) => row.shard)))
  }

  const stopping = new AbortController()
  const renew = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sleep(leaseMs / 3, undefined, { signal: stopping.signal }).catch(() => {}) // stopped
      if (stopping.signal.aborted) return
      await lease().catch((error: unknown) => trouble('lease', error))
    }
  }

  await lease()
  const renewing = renew()
  return {
    stop: async () => {
      stopping.abort()
      await renewing
      ownersHere.delete(owner)
      await sql`update ingest_shard set lease_until = 'epoch' where owner = ${owner}`.execute(db)
    },
  }
}

/**
 * A row with a negative number for each worker, so that those without a shard are counted too. Programs
 * of the version before do not write one, and are counted if they hold a shard.
 */
const createPresence = (db: Db, owner: string, leaseMs: number) => {
  const choose = (): number => -1 - randomInt(32_768)
  let place = choose()
  return {
    countWorkers: async (): Promise<number> => {
      await sql`delete from ingest_shard where shard < 0 and lease_until < now()`.execute(db)
      const { rows } = await sql`
        insert into ingest_shard (shard, owner, lease_until)
        values (${place}, ${owner}, now() + ${leaseMs} * interval '1 millisecond')
        on conflict (shard) do update set lease_until = excluded.lease_until where ingest_shard.owner = excluded.owner
        returning shard`.execute(db)
      if (rows.length === 0) place = choose() // another worker has this number
      const {
        rows: [counted],
      } = await sql<{ workers: number }>`
        select count(distinct owner)::int as workers from ingest_shard where lease_until > now()`.execute(
        db,
      )
      return Math.max(1, counted!.workers)
    },
  }
}

const ownersHere = new Set<string>()

/**
 * Within it a process id names one process. Containers with the network of their host have its
 * name, but separate ids, in which most programs are process 1.
 */
const idSpace = `${hostname()} ${process.platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : ''}`

/**
 * Ends the leases of killed workers in this space of ids, so that others need not wait for them to
 * expire.
 */
const endLeasesOfTheDead = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ owner: string }>`
    select distinct owner from ingest_shard where lease_until > now() and starts_with(owner, ${`${idSpace}/`})`.execute(
    db,
  )
  const dead = rows.map((row) => row.owner).filter((owner) => !isAlive(owner))
  if (dead.length > 0)
    await sql`update ingest_shard set lease_until = 'epoch' where owner = any(${dead}::text[])`.execute(
      db,
    )
}

const isAlive = (owner: string): boolean => {
  const pid = Number(owner.split('/')[1])
  if (pid === process.pid) return ownersHere.has(owner) // in a container every program is process 1
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
