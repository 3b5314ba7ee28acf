// Webhooks through kills of their senders and outages of the receiver: what never arrives, what
// arrives in another order, what arrives twice, and how long an event takes while the receiver is up.
import { flags, quantile, report, say } from './measure.ts'
import { scratchDatabase } from './scratch-database.ts'
import { runWebhooks } from './webhooks/run-webhooks.ts'

const bench = 'webhooks'
const plan = flags.quick
  ? { events: 1_000, drones: 50, kills: 10, outages: 2, seconds: 40 }
  : { events: 10_000, drones: 200, kills: 100, outages: 20, seconds: 400 }

const scratch = await scratchDatabase()
const result = await runWebhooks(scratch.db, scratch.url, plan, (line) => say(`${bench}: ${line}`))
await scratch.stop()
const { kills, outages } = plan
const tell = (metric: string, value: number, unit: 'count' | 'ms'): void =>
  report(bench, 'two senders', metric, value, unit, 1, { kills, outages })
tell('events', result.sent, 'count')
tell('missing', result.missing, 'count')
tell('out of order', result.outOfOrder, 'count')
tell('arrived again', result.again, 'count')
tell('delay p50', quantile(result.delaysMs, 0.5), 'ms')
tell('delay p99', quantile(result.delaysMs, 0.99), 'ms')
if (result.missing + result.outOfOrder > 0) process.exitCode = 1
