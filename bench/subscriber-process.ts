// A plain service behind a broker: subscribes to what all drones send and puts each point into a
// table. Arguments: the broker's address, the database's, the table, and how it writes:
// batched one statement for all that arrived while the last one was committed, at most 1,000 rows
//   rows     one statement and commit a point, eight of them at a time
// A command {"do":"until","points":n} is answered when so many have been written since the last
// one.
import mqtt from 'mqtt'
import pg from 'pg'
import { quantile } from './measure.ts'
import { insertPoints, type PlainPoint } from './point-table.ts'
import { answer } from './processes.ts'

export type Stored = {
  points: number
  /**
   * From the time of a message's last point, which is when it is sent, to the end of that point's
   * commit, ms.
   */
  storedP50Ms: number
  storedP99Ms: number
}

const rowsAtOnce = 1_000
const [brokerUrl, databaseUrl, table, way] = process.argv.slice(2) as [
  string,
  string,
  string,
  'batched' | 'rows',
]
const pool = new pg.Pool({ connectionString: databaseUrl, max: way === 'rows' ? 8 : 1 })

type Queued = { point: PlainPoint; isLast: boolean }
let queue: Queued[] = []
let taken = 0
let written = 0
let waits: number[] = []
let tell: (() => void) | undefined

const writer = async (): Promise<void> => {
  for (;;) {
    const batch = queue.slice(taken, taken + (way === 'rows' ? 1 : rowsAtOnce))
    if (batch.length === 0) {
      queue = []
      taken = 0
      await new Promise<void>((resolve) => {
        idle.push(resolve)
      })
      continue
    }
    taken += batch.length
    if (taken > 20_000) {
      queue = queue.slice(taken)
      taken = 0
    }
    await insertPoints(
      pool,
      table,
      batch.map(({ point }) => point),
    )
    const nowMs = Date.now()
    for (const { point, isLast } of batch) if (isLast) waits.push(nowMs - point.t)
    written += batch.length
    tell?.()
  }
}
const idle: (() => void)[] = []

type Message = { boot: string; seq: number; pts: Omit<PlainPoint, 'droneId' | 'boot' | 'seq'>[] }
const client = mqtt.connect(brokerUrl, { clientId: `store-${way}`, protocolVersion: 4 })
client.on('message', (topic, payload) => {
  const { boot, seq, pts } = JSON.parse(payload.toString()) as Message
  const droneId = topic.split('/')[2]!
  pts.forEach((point, i) =>
    queue.push({ point: { ...point, droneId, boot, seq: seq + i }, isLast: i === pts.length - 1 }),
  )
  for (const wake of idle.splice(0)) wake()
})
await new Promise<void>((resolve) => {
  client.once('connect', () => resolve())
})
await client.subscribeAsync('v1/d/+/track', { qos: 1 })
const failed = (error: unknown): void => {
  process.stderr.write(`${String(error)}\n`)
  process.exit(1)
}
for (let i = 0; i < (way === 'rows' ? 8 : 1); i++) writer().catch(failed)
process.stdout.write('{}\n')

await answer(async (command) => {
  if (command.do !== 'until') return null
  while (written < (command['points'] as number))
    await new Promise<void>((resolve) => {
      tell = resolve
    })
  const stored: Stored = {
    points: written,
    storedP50Ms: quantile(waits, 0.5),
    storedP99Ms: quantile(waits, 0.99),
  }
  written = 0
  waits = []
  return stored
})
client.end(true)
await pool.end()
process.exit(0)
