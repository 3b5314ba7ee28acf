// The whole program under 10,000 drones at 1 Hz (one message a second each, QoS 1) with 20 consoles
// watching, on this machine, load generator included: the HTTP side, the gateway, the pipeline and
// the live socket in one process, and the embedded PostgreSQL. Compared: with the promise, that
// nothing is lost and every console gets its frame each second. Measured over --seconds (60):
// points acknowledged and points stored, counted one by one afterwards; the time between two frames
// at each console; the age of what the frames show; processor time and memory of each process.
// --profile writes V8's profile of the program and lists its hot spots on standard error.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openConsoles, type ConsoleView } from './consoles.ts'
import type { GatewayReady } from './gateway-process.ts'
import { startLoad } from './load-process.ts'
import { flags, quantile, report, say } from './measure.ts'
import { readCpuMs, memoryMb, startScript, treeCpuMs, treeMemoryMb } from './processes.ts'
import { hotSpots } from './profile.ts'
import { recountChunks, scratchDatabase } from './scratch-database.ts'

const bench = 'fleet-10k'
const drones = flags.quick ? 2_000 : 10_000

/** The generator's drones fly from 114° E, 35° N in a grid of 0.01°, a hundred to a row. */
const square = (name: string, count: number, sizeDeg: number): ConsoleView[] =>
  Array.from({ length: count }, (_, i) => {
    const [lng, lat] = [114 + (i % 3) * 0.1, 35 + Math.floor(i / 3) * 0.05]
    return {
      name,
      bounds: [lng, lat, lng + sizeDeg, lat + sizeDeg],
      zoom: Math.min(18, Math.log2(360 / sizeDeg) + 1),
    }
  })
const views = [
  ...square('0.1°', 6, 0.1),
  ...square('0.3°', 6, 0.3),
  ...square('0.4°', 4, 0.4),
  ...square('20°', 4, 20),
]

const database = await scratchDatabase()
const profileFolder = flags.profile ? mkdtempSync(join(tmpdir(), 'swath-profile-')) : null
try {
  say(`${bench}: registering ${drones} drones`)
  const credentials = await database.fleet('FLEET', drones)
  const program = startScript(
    new URL('gateway-process.ts', import.meta.url),
    ['program', database.url, database.folder],
    profileFolder === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`],
  )
  const { mqttPort, httpPort } = await program.ready<GatewayReady>()
  const load = startLoad(`mqtt://127.0.0.1:${mqttPort}`, credentials)
  const connectMs = await load.connect(drones)
  const consoles = await openConsoles(database.db, [httpPort], views)
  // warm up the JIT compiler
  await load.run({ do: 'pace', seconds: flags.quick ? 2 : 5, drones, pointsAMessage: 1 })

  say(`${bench}: flying for ${flags.seconds} s`)
  for (const one of consoles) one.restart()
  const pids = { program: program.pid, generator: load.pid }
  const cpu = () => ({
    program: readCpuMs(pids.program),
    PostgreSQL: treeCpuMs(database.pid()),
    generator: readCpuMs(pids.generator),
  })
  const memory = { program: 0, PostgreSQL: 0, generator: 0 }
  const watch = setInterval(() => {
    memory.program = Math.max(memory.program, memoryMb(pids.program))
    memory.generator = Math.max(memory.generator, memoryMb(pids.generator))
    memory.PostgreSQL = Math.max(memory.PostgreSQL, treeMemoryMb(database.pid()))
  }, 2_000)
  const [before, startedMs] = [cpu(), performance.now()]
  const loaded = await load.run({ do: 'pace', seconds: flags.seconds, drones, pointsAMessage: 1 })
  const [after, elapsedMs] = [cpu(), performance.now() - startedMs]
  clearInterval(watch)
  const intervalsMs = consoles.flatMap((one) => one.intervalsMs)
  const about = { drones, seconds: flags.seconds, consoles: consoles.length }
  const tell = (
    variant: string,
    metric: string,
    value: number,
    unit: Parameters<typeof report>[4],
    more = {},
  ): void => report(bench, variant, metric, value, unit, 1, { ...about, ...more })
  tell('program', 'connecting', connectMs / 1000, 's')
  tell(
    'program',
    'points acknowledged a second',
    (loaded.acknowledgedPoints / elapsedMs) * 1000,
    'points/s',
    { sent: loaded.points, acknowledged: loaded.acknowledgedPoints, reconnects: loaded.reconnects },
  )
  tell('program', 'PUBACK p50', loaded.pubackP50Ms, 'ms')
  tell('program', 'PUBACK p99', loaded.pubackP99Ms, 'ms')
  tell('program', 'PUBACK longest', loaded.pubackMaxMs, 'ms')
  tell('consoles', 'between frames p50', quantile(intervalsMs, 0.5), 'ms', {
    frames: intervalsMs.length,
  })
  tell('consoles', 'between frames p99', quantile(intervalsMs, 0.99), 'ms')
  tell('consoles', 'between frames longest', Math.max(...intervalsMs), 'ms')
  for (const name of new Set(views.map((view) => view.name))) {
    const of = consoles.filter((one) => one.view.name === name)
    tell(
      `consoles with a view of ${name}`,
      'frame',
      of.reduce((sum, one) => sum + one.bytes / one.intervalsMs.length, 0) / of.length,
      'bytes/frame',
      { shown: of[0]!.shown },
    )
  }
  const agesS = consoles.flatMap((one) => one.agesS)
  tell('consoles', 'age of a shown position p50', quantile(agesS, 0.5) * 1000, 'ms')
  tell('consoles', 'age of a shown position p99', quantile(agesS, 0.99) * 1000, 'ms')
  for (const name of ['program', 'PostgreSQL', 'generator'] as const) {
    tell(name, 'processor', (after[name] - before[name]) / elapsedMs, 'core')
    tell(name, 'processor time', ((after[name] - before[name]) * 1000) / loaded.points, 'µs/point')
    tell(name, 'memory', memory[name], 'MB')
  }
  tell('consoles', 'closed before the end', consoles.filter((one) => one.closed).length, 'count')

  say(`${bench}: counting what is stored`)
  for (const one of consoles) one.close()
  const acknowledged = join(database.folder, 'acknowledged.jsonl')
  await load.writeAcknowledged(acknowledged)
  await load.close()
  await program.ask({ do: 'stop' })
  await program.ended
  const { lost, ...counted } = await recountChunks(database.db, 'FLEET', acknowledged)
  const { total } = await database.db
    .selectFrom('quarantine')
    .select((q) => q.fn.coalesce(q.fn.sum<string>('count'), q.lit(0)).as('total'))
    .executeTakeFirstOrThrow()
  tell('program', 'acknowledged points not stored', lost, 'points', {
    ...counted,
    inQuarantine: Number(total),
  })
  if (profileFolder !== null)
    for (const line of [profileFolder, ...hotSpots(profileFolder)]) say(line)
} finally {
  await database.stop()
}
process.exit(0)
