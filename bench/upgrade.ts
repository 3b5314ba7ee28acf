// An upgrade without an outage, and the way back, under load: two processes of each role of the
// version before, behind the proxy of deploy/, are replaced by two of the next one while 1,000
// drones send a point a second and 20 consoles are open; then the other way round on the newer
// database. --from REF is the version before, and this tree the next one; without it this tree is
// the version before, and the next one has one more migration. Compared: with the promise, that no
// request of a console is refused, no drone reconnects more than once each way, and nothing
// acknowledged is lost. --drain 0 shows what happens if a process leaves without notice.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { freePorts } from '../tools/engines/processes.ts'
import { signInPeople } from './consoles.ts'
import type { LoadReport } from '@swath/simulator/load-fleet'
import { startLoad } from './load-process.ts'
import { flags, report, say } from './measure.ts'
import { start } from './processes.ts'
import { recountChunks, scratchDatabase } from './scratch-database.ts'
import { openConsole } from './upgrade/open-consoles.ts'
import {
  checkOut,
  makeNext,
  migrateAs,
  roles,
  startProcess,
  thisVersion,
  writeProxySettings,
  type Place,
  type Role,
  type Running,
  type Version,
} from './upgrade/versions.ts'

const { values } = parseArgs({
  args: process.argv.slice(2),
  strict: false,
  options: { from: { type: 'string' }, drain: { type: 'string', default: '6' } },
})
const bench = 'upgrade'
const drones = flags.quick ? 200 : 1_000
const consoleCount = 20
/** Drones fly in stretches of this length until a replacement is complete. */
const stretchS = 10

const isServed = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

let before = thisVersion
let next = thisVersion
const database = await scratchDatabase(async (_db, url, folder) => {
  if (typeof values['from'] === 'string') before = checkOut(values['from'], folder)
  else next = makeNext(folder)
  migrateAs(before, url)
})
try {
  say(`${bench}: from ${before.name} to ${next.name}`)
  const [natsPort, consolesPort, dronesPort, ...free] = await freePorts(3 + 24)
  const places = roles.flatMap((role) =>
    ['a', 'b', 'c', 'd'].map((letter): Place => ({
      name: `${role}-${letter}`,
      role,
      port: free.pop()!,
      healthPort: free.pop()!,
    })),
  )
  const proxy = { consoles: consolesPort!, drones: dronesPort! }
  start('nats-server', [
    ...['-a', '127.0.0.1', '-p', String(natsPort)],
    ...['-js', '-sd', join(database.folder, 'nats')],
  ])
  start('haproxy', ['-f', writeProxySettings(database.folder, places, proxy)])
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: database.folder,
    NATS_URL: `nats://127.0.0.1:${natsPort}`,
    NATS_UNSAFE_ACK: '1',
    DEMO: '0',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    TRUSTED_PROXIES: '127.0.0.1',
    MQTT_PROXY_PROTOCOL: '1',
    DRAIN_SECONDS: String(values['drain']),
  }
  /** Two processes of one role, on the first or the last two places. */
  const startPair = async (version: Version, role: Role, from: 0 | 2): Promise<Running[]> => {
    const pair = places
      .filter((place) => place.role === role)
      .slice(from, from + 2)
      .map((place) => startProcess(version, place, environment))
    await Promise.all(pair.map((one) => one.ready()))
    return pair
  }

  const credentials = await database.fleet('FLEET', drones)
  let running = new Map<Role, Running[]>()
  for (const role of roles) running.set(role, await startPair(before, role, 0))
  while (!(await isServed(proxy.consoles))) await sleep(100)
  await sleep(5_000) // the proxy checks gateways too
  const load = startLoad(`mqtt://127.0.0.1:${proxy.drones}`, credentials)
  await load.connect(drones)
  const tokens = await signInPeople(database.db, 2)
  const consoles = Array.from({ length: consoleCount }, (_, index) =>
    openConsole(proxy.consoles, tokens[index % 2]!),
  )
  await load.run({ do: 'pace', seconds: 5, drones, pointsAMessage: 1 })

  /** All new processes of a role start before the old ones are asked to leave. */
  const replace = async (version: Version, from: 0 | 2): Promise<number> => {
    const since = performance.now()
    const replaced = new Map<Role, Running[]>()
    for (const role of roles) {
      replaced.set(role, await startPair(version, role, from))
      await sleep(5_000)
      await Promise.all(running.get(role)!.map((one) => one.stop()))
    }
    running = replaced
    return (performance.now() - since) / 1000
  }
  const directions = [
    ['upgrade', next, 2],
    ['back', before, 0],
  ] as const
  for (const [direction, version, from] of directions) {
    say(`${bench}: ${direction} to ${version.name}`)
    for (const one of consoles) one.restart()
    let tookS = NaN
    const replaced = replace(version, from).then((seconds) => (tookS = seconds))
    const stretches: LoadReport[] = []
    while (Number.isNaN(tookS))
      stretches.push(await load.run({ do: 'pace', seconds: stretchS, drones, pointsAMessage: 1 }))
    await replaced
    const worst = (pick: (stretch: LoadReport) => number): number =>
      Math.max(...stretches.map(pick))
    const measured = (
      metric: string,
      value: number,
      unit: Parameters<typeof report>[4],
      more = {},
    ): void =>
      report(bench, direction, metric, value, unit, 1, {
        drones,
        consoles: consoleCount,
        drainS: Number(values['drain']),
        ...more,
      })
    const refused = consoles.flatMap((one) => one.refused)
    measured('replacing six processes', tookS, 's')
    measured('requests of consoles refused', refused.length, 'count', {
      requests: consoles.reduce((sum, one) => sum + one.calls, 0),
      reasons: [...new Set(refused)],
    })
    measured(
      'reconnects of a console at most',
      Math.max(...consoles.map((one) => one.reconnects)),
      'count',
    )
    measured(
      'longest time without a frame',
      Math.max(...consoles.map((one) => one.longestGapMs)),
      'ms',
    )
    const since = direction === 'upgrade' ? 'this start' : 'the upgrade began'
    measured(
      `reconnects of a drone at most since ${since}`,
      stretches.at(-1)!.mostReconnects,
      'count',
    )
    measured(
      'PUBACK p50 of the worst ten seconds',
      worst((one) => one.pubackP50Ms),
      'ms',
    )
    measured(
      'PUBACK p99 of the worst ten seconds',
      worst((one) => one.pubackP99Ms),
      'ms',
    )
    measured(
      'PUBACK longest',
      worst((one) => one.pubackMaxMs),
      'ms',
    )
    measured(
      'points not acknowledged',
      stretches.reduce((sum, one) => sum + one.points - one.acknowledgedPoints, 0),
      'points',
    )
  }

  for (const one of consoles) one.close()
  const acknowledged = join(database.folder, 'acknowledged.jsonl')
  await load.writeAcknowledged(acknowledged)
  await load.close()
  await sleep(10_000) // what is still in NATS is stored
  await Promise.all([...running.values()].flat().map((one) => one.stop()))
  const { lost, ...counted } = await recountChunks(database.db, 'FLEET', acknowledged)
  const { rows: held } = await sql<{ reason: string; count: number }>`
    select reason, sum(count)::int as count from quarantine group by reason`.execute(database.db)
  report(bench, 'both ways', 'acknowledged points not stored', lost, 'points', 1, {
    ...counted,
    inQuarantine: held,
  })
  const { rows } = await sql<{ name: string }>`
    select name from schema_migration order by number desc limit 1`.execute(database.db)
  say(`${bench}: the last migration is ${rows[0]!.name}`)
} finally {
  await database.stop()
}
process.exit(0)
