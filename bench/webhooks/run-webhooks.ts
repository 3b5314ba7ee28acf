// Events while the senders are killed and the receiver is away; the truth is kept here.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@swath/server/platform/database/database'
import { startScript } from '../processes.ts'
import { changeState, countWaiting, insertWorld } from './world.queries.ts'

export type Plan = {
  events: number
  drones: number
  kills: number
  outages: number
  /** Over which the events, kills and outages are spread. */
  seconds: number
}

export type Result = {
  sent: number
  /** Events that never arrived. */
  missing: number
  /** First arrivals that came before an earlier event of their drone. */
  outOfOrder: number
  /** Arrivals after the first. */
  again: number
  /** Milliseconds from event to arrival while the receiver was up. */
  delaysMs: number[]
}

/** After an outage the sender waits for at most this long before it tries again. */
const afterOutageMs = 8_000
const outageMs = 3_000

type Arrival = { droneId: string; event: number; atMs: number }

const openReceiver = async () => {
  const arrivals: Arrival[] = []
  const state = { isUp: true }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      if (!state.isUp) return void request.socket.destroy()
      const { data } = JSON.parse(body) as { data: { droneId: string; lastMessageAt: string } }
      arrivals.push({
        droneId: data.droneId,
        event: Date.parse(data.lastMessageAt),
        atMs: Date.now(),
      })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { arrivals, state, origin, close: () => server.close() }
}

type Sent = Map<string, { event: number; atMs: number }[]>

const writeEvents = async (
  db: Db,
  droneIds: readonly string[],
  { events, seconds }: Plan,
): Promise<Sent> => {
  const sent: Sent = new Map(droneIds.map((id) => [id, []]))
  const startMs = Date.now()
  for (let event = 1; event <= events; event++) {
    const droneId = droneIds[event % droneIds.length]!
    const of = sent.get(droneId)!
    await changeState(db, droneId, of.length % 2 === 0 ? 'flying' : 'ground', new Date(event))
    of.push({ event, atMs: Date.now() })
    await sleep(Math.max(0, startMs + (event * seconds * 1000) / events - Date.now()))
  }
  return sent
}

const judge = (
  sent: Sent,
  arrivals: readonly Arrival[],
  isCounted: (sentMs: number) => boolean,
): Result => {
  const result: Result = { sent: 0, missing: 0, outOfOrder: 0, again: 0, delaysMs: [] }
  for (const [droneId, events] of sent) {
    result.sent += events.length
    const own = arrivals.filter((arrival) => arrival.droneId === droneId)
    const first = new Map<number, number>()
    let newest = 0
    for (const { event, atMs } of own) {
      if (first.has(event)) {
        result.again++
        continue
      }
      first.set(event, atMs)
      if (event < newest) result.outOfOrder++
      newest = Math.max(newest, event)
    }
    for (const { event, atMs } of events) {
      const arrivedMs = first.get(event)
      if (arrivedMs === undefined) result.missing++
      else if (isCounted(atMs)) result.delaysMs.push(arrivedMs - atMs)
    }
  }
  return result
}

export const runWebhooks = async (
  db: Db,
  databaseUrl: string,
  plan: Plan,
  say: (line: string) => void,
): Promise<Result> => {
  const receiver = await openReceiver()
  const key = randomBytes(32)
  const url = `${receiver.origin}/swath`
  const { droneIds, webhookId } = await insertWorld(db, { drones: plan.drones, key, url })
  const script = new URL('sender-process.ts', import.meta.url)
  const startSender = () => startScript(script, [databaseUrl, key.toString('hex'), receiver.origin])
  const senders = [startSender(), startSender()]
  await Promise.all(senders.map((sender) => sender.ready()))
  let isOver = false
  const away: { fromMs: number; toMs: number }[] = []

  const kill = async (): Promise<void> => {
    for (let i = 0; i < plan.kills; i++) {
      await sleep((plan.seconds * 1000) / plan.kills)
      const which = i % senders.length
      process.kill(senders[which]!.pid, 'SIGKILL')
      await senders[which]!.ended
      senders[which] = startSender()
      await senders[which].ready()
      if (i % 10 === 9) say(`${i + 1} kills, ${receiver.arrivals.length} arrivals`)
    }
  }
  const fail = async (): Promise<void> => {
    for (let i = 0; i < plan.outages; i++) {
      await sleep((plan.seconds * 1000) / plan.outages - outageMs)
      const fromMs = Date.now()
      receiver.state.isUp = false
      await sleep(outageMs)
      receiver.state.isUp = true
      away.push({ fromMs, toMs: Date.now() })
    }
  }
  const killing = kill()
  const failing = fail()
  const sent = await writeEvents(db, droneIds, plan)
  await Promise.all([killing, failing])
  for (const untilMs = Date.now() + 120_000; Date.now() < untilMs && !isOver; await sleep(500)) {
    const { missing } = judge(sent, receiver.arrivals, () => false)
    isOver = missing === 0 && (await countWaiting(db, webhookId)) === 0
  }
  for (const { pid } of senders) process.kill(pid, 'SIGKILL')
  receiver.close()
  return judge(
    sent,
    receiver.arrivals,
    (sentMs) =>
      !away.some(({ fromMs, toMs }) => sentMs > fromMs - 1000 && sentMs < toMs + afterOutageMs),
  )
}
