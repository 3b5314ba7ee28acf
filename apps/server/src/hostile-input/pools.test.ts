// Each part of the program has its own database connections, both in one process and with one
// process per role: while the consoles use all of theirs, devices are acknowledged and jobs run.
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { seedFleet } from '../gateway/testing.seed.ts'
import type { Program, Role } from '../program.ts'
import { startTestProgram } from '../testing-started-program.ts'
import { applicationName, poolSizes, type PoolName } from '../platform/database/pools.ts'
import { ownTestDatabase } from '../platform/database/testing-file.ts'

const own = await ownTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'swath-pools-'))
const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
  rmSync(folder, { recursive: true, force: true })
})

const start = async (roles: readonly Role[]): Promise<Program> => {
  const program = await startTestProgram(own.url, folder, { roles })
  undo.push(() => program.stop())
  return program
}

const countConnections = async (name: PoolName): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = ${applicationName(name)}`.execute(
    own.db,
  )
  return rows[0]!.count
}

/** Nice values of the database server's processes behind these connections. */
const listPriorities = async (name: PoolName): Promise<number[]> => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = ${applicationName(name)}`.execute(
    own.db,
  )
  return rows.map(({ pid }) => getPriority(pid))
}

/** Locks a table, so that calls that read it keep their connections until the lock is released. */
const holdTable = async (table: string): Promise<void> => {
  const held = await own.db.startTransaction().execute()
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(held)
  undo.push(() => held.rollback().execute())
}

const publish = async ({ mqttPort }: Program, prefix: string): Promise<void> => {
  const { drones } = await seedFleet(own.db, prefix, 1)
  const { droneId, secret } = drones[0]!
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    clientId: droneId,
    username: droneId,
    password: secret,
    protocolVersion: 4,
  })
  undo.push(() => client.endAsync(true))
  const pts = [{ t: Date.now(), lng: 120, lat: 30, height: 3, speed: 5 }]
  const message = JSON.stringify({ v: 1, boot: 'a', seq: 1, pts })
  await client.publishAsync(`v1/d/${droneId}/track`, message, { qos: 1 })
}

/**
 * Makes more calls than the consoles have connections, from two addresses because each address is
 * limited.
 */
const fillConsoles = async ({ httpPort }: Program): Promise<void> => {
  const calls = ['127.0.0.1', '127.0.0.2'].flatMap((localAddress) =>
    Array.from({ length: poolSizes.consoles }, () =>
      get({ host: '127.0.0.1', port: httpPort, localAddress, path: `/api/files/${'x'.repeat(43)}` })
        .on('error', () => undefined)
        .on('response', (response) => response.resume()),
    ),
  )
  undo.push(async () => {
    for (const call of calls) call.destroy()
  })
  await expect.poll(() => countConnections('consoles')).toBe(poolSizes.consoles)
}

const jobDone = async (): Promise<void> => {
  await sql`select graphile_worker.add_job('sums.merge', '{}'::json)`.execute(own.db)
  await expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from graphile_worker.jobs
        where task_identifier = 'sums.merge' and run_at <= now()`.execute(own.db)
      return rows[0]!.count
    })
    .toBe(0)
}

const layouts: Record<string, readonly Role[][]> = {
  'one process': [['api', 'gateway', 'jobs']],
  'a process for each role': [['api'], ['gateway'], ['jobs']],
}

test.each(Object.entries(layouts))('%s', async (_name, processes) => {
  const programs = new Map<Role, Program>()
  for (const roles of processes) {
    const program = await start(roles)
    for (const role of roles) programs.set(role, program)
  }
  await holdTable('stored_file')
  await fillConsoles(programs.get('api')!)
  await publish(programs.get('gateway')!, processes.length > 1 ? 'POOL' : 'POOLS')
  await jobDone()
  for (const name of ['gateway', 'ingest', 'jobs', 'queue'] as const)
    expect(await countConnections(name), name).toBeGreaterThan(0)
  const [consoles, ingest] = [await listPriorities('consoles'), await listPriorities('ingest')]
  if (process.platform === 'linux')
    expect(Math.min(...consoles)).toBeGreaterThan(Math.max(...ingest))
})

test('all pools of one process fit the connection limit of the embedded database', () => {
  // of 100 connections; threads and tools also need some
  expect(Object.values(poolSizes).reduce((sum, size) => sum + size, 0)).toBeLessThan(70)
})
