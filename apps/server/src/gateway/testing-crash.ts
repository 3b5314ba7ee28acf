// Kills the program, or its database, while devices send about 1,000 points a second, and checks
// that every acknowledged point is stored afterwards. `node testing-crash.ts [kills of the program]
// [kills of the database]`
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Db } from '../platform/database/database.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded.ts'
import { applyMigrations } from '../apply-migrations.ts'
import { batchPoints, Device } from './testing-crash-device.ts'
import { seedFleet, storedSequences } from './testing.seed.ts'

export type CrashReport = {
  target: 'program' | 'database'
  kills: number
  seconds: number
  points: number
  acknowledged: number
  lost: number
  longestPauseMs: number
  childrenThatDied: number
}

const drones = 20

/** The ingest log on NATS; `settled` resolves when all of it is in the database. */
export type CrashNats = { url: string; settled: () => Promise<unknown> }

export const crash = async (
  target: 'program' | 'database',
  kills: number,
  random: () => number = Math.random,
  nats?: CrashNats,
): Promise<CrashReport> => {
  const folder = mkdtempSync(join(tmpdir(), 'swath-crash-'))
  const postgres = await startEmbeddedPostgres({ dataFolder: folder })
  const db = openDatabase(postgres.url, { maxConnections: 2 })
  let child: ChildProcess | undefined
  let childrenThatDied = 0
  try {
    await applyMigrations(db)
    const fleet = await seedFleet(db, 'CR', drones)
    const port = await freePort()
    const start = async (): Promise<void> => {
      child = await startChild(postgres.url, port, nats?.url)
      child.once('exit', (code, signal) => {
        if (signal !== 'SIGKILL' && code !== 0) childrenThatDied++
      })
    }
    await start()
    const devices = fleet.drones.map((drone) => new Device(drone, port))
    const startedMs = Date.now()
    await sleep(1_500)
    for (let i = 0; i < kills; i++) {
      await sleep(200 + random() * 1_800)
      if (target === 'program') {
        const gone = once(child!, 'exit')
        child!.kill('SIGKILL')
        await gone
        await start()
      } else {
        const killed = postgres.pid()
        process.kill(killed, 'SIGKILL')
        // its supervisor restarts it
        while (postgres.pid() === killed || !(await answers(db))) await sleep(50)
        await sleep(500)
      }
    }
    await sleep(3_000)
    await Promise.all(devices.map((device) => device.stop()))
    const seconds = (Date.now() - startedMs) / 1000
    await nats?.settled()
    const exited = once(child!, 'exit')
    child!.kill('SIGTERM')
    await exited
    const stored = await storedSequences(db)
    let acknowledged = 0
    let lost = 0
    for (const device of devices) {
      for (const first of device.acknowledged) {
        for (let seq = first; seq < first + batchPoints; seq++) {
          acknowledged++
          if (!stored.get(device.droneId)?.has(seq)) lost++
        }
      }
    }
    return {
      target,
      kills,
      seconds,
      points: devices.reduce((sum, device) => sum + device.seq, 0),
      acknowledged,
      lost,
      longestPauseMs: Math.max(...devices.map((device) => device.longestPauseMs)),
      childrenThatDied,
    }
  } finally {
    child?.kill('SIGKILL')
    await db.destroy()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts a gateway in a separate process and waits until it is ready. */
export const startChild = async (
  databaseUrl: string,
  mqttPort: number,
  natsUrl?: string,
): Promise<ChildProcess> => {
  const child = spawn(
    process.execPath,
    [
      new URL('testing-crash-child.ts', import.meta.url).pathname,
      databaseUrl,
      String(mqttPort),
      ...(natsUrl ? [natsUrl] : []),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(child.stdout!, 'data')
  return child
}

const answers = (db: Db): Promise<boolean> =>
  db
    .selectNoFrom((eb) => eb.lit(1).as('one'))
    .execute()
    .then(
      () => true,
      () => false,
    )

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

if (import.meta.main) {
  const [program, database] = process.argv.slice(2).map(Number)
  if (program) process.stdout.write(`${JSON.stringify(await crash('program', program))}\n`)
  if (database) process.stdout.write(`${JSON.stringify(await crash('database', database))}\n`)
}
