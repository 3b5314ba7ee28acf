// Ingest to durable: points from many MQTT connections at QoS 1 into one and the same PostgreSQL
// (fsync on), three ways:
// gateway Swath's: an acknowledgement means stored; decoded, checked, shown live, watched for
// zones, packed in columns
// Mosquitto, batched Debian's Mosquitto with a plain subscriber in Node.js (mqtt.js) that inserts a
// row a point, at most 1,000 in
//                       one statement; an acknowledgement means that the broker has it in memory
//   Mosquitto, rows     the same, one statement and commit a point, eight at a time
// Paced: as many drones as points a second, each of which makes one point a second and sends one or
// five at once. Flood: 200 connections, each with 10 messages in flight. Variants take turns
// within each round; connections stay open throughout. Measured: processor time of all processes of
// a variant (gateway, or broker and subscriber; and PostgreSQL's share) from the first message
// until everything is stored, checkpoint included; how long a message waits for its
// acknowledgement; how long a point waits until it is stored. Sorties are worked out after
// landings, which few of these drones have in so short a time. In the end all stored points are
// counted one by one against what was acknowledged.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { LoadCommand } from '@swath/simulator/load'
import type { LoadReport } from '@swath/simulator/load-fleet'
import type { GatewayReady } from './gateway-process.ts'
import { startLoad } from './load-process.ts'
import { flags, interleaved, median, report, reportRatio, say } from './measure.ts'
import { startMosquitto } from './mosquitto.ts'
import { createPointTable } from './point-table.ts'
import { readCpuMs, startScript, treeCpuMs, type Talker } from './processes.ts'
import { recountChunks, recountRows, scratchDatabase, type Recount } from './scratch-database.ts'
import type { Stored } from './subscriber-process.ts'

const bench = 'ingest'
const [few, many] = flags.quick ? [200, 1_000] : [1_000, 10_000]
/** Several checkpoints: in 4 s, what each flight costs once counts as much as its points. */
const seconds = flags.quick ? 2 : 20
const batches = flags.quick ? [1] : [1, 5]
const floodDrones = 200
const floodPoints = flags.quick ? 5_000 : 30_000

type Variant = 'gateway' | 'Mosquitto, batched' | 'Mosquitto, rows'
type Run = {
  report: LoadReport
  cpuMs: number
  databaseCpuMs: number
  storedP50Ms: number
  storedP99Ms: number
  untilStoredMs: number
}
type LoadRun = Extract<LoadCommand, { do: 'pace' | 'flood' }>

const database = await scratchDatabase()
try {
  const credentials = await database.fleet('BENCH', many)
  const mosquitto = await startMosquitto(database.folder)
  const gateway = startScript(new URL('gateway-process.ts', import.meta.url), [
    'gateway',
    database.url,
    database.folder,
  ])
  const { mqttPort } = await gateway.ready<GatewayReady>()
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  pool.on('error', (error) => say(`ingest: ${error.message}`))
  const loads = {
    swath: startLoad(`mqtt://127.0.0.1:${mqttPort}`, credentials),
    mosquitto: startLoad(mosquitto.url, credentials),
  }

  /**
   * What the database still has to do for the variant before, which would otherwise be counted for this
   * one.
   */
  const settle = async (): Promise<void> => {
    await pool.query('vacuum')
    await pool.query('checkpoint')
  }

  /** From before the first message to after the last point is stored. */
  const measured = async (
    load: typeof loads.swath,
    pids: readonly number[],
    command: LoadRun,
    stored: (report: LoadReport) => Promise<Partial<Stored>>,
  ): Promise<Run> => {
    await settle()
    const cpu = () => pids.reduce((sum, pid) => sum + readCpuMs(pid), 0)
    const [before, databaseBefore, startedMs] = [
      cpu(),
      treeCpuMs(database.pid()),
      performance.now(),
    ]
    const loaded = await load.run(command)
    const { storedP50Ms = loaded.pubackP50Ms, storedP99Ms = loaded.pubackP99Ms } =
      await stored(loaded)
    const untilStoredMs = performance.now() - startedMs
    await sleep(20) // the processor time of the last commit is in /proc by then
    const databaseCpuMs = treeCpuMs(database.pid()) - databaseBefore
    return {
      report: loaded,
      cpuMs: cpu() - before + databaseCpuMs,
      databaseCpuMs,
      storedP50Ms,
      storedP99Ms,
      untilStoredMs,
    }
  }

  const byGateway = (command: LoadRun) => (): Promise<Run> =>
    measured(loads.swath, [gateway.pid], command, async () => {
      await gateway.ask({ do: 'written' })
      return {}
    })
  const tables: string[] = []
  const byMosquitto = (way: 'batched' | 'rows', command: LoadRun) => async (): Promise<Run> => {
    const table = `points_${tables.length}`
    tables.push(table)
    await createPointTable(pool, table)
    const subscriber: Talker = startScript(new URL('subscriber-process.ts', import.meta.url), [
      mosquitto.url,
      database.url,
      table,
      way,
    ])
    await subscriber.ready()
    const run = await measured(
      loads.mosquitto,
      [mosquitto.pid, subscriber.pid],
      command,
      (loaded) => subscriber.ask<Stored>({ do: 'until', points: loaded.points }),
    )
    await subscriber.ask({ do: 'stop' })
    await subscriber.ended
    return run
  }

  const cpuPerPoint = (run: Run): number => (run.cpuMs * 1000) / run.report.points
  const reportRatios = (
    load: string,
    names: readonly Variant[],
    of: (name: Variant, value: (run: Run) => number) => number,
    paced: boolean,
  ): void => {
    for (const name of names.slice(1)) {
      reportRatio(
        bench,
        `processor time, ${load}`,
        name,
        'gateway',
        of(name, cpuPerPoint) / of('gateway', cpuPerPoint),
        flags.rounds,
      )
      if (paced)
        reportRatio(
          bench,
          `sent to stored p50, ${load}`,
          name,
          'gateway',
          of(name, (run) => run.storedP50Ms) / of('gateway', (run) => run.storedP50Ms),
          flags.rounds,
        )
    }
  }

  const compare = async (load: string, command: LoadRun, withRows: boolean): Promise<void> => {
    say(`ingest: ${load}`)
    const paced = command.do === 'pace'
    const variants: Partial<Record<Variant, () => Promise<Run>>> = {
      'gateway': byGateway(command),
      'Mosquitto, batched': byMosquitto('batched', command),
      ...(withRows ? { 'Mosquitto, rows': byMosquitto('rows', command) } : {}),
    }
    const results = await interleaved(flags.rounds, variants as Record<Variant, () => Promise<Run>>)
    const names = Object.keys(variants) as Variant[]
    const of = (name: Variant, value: (run: Run) => number): number =>
      median(results[name].map(value))
    for (const name of names) {
      const tell = (metric: string, value: number, unit: Parameters<typeof report>[4]): void =>
        report(bench, name, metric, value, unit, flags.rounds, { load })
      tell(
        'points per second and core',
        of(name, (run) => (run.report.points / run.cpuMs) * 1000),
        'points/core-s',
      )
      tell('processor time', of(name, cpuPerPoint), 'µs/point')
      tell(
        'of which PostgreSQL',
        of(name, (run) => (run.databaseCpuMs * 1000) / run.report.points),
        'µs/point',
      )
      tell(
        'PUBACK p50',
        of(name, (run) => run.report.pubackP50Ms),
        'ms',
      )
      tell(
        'PUBACK p99',
        of(name, (run) => run.report.pubackP99Ms),
        'ms',
      )
      if (paced) {
        tell(
          'sent to stored p50',
          of(name, (run) => run.storedP50Ms),
          'ms',
        )
        tell(
          'sent to stored p99',
          of(name, (run) => run.storedP99Ms),
          'ms',
        )
      } else {
        tell(
          'points per second until stored',
          of(
            name,
            (run) =>
              (run.report.points /
                (name === 'gateway' ? run.report.elapsedMs : run.untilStoredMs)) *
              1000,
          ),
          'points/s',
        )
      }
    }
    reportRatios(load, names, of, paced)
  }

  const connect = async (drones: number): Promise<void> => {
    say(`ingest: ${drones} connections to each`)
    const swathMs = await loads.swath.connect(drones)
    const mosquittoMs = await loads.mosquitto.connect(drones)
    report(bench, 'gateway', 'connecting', swathMs / 1000, 's', 1, {
      drones,
      knownByPassword: true,
    })
    report(bench, 'Mosquitto', 'connecting', mosquittoMs / 1000, 's', 1, {
      drones,
      knownByPassword: false,
      version: mosquitto.version,
    })
  }

  await connect(few)
  // warm up the JIT compiler
  const warmUp: LoadRun = { do: 'pace', seconds: 2, drones: few, pointsAMessage: 1 }
  await byGateway(warmUp)()
  await byMosquitto('batched', warmUp)()
  for (const pointsAMessage of batches) {
    await compare(
      `${few} points/s, ${pointsAMessage} a message`,
      { do: 'pace', seconds, drones: few, pointsAMessage },
      true,
    )
  }
  await connect(many)
  for (const pointsAMessage of batches) {
    await compare(
      `${many} points/s, ${pointsAMessage} a message`,
      { do: 'pace', seconds, drones: many, pointsAMessage },
      false,
    )
  }
  for (const pointsAMessage of batches) {
    await compare(
      `flood, ${pointsAMessage} a message`,
      {
        do: 'flood',
        points: floodPoints * pointsAMessage,
        drones: floodDrones,
        pointsAMessage,
        inFlight: 10,
      },
      pointsAMessage === 1,
    )
  }

  say('ingest: counting what is stored')
  const acknowledgedBy = async (load: typeof loads.swath, name: string): Promise<string> => {
    const path = `${database.folder}/${name}.acknowledged`
    await load.writeAcknowledged(path)
    return path
  }
  const tellCount = (variant: string, { acknowledged, lost, stored, repeated }: Recount): void => {
    report(bench, variant, 'acknowledged points not stored', lost, 'points', 1, {
      acknowledged,
      stored,
      repeated,
    })
  }
  tellCount(
    'gateway',
    await recountChunks(database.db, 'BENCH', await acknowledgedBy(loads.swath, 'swath')),
  )
  const rows: { drone_id: string; boot: string; seq: number }[] = []
  for (const table of tables) {
    const stored = await pool.query<{ drone_id: string; boot: string; seq: string }>(
      `select drone_id, boot, seq from ${table}`,
    )
    for (const row of stored.rows) rows.push({ ...row, seq: Number(row.seq) })
  }
  tellCount('Mosquitto', recountRows(rows, await acknowledgedBy(loads.mosquitto, 'mosquitto')))

  await Promise.all([loads.swath.close(), loads.mosquitto.close()])
  await gateway.ask({ do: 'stop' })
  await gateway.ended
  await mosquitto.stop()
  await pool.end()
} finally {
  await database.stop()
}
process.exit(0)
