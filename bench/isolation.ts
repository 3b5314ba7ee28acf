// Isolation between users: 500 drones send a point a second each, while one person requests 100
// long lists and 300 changes at a time, four people upload hostile files, and 2,500 connections are
// silent at the caster. All of it is sent from one machine, the program is a separate process.
//   quiet    the drones, and other people's lists and imports
//   attack   the same under all of it
// Measured: how long a message waits for its acknowledgement, devices that lost their connection,
// other people's lists, a small import of another person, a base station's welcome. With --base
// FOLDER, a work tree of another version with its packages installed, that version is measured
// instead of this one, if it has the same migrations: this shows the effect of a change of the
// program. --profile writes V8's profile of the program and lists its hot spots on standard error.
import { copyFileSync, mkdtempSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { mergeSumChanges } from '@swath/server/modules/figures/figures/merge-sums.queries'
import { tx } from '@swath/server/platform/database/database'
import { hostileFiles, smallFile } from './hostile-files.ts'
import { startLoad } from './load-process.ts'
import { flags, quantile, report, say } from './measure.ts'
import { writeWorld } from './million-rows.ts'
import { startScript } from './processes.ts'
import { hotSpots } from './profile.ts'
import { scratchDatabase } from './scratch-database.ts'
import { insertSignedIn } from './signed-in.ts'

const bench = 'isolation'
const drones = 500
const world = flags.quick ? { drones: 2_000, sorties: 20_000 } : { drones: 5_000, sorties: 100_000 }
const seconds = flags.quick ? 8 : Math.min(flags.seconds, 45)
const [lists, changes, silent] = [100, 300, 2_500]
const flightList = '/api/drone/mointor/manage/getHistoryFlyList'
const { base } = parseArgs({
  args: process.argv.slice(2),
  strict: false,
  options: { base: { type: 'string' } },
}).values
const variant = typeof base === 'string' ? 'base' : 'this version'

const folder = typeof base === 'string' ? resolve(base) : resolve(import.meta.dirname, '..')
const script = `${folder}/bench/isolation-program.ts`
if (typeof base === 'string')
  copyFileSync(resolve(import.meta.dirname, 'isolation-program.ts'), script)

const profileFolder = flags.profile ? mkdtempSync(join(tmpdir(), 'swath-profile-')) : null

type Answer = { status: number; ms: number; text: string; retryAfterS: number }

const ask = async (
  address: string,
  bearer: string,
  init: { method?: string; body?: unknown; form?: FormData; signal?: AbortSignal } = {},
): Promise<Answer> => {
  const startedMs = performance.now()
  const response = await fetch(address, {
    method: init.method ?? 'GET',
    headers: {
      authorization: `Bearer ${bearer}`,
      language: 'en',
      ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
    ...(init.form ? { body: init.form } : {}),
    signal: init.signal ?? AbortSignal.timeout(120_000),
  })
  const text = await response.text()
  const ms = performance.now() - startedMs
  const retryAfterS = Number(response.headers.get('retry-after') ?? 1)
  return { status: response.status, ms, text, retryAfterS }
}

const failed = (error: unknown): Answer => ({
  status: 0,
  ms: 0,
  text: String(error),
  retryAfterS: 1,
})

/** Repeats the work until it is stopped; refused work waits for the given time. */
const repeat = async (
  signal: AbortSignal,
  counts: Map<number, number>,
  work: () => Promise<Answer>,
): Promise<void> => {
  while (!signal.aborted) {
    const answer = await work().catch(failed)
    if (signal.aborted) return
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
    if (answer.status === 429 || answer.status === 503 || answer.status === 0)
      // The measurement is over: the loop ends.
      await sleep(answer.retryAfterS * 1000, undefined, { signal }).catch(() => undefined)
  }
}

const form = (name: string, bytes: Uint8Array): FormData => {
  const filled = new FormData()
  filled.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  return filled
}

/** Ms until a client of the caster has its answer; infinity without one in 5 s. */
const askCaster = (port: number): Promise<number> =>
  new Promise((done) => {
    const startedMs = performance.now()
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
    const late = setTimeout(() => end(Infinity), 5_000)
    const end = (ms: number): void => {
      clearTimeout(late)
      socket.destroy()
      done(ms)
    }
    socket.on('error', () => end(Infinity)).on('close', () => end(Infinity))
    socket.once('data', () => end(performance.now() - startedMs))
    socket.write('GET / HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\nUser-Agent: NTRIP bench\r\n\r\n')
  })

/** The program's own measurements, which exclude waiting of its clients on a busy machine. */
const readMetrics = async (url: string): Promise<ReadonlyMap<string, number>> => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return new Map(
    [...text.matchAll(/^swath_(\w+) (\S+)$/gm)].map(([, name, value]) => [name!, Number(value)]),
  )
}

/** Silent connections; one that is disconnected is opened again. */
const keepSilent = (port: number, count: number, signal: AbortSignal): void => {
  const open = (): void => {
    if (signal.aborted) return
    const socket: Socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.1' })
    const end = (): void => void socket.destroy()
    signal.addEventListener('abort', end, { once: true })
    socket.on('error', () => undefined)
    socket.once('close', () => {
      signal.removeEventListener('abort', end)
      setTimeout(open, 2_000).unref()
    })
  }
  for (let i = 0; i < count; i++) open()
}

const database = await scratchDatabase()
const client = new pg.Client({ connectionString: database.url })
client.on('error', () => undefined) // after a failure the database is stopped first
await client.connect()
try {
  const { bearer } = await writeWorld(client, world.drones, world.sorties, (what) =>
    say(`${bench}: ${what}`),
  )
  await tx(database.db, mergeSumChanges) // as the program does once a minute
  const credentials = await database.fleet('ISO', drones)
  const people = async (name: string, count: number): Promise<string[]> => {
    const { rows } = await client.query<{ id: string }>(`select id from account where name = $1`, [
      name,
    ])
    const found: string[] = []
    for (let i = 0; i < count; i++)
      found.push(await insertSignedIn(client, rows[0]!.id, 'localhost'))
    return found
  }
  const bringers = (await Promise.all([2, 3, 4, 5].map((n) => people(`Operator ${n}`, 1)))).flat()
  const [importer] = await people('Operator 6', 1)
  const [colleague] = await people('Maker 1', 1)
  const { rows: owned } = await client.query<{ id: string; model_id: string; version: number }>(
    `select drone.id, model_id, drone.version from drone join account on account.id = manufacturer_id where account.name = 'Maker 1' order by drone.id limit $1`,
    [changes],
  )
  await client.query('vacuum analyze')

  const ntripPort = 20_000 + Math.floor(Math.random() * 10_000)
  const program = startScript(
    pathToFileURL(script),
    [database.url, database.folder, String(ntripPort)],
    profileFolder === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`],
  )
  const { mqttPort, httpPort } = await program.ready<{ mqttPort: number; httpPort: number }>()
  const url = `http://localhost:${httpPort}`
  const load = startLoad(`mqtt://127.0.0.1:${mqttPort}`, credentials)
  await load.connect(drones)

  const small = smallFile()
  /** Uploaded, and discarded again: at most 30 files of an account may wait to be imported. */
  const importSmall = async (): Promise<Answer> => {
    const imports = `${url}/api/geometry/imports`
    const answer = await ask(`${imports}/plots?fileName=small.kml`, importer!, {
      method: 'POST',
      form: form('small.kml', small),
    })
    if (answer.status === 200) {
      const { importId } = JSON.parse(answer.text) as { importId: string }
      const { status, text } = await ask(`${imports}/${importId}/cancel`, importer!, {
        method: 'POST',
        body: {},
      })
      if (status >= 300) throw new Error(`An import could not be discarded: ${status} ${text}`)
    }
    return answer
  }

  const measure = async (what: string): Promise<void> => {
    const watching = new AbortController()
    const { signal } = watching
    const listMs: number[] = []
    const colleagueMs: number[] = []
    const importMs: number[] = []
    const casterMs: number[] = []
    /** One after the other, as a person does. */
    const every = async (
      ms: number,
      into: number[],
      work: () => Promise<number>,
    ): Promise<void> => {
      while (!signal.aborted) {
        into.push(await work())
        await sleep(ms)
      }
    }
    const askList = async (as: string): Promise<number> => {
      const { status, ms } = await ask(`${url}${flightList}?pageSize=20`, as).catch(failed)
      return status === 200 ? ms : Infinity
    }
    const watches = [
      every(500, listMs, () => askList(bearer.operator)),
      every(500, colleagueMs, () => askList(colleague!)),
      (async () => {
        while (!signal.aborted) {
          const { status, ms, text } = await importSmall().catch(failed)
          if (status !== 200) say(`${bench}: import ${status} ${text.slice(0, 200)}`)
          importMs.push(status === 200 ? ms : Infinity)
          await sleep(1_500)
        }
      })(),
      every(500, casterMs, () => askCaster(ntripPort)),
    ]
    const loadBefore = loadavg()[0]!
    const before = await readMetrics(url)
    const run = await load.run({ do: 'pace', seconds, drones, pointsAMessage: 1 })
    watching.abort()
    await Promise.all(watches)
    const after = await readMetrics(url)
    const about = { load: what, loadAverage: [loadBefore, loadavg()[0]] }
    const tell = (metric: string, value: number, unit: 'ms' | 'count' | 'points', n: number) =>
      report(bench, variant, metric, Number.isFinite(value) ? value : -1, unit, 1, {
        ...about,
        n,
        ...(Number.isFinite(value) ? {} : { failed: true }),
      })
    tell('PUBACK p50', run.pubackP50Ms, 'ms', run.messages)
    tell('PUBACK p99', run.pubackP99Ms, 'ms', run.messages)
    tell('PUBACK longest', run.pubackMaxMs, 'ms', run.messages)
    const [appends, appendS] = ['gateway_appends_total', 'gateway_append_seconds_total'].map(
      (name) => (after.get(name) ?? NaN) - (before.get(name) ?? NaN),
    ) as [number, number]
    tell('commit of the ingest log, mean', (appendS / appends) * 1000, 'ms', appends)
    tell('longest stall of the loop', after.get('loop_longest_stall_seconds')! * 1000, 'ms', 1)
    tell('devices disconnected', run.reconnects, 'count', drones)
    tell('points not acknowledged', run.points - run.acknowledgedPoints, 'points', run.points)
    tell("another account's list p99", quantile(listMs, 0.99), 'ms', listMs.length)
    tell("a colleague's list p99", quantile(colleagueMs, 0.99), 'ms', colleagueMs.length)
    tell("another person's small import, longest", Math.max(...importMs), 'ms', importMs.length)
    tell('the caster’s answer, longest', Math.max(...casterMs), 'ms', casterMs.length)
  }

  await importSmall() // one-time work first
  await load.run({ do: 'pace', seconds: 3, drones, pointsAMessage: 1 })
  say(`${bench}: quiet`)
  await measure('quiet')

  say(`${bench}: attack`)
  const files = await hostileFiles()
  const attack = new AbortController()
  const { signal } = attack
  const counts = {
    lists: new Map<number, number>(),
    changes: new Map<number, number>(),
    files: new Map<number, number>(),
  }
  keepSilent(ntripPort, silent, signal)
  const attacks = [
    ...Array.from({ length: lists }, () =>
      repeat(signal, counts.lists, () =>
        ask(`${url}${flightList}?pageSize=500`, bearer.maker, { signal }),
      ),
    ),
    ...owned.map((drone) =>
      repeat(signal, counts.changes, async () => {
        const body = {
          droneId: drone.id,
          flyModelId: drone.model_id,
          droneName: `Drone ${Date.now()}`,
          version: drone.version,
        }
        const answer = await ask(`${url}/api/drone/device/manage/updateDrone`, bearer.maker, {
          method: 'PUT',
          body,
          signal,
        })
        if (answer.status === 200)
          drone.version = (JSON.parse(answer.text) as { version: number }).version
        return answer
      }),
    ),
    ...bringers.flatMap((person) =>
      files.map(({ name, bytes }) =>
        repeat(signal, counts.files, () =>
          ask(`${url}/api/geometry/imports/plots?fileName=${name}`, person, {
            method: 'POST',
            form: form(name, bytes),
            signal,
          }),
        ),
      ),
    ),
  ]
  await sleep(3_000)
  await measure('attack')
  attack.abort()
  await Promise.all(attacks)
  for (const [name, statuses] of Object.entries(counts))
    say(`${bench}: ${name} ${JSON.stringify(Object.fromEntries(statuses))}`)
  await load.close()
  await client.end()
  await program.ask({ do: 'stop' })
  await program.ended
  if (profileFolder !== null)
    for (const line of [profileFolder, ...hotSpots(profileFolder)]) say(line)
} finally {
  await database.stop()
}
process.exit(0)
