import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changeRoutes } from '@swath/contract/programs/changes'
import {
  webhookRoutes,
  type Delivery,
  type Webhook,
  type WebhookTest,
} from '@swath/contract/programs/webhooks'
import { screens } from '@swath/domain/access/screens'
import { tokenHash } from '../../../platform/auth/tokens.ts'
import { createSealer } from '../../../platform/config/master-key.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  type TestDrone,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { changeHandlers } from '../changes/changes.routes.ts'
import { startWebhooks } from './start-webhooks.ts'
import { openReceiver, type Receiver } from './testing-receiver.ts'
import { webhookHandlers } from './webhooks.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const hourMs = 3_600_000
const routes = { ...webhookRoutes, ...changeRoutes }
const database = await ownTestDatabase(loadRegionTable)
const { db } = database

let receiver: Receiver
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
let team: TestPerson
let drones: TestDrone[]
/** Origins in the own network that may receive. */
let allowed: string[]
let running: { stop: () => Promise<void> }[]

const startSender = () => {
  const sender = startWebhooks({
    ...console_.services,
    sealer: createSealer(console_.services.config),
    screensOf: () => screens as never,
  })
  running.push(sender)
  return sender
}

const insertKey = async ({ id, account }: TestPerson, given: object = {}): Promise<string> => {
  const keyId = randomUUID()
  await db
    .insertInto('api_key')
    .values({
      id: keyId,
      account_id: account.id,
      user_id: id,
      name: 'Receiver',
      start: 'swk_test',
      key_hash: tokenHash(keyId),
      writes: false,
      screens: [...screens],
      rights: [],
      addresses: [],
      per_minute: 600,
      created_at: new Date(now),
      expires_at: new Date(now + 300 * 24 * hourMs),
      ...given,
    })
    .execute()
  return keyId
}

const fly = (drone: TestDrone): Promise<string> =>
  insertFlight(db, drone, { startMs: now - hourMs, durationS: 600 })

const make = async (given: object = {}, person = team) => {
  const made = await console_.ask<Webhook & { secret: string }>(person, 'createWebhook', {
    body: {
      webhookName: 'Receiver',
      url: `${receiver.origin}/hook`,
      types: ['flight.ended'],
      keyId: await insertKey(person),
      ...given,
    },
  })
  receiver.secrets.push(made.secret)
  return made
}
const deliveries = async ({ webhookId }: Webhook): Promise<Delivery[]> =>
  (
    await console_.ask<{ items: Delivery[] }>(team, 'listWebhookDeliveries', {
      query: { webhookId, pageSize: 100 },
    })
  ).items
/** Without a session, which ends when the clock moves on. */
const stored = (webhookId: string) =>
  db.selectFrom('webhook_delivery').selectAll().where('webhook_id', '=', webhookId).execute()
const isFailing = async (webhookId: string): Promise<boolean> =>
  (
    await db
      .selectFrom('webhook')
      .select('failing_since')
      .where('id', '=', webhookId)
      .executeTakeFirstOrThrow()
  ).failing_since !== null
/** False while a transaction of any database of the server is older than an event. */
const areEventsFinal = async (): Promise<boolean> => {
  const { rows } = await sql<{ final: boolean }>`
    select not exists (select from change_event
      where transaction >= pg_snapshot_xmin(pg_current_snapshot())) as final`.execute(db)
  return rows[0]!.final
}
const flightsReceived = (): unknown[] => receiver.received.map(({ data }) => data['flightId'])

beforeEach(async () => {
  receiver = await openReceiver()
  running = []
  allowed = [receiver.origin]
  console_ = await openConsole(
    database,
    routes,
    (services) => ({
      ...webhookHandlers(services),
      ...changeHandlers(services, { screensFor: async () => screens as never }),
    }),
    now,
    { masterKey: randomBytes(32), webhookOrigins: allowed },
  )
  team = await console_.person({ type: 'operator', operator_type: 'team', name: 'Green Team' })
  const maker = await console_.person({ type: 'manufacturer', name: 'Maker' })
  const modelId = await insertModel(db, maker.account.id)
  drones = await Promise.all(
    [0, 1].map(() =>
      insertDroneRow(db, {
        modelId,
        manufacturerId: maker.account.id,
        operatorId: team.account.id,
      }),
    ),
  )
})
afterEach(async () => {
  await Promise.all(running.map((sender) => sender.stop()))
  await console_.close()
  await receiver.close()
})

describe('delivery', () => {
  test('what happens from now on is sent once, signed, in the order of each object', async () => {
    await fly(drones[0]!)
    await expect.poll(areEventsFinal).toBe(true)
    const webhook = await make()
    startSender()
    const flights = [await fly(drones[0]!), await fly(drones[1]!), await fly(drones[0]!)]
    await expect.poll(flightsReceived).toHaveLength(3)
    expect(new Set(flightsReceived())).toEqual(new Set(flights))
    expect(receiver.unsigned).toBe(0)
    expect(receiver.received[0]!.data).toMatchObject({
      droneId: expect.any(String),
      startAt: '2026-06-15T03:00:00.000Z',
    })
    await expect
      .poll(async () => (await deliveries(webhook)).map(({ state }) => state))
      .toEqual(['delivered', 'delivered', 'delivered'])
  })

  test('after an outage everything arrives, and the receiver was asked little', async () => {
    const webhook = await make()
    let asked = 0
    receiver.answer = () => (asked++, 503)
    startSender()
    const flights: string[] = []
    for (let i = 0; i < 20; i++) flights.push(await fly(drones[i % 2]!))
    await expect.poll(() => asked).toBeGreaterThan(0)
    const state = async () =>
      (await console_.ask<{ items: Webhook[] }>(team, 'listWebhooks')).items[0]!
    await expect.poll(async () => (await state()).state).toBe('failing')
    expect(asked).toBeLessThanOrEqual(16)
    receiver.answer = () => 200
    console_.clock.set(now + hourMs)
    await expect.poll(flightsReceived, { timeout: 20_000 }).toHaveLength(20)
    expect(new Set(flightsReceived())).toEqual(new Set(flights))
    await expect.poll(() => isFailing(webhook.webhookId)).toBe(false)
    await expect
      .poll(async () => (await stored(webhook.webhookId)).map((one) => one.state))
      .toEqual(flights.map(() => 'delivered'))
  })

  test('a message that the receiver refuses delays only its object, and is given up after three days', async () => {
    const webhook = await make()
    const refused = await fly(drones[0]!)
    receiver.answer = ({ data }) => (data['flightId'] === refused ? 400 : 204)
    startSender()
    const others = [await fly(drones[0]!), await fly(drones[1]!)]
    const refusedOne = async () =>
      (await stored(webhook.webhookId)).find((one) => one.object_id === refused)!
    await expect.poll(() => flightsReceived().length).toBe(2)
    expect(new Set(flightsReceived())).toEqual(new Set(others))
    for (let day = 1; day <= 4; day++) {
      console_.clock.set(now + day * 24 * hourMs - 10 * hourMs)
      await expect
        .poll(async () => {
          const { state, next_at: nextAt } = await refusedOne()
          return state === 'failed' || nextAt.getTime() > console_.clock.now()
        })
        .toBe(true)
    }
    expect(await refusedOne()).toMatchObject({
      state: 'failed',
      last_status: 400,
      last_problem: 'status',
    })

    receiver.answer = () => 200
    const { repeatedNum } = await console_.ask<{ repeatedNum: number }>(
      await console_.colleague(team, {}),
      'repeatWebhookDeliveries',
      { params: { webhookId: webhook.webhookId }, body: {} },
    )
    expect(repeatedNum).toBe(1)
    await expect.poll(flightsReceived).toContain(refused)
  })

  test('a receiver that never answers delays no other', async () => {
    await make()
    const other = await openReceiver()
    try {
      allowed.push(other.origin)
      receiver.answer = () => null
      const { secret } = await make({ url: other.origin })
      other.secrets.push(secret)
      startSender()
      await fly(drones[0]!)
      await expect.poll(() => other.received.length, { timeout: 5_000 }).toBe(1)
    } finally {
      await other.close()
    }
  })

  test('several processes deliver each event once while all of them live', async () => {
    await make()
    for (let i = 0; i < 3; i++) startSender()
    const flights: string[] = []
    for (let i = 0; i < 60; i++) flights.push(await fly(drones[i % 2]!))
    await expect.poll(() => new Set(flightsReceived()).size, { timeout: 30_000 }).toBe(60)
    expect(flightsReceived()).toHaveLength(60)
  })
})

test('a delivery that was accepted can be sent again', async () => {
  const webhook = await make()
  startSender()
  await fly(drones[0]!)
  await expect
    .poll(async () => (await deliveries(webhook)).map(({ state }) => state))
    .toEqual(['delivered'])
  const [{ deliveryId }] = (await deliveries(webhook)) as [Delivery]
  const { repeatedNum } = await console_.ask<{ repeatedNum: number }>(
    team,
    'repeatWebhookDeliveries',
    { params: { webhookId: webhook.webhookId }, body: { deliveryIds: [deliveryId] } },
  )
  expect(repeatedNum).toBe(1)
  await expect.poll(flightsReceived).toHaveLength(2)
})

describe('limits', () => {
  test.each([
    'http://receiver.example/',
    'https://127.0.0.1/',
    'https://10.0.0.7/hook',
    'https://receiver.example:8443/',
    'https://user:word@receiver.example/',
    'https://[::1]/',
    'https://localhost/',
  ])('the address %s is refused', async (url) => {
    const body = { webhookName: 'x', url, types: ['flight.ended'], keyId: await insertKey(team) }
    expect(await console_.refusal(team, 'createWebhook', { body })).toEqual([400, 'invalid_input'])
  })

  test('a name that resolves to an address of the own network is not connected to', async () => {
    const webhook = await make({ url: 'https://localtest.me/' })
    await db
      .updateTable('webhook')
      .set({ url: 'https://localhost.localdomain/' })
      .where('id', '=', webhook.webhookId)
      .execute()
    const answer = await console_.ask<WebhookTest>(team, 'testWebhook', {
      params: { webhookId: webhook.webhookId },
    })
    expect(answer.status).toBeNull()
    expect(['address', 'connection']).toContain(answer.problem)
  })

  test('events of drones outside the key are not sent', async () => {
    const keyId = await insertKey(team, { drone_ids: [drones[1]!.id] })
    await make({ keyId })
    startSender()
    await fly(drones[0]!)
    const seen = await fly(drones[1]!)
    await expect.poll(flightsReceived).toEqual([seen])
  })

  test('a revoked key ends it, and a new key continues where it was', async () => {
    const keyId = await insertKey(team)
    const webhook = await make({ keyId })
    await db
      .updateTable('api_key')
      .set({ revoked_at: new Date(now) })
      .where('id', '=', keyId)
      .execute()
    startSender()
    const missed = await fly(drones[0]!)
    const { items } = await console_.ask<{ items: Webhook[] }>(team, 'listWebhooks')
    expect(items[0]!.state).toBe('key-ended')
    const { webhookName, url, types, version, webhookId } = webhook
    const body = { webhookName, url, types, keyId: await insertKey(team), version }
    await console_.ask(team, 'updateWebhook', { params: { webhookId }, body })
    await expect.poll(flightsReceived).toEqual([missed])
  })

  test('what happens while it is off is not sent', async () => {
    const webhook = await make()
    const { webhookName, url, types, keyId, webhookId } = webhook
    const set = async (enabled: boolean, version: number): Promise<Webhook> =>
      console_.ask<Webhook>(team, 'updateWebhook', {
        params: { webhookId },
        body: { webhookName, url, types, keyId, enabled, version },
      })
    const off = await set(false, webhook.version)
    await fly(drones[0]!)
    await set(true, off.version)
    startSender()
    const seen = await fly(drones[1]!)
    await expect.poll(flightsReceived).toEqual([seen])
  })
})

test('after a new secret both sign for a day', async () => {
  const { webhookId } = await make()
  const { secret } = await console_.ask<{ secret: string }>(team, 'renewWebhookSecret', {
    params: { webhookId },
  })
  const test_ = async () => {
    console_.clock.set(console_.clock.now() + 5_000)
    receiver.unsigned = 0
    const person = await console_.colleague(team, {})
    const { problem } = await console_.ask<WebhookTest>(person, 'testWebhook', {
      params: { webhookId },
    })
    expect(problem).toBeNull()
    return receiver.unsigned === 0
  }
  expect(await test_()).toBe(true) // checked with the former one
  console_.clock.set(now + 25 * hourMs)
  expect(await test_()).toBe(false)
  receiver.secrets = [secret]
  expect(await test_()).toBe(true)
})
