// The event loop that acknowledges devices, while people upload hostile files, shapes and logs
// everywhere: 500 drones send a point a second each into the program, which runs in a separate
// process.
//   quiet    no other load
//   hostile  a nested workbook, a wide one, a table of quotes, a zone of 40,000 corners, a log of one
//            long flight: read, accepted, recomputed and viewed
// Measured: how long a message waits for its acknowledgement, and the longest stall of the loop in
// /metrics.
import pg from 'pg'
import { bringHostileInput, hostileInput } from '@swath/server/hostile-input/testing-hostile-input'
import type { LoadReport } from '@swath/simulator/load-fleet'
import type { GatewayReady } from './gateway-process.ts'
import { startLoad } from './load-process.ts'
import { flags, report, say } from './measure.ts'
import { startScript } from './processes.ts'
import { scratchDatabase } from './scratch-database.ts'
import { insertSignedIn } from './signed-in.ts'

const bench = 'stalls'
const drones = flags.quick ? 100 : 500
const logPoints = flags.quick ? 50_000 : 1_000_000
const paceSeconds = 5

const database = await scratchDatabase()
try {
  const credentials = await database.fleet('STALL', drones + 1)
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  const issueToken = (accountId: string): Promise<string> =>
    insertSignedIn(pool, accountId, '127.0.0.1')
  const maker = await database.db
    .selectFrom('account')
    .where('type', '=', 'manufacturer')
    .select('id')
    .executeTakeFirstOrThrow()
  const { rows } = await pool.query<{ id: string }>(
    `insert into account (id, path, type, name, region_code, time_zone) values (gen_random_uuid(), 'platform/', 'platform', 'Platform', '156000000', 'Asia/Shanghai') returning id`,
  )
  const tokens = { platform: await issueToken(rows[0]!.id), maker: await issueToken(maker.id) }

  const program = startScript(new URL('gateway-process.ts', import.meta.url), [
    'program',
    database.url,
    database.folder,
  ])
  const { mqttPort, httpPort } = await program.ready<GatewayReady>()
  const url = `http://127.0.0.1:${httpPort}`
  const longestStallMs = async (): Promise<number> => {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    return Number(/^swath_loop_longest_stall_seconds (\S+)$/m.exec(metrics)![1]) * 1000
  }
  const load = startLoad(`mqtt://127.0.0.1:${mqttPort}`, credentials)
  await load.connect(drones)

  const tell = (variant: string, runs: readonly LoadReport[], stallMs: number): void => {
    const worst = (of: (run: LoadReport) => number): number => Math.max(...runs.map(of))
    const sorted = runs.map(({ pubackP50Ms }) => pubackP50Ms).sort((a, b) => a - b)
    report(bench, variant, 'PUBACK p50', sorted[sorted.length >> 1]!, 'ms', 1)
    report(
      bench,
      variant,
      'PUBACK p99, the worst five seconds',
      worst((run) => run.pubackP99Ms),
      'ms',
      1,
    )
    report(
      bench,
      variant,
      'PUBACK, the slowest',
      worst((run) => run.pubackMaxMs),
      'ms',
      1,
    )
    report(bench, variant, 'longest stall of the loop', stallMs, 'ms', 1)
  }

  const pace = () => load.run({ do: 'pace', seconds: paceSeconds, drones, pointsAMessage: 1 })
  await pace() // one-time work first
  await longestStallMs()
  say(`${bench}: quiet`)
  const quiet = [await pace(), await pace()]
  tell('quiet', quiet, await longestStallMs())

  say(`${bench}: hostile, a log of ${logPoints} points`)
  const input = await hostileInput(logPoints)
  const runs: LoadReport[] = []
  const ended = new AbortController()
  const flying = (async () => {
    while (!ended.signal.aborted) runs.push(await pace())
  })()
  let worstMs = 0
  let reporting: Promise<void> = Promise.resolve()
  const target = { url, ...tokens, droneId: `STALL-${drones}` }
  const answers = await bringHostileInput(target, input, (door) => {
    reporting = reporting.then(async () => {
      const stallMs = await longestStallMs()
      worstMs = Math.max(worstMs, stallMs)
      report(bench, 'hostile', `longest stall: ${door}`, stallMs, 'ms', 1)
    })
  })
  await reporting
  ended.abort()
  await flying
  tell('hostile', runs, Math.max(worstMs, await longestStallMs()))
  say(`${bench}: ${JSON.stringify(answers)}`)
  await load.close()
  await pool.end()
  await program.ask({ do: 'stop' })
  await program.ended
} finally {
  await database.stop()
}
process.exit(0)
