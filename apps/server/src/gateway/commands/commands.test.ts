// Commands to a drone and its answers, over a real connection.
import mqtt, { type MqttClient } from 'mqtt'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { CommandType } from '@swath/domain/command'
import { settableClock } from '../../platform/clock/clock.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { createEventBus } from '../../platform/events/events.ts'
import { eventually } from '../../platform/testing-eventually.ts'
import { startGateway, type Gateway } from '../gateway.ts'
import { orderCommand, stateOfCommand } from './testing-commands.queries.ts'
import { seedFleet, type TestFleet } from '../testing.seed.ts'

type Heard = {
  id: string
  n: number
  type: string
  until: number
  locked?: boolean
  heightM?: number
}

const own = await ownTestDatabase()
let fleet: TestFleet
let gateway: Gateway
const clock = settableClock(Date.now())
const events = createEventBus()
const clients: MqttClient[] = []
let next = 0
const freshDrone = () => fleet.drones[next++]!

beforeAll(async () => {
  fleet = await seedFleet(own.db, 'CMD', 12)
  gateway = await startGateway({
    db: own.db,
    clock,
    config: { host: '127.0.0.1', mqttPort: 0 },
    events,
    log: pino({ level: process.env['LOG'] ?? 'silent' }),
  })
})
afterEach(() => {
  for (const client of clients.splice(0)) client.end(true)
})
afterAll(async () => {
  await gateway?.stop()
})

/** A drone that listens and records messages; it does not answer unless asked to. */
const listen = async ({ droneId, secret }: { droneId: string; secret: string }) => {
  const client = await mqtt.connectAsync({
    host: '127.0.0.1',
    port: gateway.mqttPort,
    clientId: droneId,
    username: droneId,
    password: secret,
    reconnectPeriod: 0,
    protocolVersion: 4,
  })
  clients.push(client)
  const heard: Heard[] = []
  client.on('message', (_topic, payload) => heard.push(JSON.parse(payload.toString())))
  await client.subscribeAsync(`v1/d/${droneId}/down`, { qos: 1 })
  await eventually(() => heard.some(({ type }) => type === 'state'))
  return {
    client,
    heard,
    answer: (message: unknown) =>
      client.publishAsync(
        `v1/d/${droneId}/reply`,
        typeof message === 'string' ? message : JSON.stringify(message),
        { qos: 1 },
      ),
  }
}

const order = async (
  droneId: string,
  type: CommandType,
  more: { arguments?: object; goodForMs?: number } = {},
) => {
  const id = await orderCommand(own.db, {
    droneId,
    accountId: fleet.operatorId,
    type,
    ...more,
    nowMs: clock.now(),
  })
  events.emit('commandWaiting', { droneId })
  return id
}
const readState = (id: string) => stateOfCommand(own.db, id)

test('a command is delivered at once, in its own format, and its answer is stored and logged for its author', async () => {
  const drone = freshDrone()
  const { heard, answer } = await listen(drone)
  const id = await order(drone.droneId, 'setHeight', { arguments: { heightM: 4 } })
  await eventually(() => heard.length === 2)
  expect(heard[1]).toMatchObject({ id, type: 'setHeight', heightM: 4, until: expect.any(Number) })
  await eventually(async () => (await readState(id)).state === 'sent')
  await answer({ v: 1, id, result: 'refused', reason: 'battery too low' })
  expect(await readState(id)).toEqual({ state: 'refused', reason: 'battery too low' })
  const row = await own.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'command.answer')
    .where('object_id', '=', drone.droneId)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    user_name: 'Li',
    details: { command: 'setHeight', result: 'refused', reason: 'battery too low' },
  })
})

test('commands arrive in order; on a new connection the unanswered ones are sent again with the same number', async () => {
  const drone = freshDrone()
  const first = await listen(drone)
  const ids = [
    await order(drone.droneId, 'hold'),
    await order(drone.droneId, 'return'),
    await order(drone.droneId, 'land'),
  ]
  await eventually(() => first.heard.length === 4)
  expect(first.heard.slice(1).map(({ id }) => id)).toEqual(ids)
  await first.answer({ id: ids[0], result: 'done' })
  first.client.end(true)
  const second = await listen(drone)
  await eventually(() => second.heard.length === 3)
  expect(second.heard.slice(1).map(({ id, n }) => [id, n])).toEqual(
    first.heard.slice(2).map(({ id, n }) => [id, n]),
  )
})

test('a command given while the drone was offline is delivered when it connects, unless it has expired', async () => {
  const drone = freshDrone()
  const [late, lock] = [
    await order(drone.droneId, 'return', { goodForMs: 5_000 }),
    await order(drone.droneId, 'lock', { goodForMs: 86_400_000 }),
  ]
  clock.advance(6_000)
  await eventually(async () => (await readState(late)).state === 'expired')
  const { heard } = await listen(drone)
  await eventually(() => heard.length === 2)
  expect(heard[1]).toMatchObject({ id: lock, type: 'lock' })
})

test('a cancelled command is never sent; an answer to it changes nothing', async () => {
  const drone = freshDrone()
  const id = await order(drone.droneId, 'start')
  await own.db.updateTable('command').set({ state: 'cancelled' }).where('id', '=', id).execute()
  const { heard, answer } = await listen(drone)
  await answer({ id, result: 'done' })
  expect(heard.map(({ type }) => type)).toEqual(['state'])
  expect((await readState(id)).state).toBe('cancelled')
})

test('a drone that missed its lock is told at each connection that it is locked', async () => {
  const drone = freshDrone()
  await own.db.updateTable('drone').set({ locked: true }).where('id', '=', drone.droneId).execute()
  const { heard } = await listen(drone)
  expect(heard[0]).toEqual({ v: 1, type: 'state', locked: true })
})

test('an answer for another drone, a second answer or an invalid one has no effect', async () => {
  const [drone, stranger] = [freshDrone(), freshDrone()]
  const [mine, other] = [await listen(drone), await listen(stranger)]
  const id = await order(drone.droneId, 'hold')
  await eventually(() => mine.heard.length === 2)
  await other.answer({ id, result: 'done' })
  for (const nonsense of [
    '',
    '{',
    '[]',
    '{"id":"x","result":"done"}',
    JSON.stringify({ id, result: 'perhaps' }),
    'x'.repeat(10_000),
  ])
    await mine.answer(nonsense)
  expect((await readState(id)).state).toBe('sent')
  await mine.answer({ id, result: 'done' })
  await mine.answer({ id, result: 'refused' })
  expect((await readState(id)).state).toBe('done')
})

test('a command without a notification is found by polling', async () => {
  const drone = freshDrone()
  const { heard } = await listen(drone)
  const id = await orderCommand(own.db, {
    droneId: drone.droneId,
    accountId: fleet.operatorId,
    type: 'pause',
    nowMs: clock.now(),
  })
  await eventually(() => heard.some((one) => one.id === id))
})

test('a slow drone: the command expires at its time, and a late answer still counts, once', async () => {
  const drone = freshDrone()
  const { heard, answer } = await listen(drone)
  const id = await order(drone.droneId, 'hold', { goodForMs: 5_000 })
  await eventually(() => heard.length === 2)
  clock.advance(6_000)
  await eventually(async () => (await readState(id)).state === 'expired')
  await answer({ id, result: 'done' })
  await answer({ id, result: 'refused', reason: 'too late' })
  expect(await readState(id)).toEqual({ state: 'done', reason: null })
})

test('an offline drone: a short-lived command expires without being sent, a lock waits for the drone', async () => {
  const drone = freshDrone()
  const [hold, lock] = [
    await order(drone.droneId, 'hold', { goodForMs: 5_000 }),
    await order(drone.droneId, 'lock', { goodForMs: 86_400_000 }),
  ]
  expect([(await readState(hold)).state, (await readState(lock)).state]).toEqual([
    'waiting',
    'waiting',
  ])
  clock.advance(6_000)
  await eventually(async () => (await readState(hold)).state === 'expired')
  const { heard, answer } = await listen(drone)
  await eventually(() => heard.length === 2)
  await answer({ id: lock, result: 'done' })
  await answer({ id: hold, result: 'done' }) // the drone never received it
  expect([(await readState(hold)).state, (await readState(lock)).state]).toEqual([
    'expired',
    'done',
  ])
})
