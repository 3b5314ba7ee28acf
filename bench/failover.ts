// Failover of the primary PostgreSQL under traffic of drones, money and consoles: three machines with
// Patroni and etcd, HAProxy and pgbouncer, with the settings of deploy/patroni.
//   --faults N           ten by default, two with --quick: kills and partitions in turn
//   --kinds kill         only this kind, or several: kill, partition, late replicas
//   --log nats           the ingest log is in NATS: acknowledgements do not need PostgreSQL
//   --ttl N              seconds until a primary that is gone is replaced; 8 by default
//   --planted            replication is asynchronous: one fault of the kind `late replicas` must find
//                        acknowledged data lost
// Exit code 1 if anything acknowledged is lost, doubled or wrong, an entry of money is doubled, or the
// planted fault is not noticed.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { faultNames, isClean, runFailovers } from './failover/run-failovers.ts'
import { logs } from './failover/world.ts'
import { flags, median, report, say } from './measure.ts'

const bench = 'failover'
const { values } = parseArgs({
  args: process.argv.slice(2),
  strict: false,
  options: {
    faults: { type: 'string' },
    kinds: { type: 'string', default: 'kill,partition' },
    log: { type: 'string', default: 'postgres' },
    ttl: { type: 'string', default: '8' },
    seed: { type: 'string', default: '135' },
    planted: { type: 'boolean', default: false },
  },
})
const log = logs.find((name) => name === values['log'])
const isSynchronous = values['planted'] !== true
const named = (isSynchronous ? String(values['kinds']) : 'late replicas').split(',')
const kinds = faultNames.filter((name) => named.includes(name))
if (!log || kinds.length !== named.length) {
  say(`--log is ${logs.join(' or ')}; --kinds are ${faultNames.join(', ')}`)
  process.exit(64)
}
const count = isSynchronous ? Number(values['faults'] ?? (flags.quick ? 2 : 10)) : 1
const ttlS = Number(values['ttl'])

const result = await runFailovers({
  faults: Array.from({ length: count }, (_, i) => kinds[i % kinds.length]!),
  waitsForOldPrimary: true,
  log,
  ttlS,
  isSynchronous,
  seed: Number(values['seed']),
  drones: 8,
  say: (text) => say(`${bench}: ${text}`),
})
const about = {
  log,
  ttlS,
  synchronous: isSynchronous,
  load: loadavg().map((one) => one.toFixed(1)),
}
const { failovers } = result
for (const kind of ['all', ...kinds]) {
  const those = failovers.filter(({ fault }) => kind === 'all' || fault === kind)
  if (those.length === 0) continue
  for (const [metric, seconds] of [
    // With NATS there is none to wait for.
    ...(log === 'postgres'
      ? [['next acknowledgement', those.map((one) => one.acknowledgedS)] as const]
      : []),
    ['longest time without an acknowledgement', those.map((one) => one.silentS)],
    ['next entry of money', those.map((one) => one.moneyS)],
    ['points stored', those.map((one) => one.storedS)],
    ['everyone has an answer', those.map((one) => one.everyoneS)],
    ['old primary is a replica again', those.map((one) => one.wholeS)],
  ] as const) {
    report(bench, kind, metric, median(seconds), 's', those.length, about)
    report(bench, kind, `${metric}, longest`, Math.max(...seconds), 's', those.length, about)
  }
}
const { acknowledged, stored, lost, doubled, wrong, rewinds } = result
for (const [metric, value] of Object.entries({
  acknowledged,
  stored,
  lost,
  doubled,
  wrong,
  rewinds,
}))
  report(bench, 'all', metric, value, 'count', failovers.length, about)
for (const problem of result.problems) say(`  ${problem}`)
for (const name of result.ended) say(`  ended: ${name}`)
if (result.broken !== null) say(`  ended early: ${result.broken}`)
const isNoticed = lost > 0
if (!isSynchronous) say(`${bench}: ${isNoticed ? 'noticed' : 'MISSED'}: asynchronous replication`)
process.exit((isSynchronous ? isClean(result) : isNoticed) ? 0 : 1)
