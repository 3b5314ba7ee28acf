// A hundred thousand drones on this machine, load generators included: three NATS servers, one
// PostgreSQL, two processes with the API and two with jobs, and as many gateways (three at least) and
// generators as file descriptors allow. All drones are connected; each sends five points every so
// many seconds, more often from step to step, and 20 consoles watch. Compared: with the promise that
// positions are shown within two seconds. Each step: points acknowledged, PUBACK, lag (from the time
// of a point to its display, of probes that send one a second), processor and memory of each role.
// Ends after the first step that is too slow, and counts what is stored. --profile writes V8's
// profiles of one process of each role. A tenth of the drones with --quick.
import { appendFileSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { applyMigrations } from '@swath/server/apply-migrations'
import { LoadFleet, type LoadCredential, type LoadReport } from '@swath/simulator/load-fleet'
import { openConsoles, type Console, type ConsoleView } from './consoles.ts'
import { natsCanSync, natsVersion } from './faults/cluster-servers.ts'
import {
  createUse,
  openFiles,
  processesFor,
  readBacklogS,
  startNatsServers,
  startRole,
} from './fleet-100k/installation.ts'
import { startLoad } from './load-process.ts'
import { flags, quantile, report, say } from './measure.ts'
import { hotSpots } from './profile.ts'
import { recountChunks, scratchDatabase } from './scratch-database.ts'
import type { Role, Running } from './upgrade/versions.ts'

const bench = 'fleet-100k'
const drones = flags.quick ? 10_000 : 100_000
const consoleCount = 20
/** Drones of their own, one for each console. */
const probes = consoleCount
const pointsAMessage = 5
const steps = [2_500, 5_000, 7_500, 10_000, 12_500, 15_000, 20_000, 25_000]
const seconds = flags.quick ? flags.seconds : Math.min(flags.seconds, 20)
const warmUpS = 5
const longestLagMs = 2_000

const gatewayCount = processesFor(drones, 3)
const generatorCount = processesFor(drones, 2)

/** Drones fly north of 114° E, 35° N in a grid of 0.01°, a hundred to a row. */
const views = Array.from({ length: consoleCount }, (_, i): ConsoleView => {
  const sizeDeg = [0.1, 0.3, 0.4, 20][i % 4]!
  const [lng, lat] = [114 + (i % 3) * 0.1, 35 + Math.floor(i / 3) * 0.05]
  return {
    name: `${sizeDeg}°`,
    bounds: [lng, lat, lng + sizeDeg, lat + sizeDeg],
    zoom: Math.min(18, Math.log2(360 / sizeDeg) + 1),
    follow: `FLEET-${drones + i}`,
  }
})

const since = (startMs: number): number => (performance.now() - startMs) / 1000
const tell = (
  variant: string,
  metric: string,
  value: number,
  unit: Parameters<typeof report>[4],
  more = {},
): void => report(bench, variant, metric, value, unit, 1, { drones, ...more })

/** @returns whether positions were shown in time */
const reportStep = (
  pointsPerS: number,
  loaded: readonly LoadReport[],
  consoles: readonly Console[],
  probed: LoadReport,
): boolean => {
  const step = `${pointsPerS} points/s`
  const about = { seconds, everyS: (drones * pointsAMessage) / pointsPerS }
  const sum = (pick: (one: LoadReport) => number): number =>
    loaded.reduce((all, one) => all + pick(one), 0)
  const most = (pick: (one: LoadReport) => number): number => Math.max(...loaded.map(pick))
  tell(
    step,
    'points acknowledged a second',
    loaded.reduce((all, one) => all + one.acknowledgedPoints / (one.elapsedMs / 1000), 0),
    'points/s',
    { ...about, sent: sum((one) => one.points), connected: sum((one) => one.connected) },
  )
  tell(
    step,
    'reconnects since the start',
    sum((one) => one.reconnects),
    'count',
  )
  tell(
    step,
    'PUBACK p50, worst generator',
    most((one) => one.pubackP50Ms),
    'ms',
  )
  tell(
    step,
    'PUBACK p99, worst generator',
    most((one) => one.pubackP99Ms),
    'ms',
  )
  tell(step, 'PUBACK p50, probes', probed.pubackP50Ms, 'ms')
  const lagsMs = consoles.flatMap((one) => one.lagsMs)
  const lag = quantile(lagsMs, 0.99)
  tell(step, 'lag p50', quantile(lagsMs, 0.5), 'ms', { samples: lagsMs.length })
  tell(step, 'lag p99', lag, 'ms')
  const intervalsMs = consoles.flatMap((one) => one.intervalsMs)
  tell(step, 'between frames p99', quantile(intervalsMs, 0.99), 'ms')
  for (const name of new Set(views.map((view) => view.name))) {
    const of = consoles.filter((one) => one.view.name === name)
    tell(
      step,
      `frame of a view of ${name}`,
      of.reduce((all, one) => all + one.bytes / one.intervalsMs.length, 0) / of.length,
      'bytes/frame',
      { shown: of[0]!.shown },
    )
  }
  tell(step, 'consoles closed', consoles.filter((one) => one.closed).length, 'count')
  return lag <= longestLagMs && intervalsMs.length > 0
}

const beganMs = performance.now()
const database = await scratchDatabase((db) => applyMigrations(db), { max_connections: '300' })
const profiles = flags.profile ? mkdtempSync(join(tmpdir(), 'swath-profile-')) : null
try {
  say(
    `${bench}: ${drones} drones, ${gatewayCount} gateways and ${generatorCount} generators ` +
      `(${openFiles} files a process), NATS ${natsVersion()}${natsCanSync() ? ', synced' : ', not synced'}`,
  )
  const seedMs = performance.now()
  const credentials = await database.fleet('FLEET', drones + probes)
  tell('registration', 'rows of drones and credentials', since(seedMs), 's')
  const nats = await startNatsServers(database.folder)
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: database.folder,
    DEMO: '0',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: 'warn',
    ...nats.environment,
  }
  const running: Record<Role, Running[]> = { api: [], gateway: [], jobs: [] }
  for (const [role, count] of [
    ['gateway', gatewayCount],
    ['api', 2],
    ['jobs', 2],
  ] as const) {
    const startMs = performance.now()
    running[role] = await startRole(
      role,
      count,
      environment,
      profiles === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${join(profiles, role)}`],
    )
    tell(role, 'start', since(startMs), 's', { processes: count })
  }
  const mqttUrl = (i: number): string =>
    `mqtt://127.0.0.1:${running.gateway[i % gatewayCount]!.place.port}`

  const each = Math.ceil(drones / generatorCount)
  const loads = Array.from({ length: generatorCount }, (_, i) => ({
    drones: Math.min(each, drones - i * each),
    load: startLoad(mqttUrl(i), credentials, {
      first: i * each,
      drones: Math.min(each, drones - i * each),
    }),
  }))
  const connectMs = performance.now()
  await Promise.all(loads.map((one) => one.load.connect(one.drones)))
  tell('gateways', 'connecting', since(connectMs), 's')
  const probing = readFileSync(credentials, 'utf8')
    .split('\n')
    .slice(drones, drones + probes)
    .map((line) => JSON.parse(line) as LoadCredential)
  const probe = new LoadFleet(mqttUrl(0), probing, undefined, 0)
  await probe.connect(probes, 1_000)
  say(`${bench}: connected after ${Math.round(since(beganMs))} s`)
  const consoles = await openConsoles(
    database.db,
    running.api.map(({ place }) => place.port),
    views,
  )
  const use = createUse(
    {
      'gateways': running.gateway.map(({ pid }) => pid),
      'API': running.api.map(({ pid }) => pid),
      'jobs': running.jobs.map(({ pid }) => pid),
      'NATS': nats.pids,
      'generators': loads.map(({ load }) => load.pid),
      'consoles and probes': [process.pid],
    },
    database.pid(),
  )
  const fly = async (pointsPerS: number, forS: number): Promise<[LoadReport[], LoadReport]> => {
    const everyS = (drones * pointsAMessage) / pointsPerS
    const [probed, ...loaded] = await Promise.all([
      probe.pace(forS, probes, 1),
      ...loads.map((one) =>
        one.load.run({ do: 'pace', seconds: forS, drones: one.drones, pointsAMessage, everyS }),
      ),
    ])
    return [loaded, probed]
  }
  await fly(steps[0]!, 2 * warmUpS)
  let best = 0
  for (const pointsPerS of steps) {
    say(`${bench}: ${pointsPerS} points/s for ${seconds} s`)
    await fly(pointsPerS, warmUpS)
    for (const one of consoles) one.restart()
    const [before, mostBefore, startMs] = [use.cpuMs(), use.mostCpuMs(), performance.now()]
    const [loaded, probed] = await fly(pointsPerS, seconds)
    const [after, mostAfter, elapsedMs] = [
      use.cpuMs(),
      use.mostCpuMs(),
      performance.now() - startMs,
    ]
    const isShown = reportStep(pointsPerS, loaded, consoles, probed)
    const step = `${pointsPerS} points/s`
    for (const [role, cpuMs] of Object.entries(after))
      tell(step, `processor, ${role}`, (cpuMs - before[role]!) / elapsedMs, 'core')
    tell(
      step,
      'processor, busiest process',
      Math.max(...[...mostAfter].map(([pid, ms]) => (ms - mostBefore.get(pid)!) / elapsedMs)),
      'core',
    )
    for (const [role, mb] of Object.entries(use.memoryMb())) tell(step, `memory, ${role}`, mb, 'MB')
    tell(step, 'oldest message before a checkpoint', await readBacklogS(running.gateway[0]!), 's')
    if (!isShown) break
    best = pointsPerS
  }
  tell('result', 'highest rate shown within two seconds', best, 'points/s')

  say(`${bench}: counting what is stored, after ${Math.round(since(beganMs))} s`)
  for (const one of consoles) one.close()
  const acknowledged = join(database.folder, 'acknowledged.jsonl')
  probe.writeAcknowledged(acknowledged)
  probe.close()
  for (const [i, { load }] of loads.entries()) {
    await load.writeAcknowledged(`${acknowledged}.${i}`)
    appendFileSync(acknowledged, readFileSync(`${acknowledged}.${i}`))
    await load.close()
  }
  while ((await readBacklogS(running.gateway[0]!)) > 0) await sleep(500)
  for (const one of [...running.api, ...running.jobs, ...running.gateway])
    await one.stop().catch((error: Error) => say(error.message)) // everything is stored by now
  const { lost, ...counted } = await recountChunks(database.db, 'FLEET', acknowledged)
  tell('result', 'acknowledged points not stored', lost, 'points', counted)
  if (profiles !== null)
    for (const role of readdirSync(profiles))
      for (const line of [join(profiles, role), ...hotSpots(join(profiles, role))]) say(line)
} finally {
  await database.stop()
}
process.exit(0)
