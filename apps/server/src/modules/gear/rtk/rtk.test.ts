// RTK receivers: renewals by day, bindings, and warnings before the end.
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { rtkRoutes, type RtkDevice } from '@swath/contract/gear/rtk'
import { orderTypes, type OrderType } from '@swath/domain/service-terms'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { createThemes } from '../../../platform/auth/themes.ts'
import { runDueJobs } from '../../../platform/jobs/testing-jobs.ts'
import type { OutgoingMessage } from '../../../platform/messages/driver.ts'
import { createMessages } from '../../../platform/messages/messages.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
} from '../../flights/flights/testing-rows.queries.ts'
import { insertPaidOrder } from '../../money/orders/testing-orders.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { notifyOfRtkJob, warnOfRtkJob } from './rtk-warnings.ts'
import { rtkHandlers } from './rtk.routes.ts'

// 02:00 of 2026-06-15 in Shanghai: still the 14th in UTC.
const now = Date.parse('2026-06-14T18:00:00Z')
const day = 86_400_000
type List = { items: RtkDevice[]; total: number; stats: Record<string, number> }

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof rtkRoutes>>>
let maker: TestPerson
let count = 0

beforeEach(async () => {
  console_ = await openConsole(database, rtkRoutes, rtkHandlers, now)
  maker = await console_.person({ type: 'manufacturer', name: 'Alpha Works' })
  return () => console_.close()
})

const add = (devId = `rx-${++count}`, person = maker) =>
  console_.ask<RtkDevice>(person, 'addRtkDevice', { body: { devId, pn: 'UM982', type: 'onboard' } })
const list = (query: Record<string, string> = {}) =>
  console_.ask<List>(maker, 'listRtkDevices', { query })
const renew = ({ devId, version }: RtkDevice, days: number) =>
  console_.ask<RtkDevice>(maker, 'renewRtkDevice', { body: { devId, days, version } })

describe('a renewal', () => {
  test('counts from the later of today and the end, in the account’s time zone', async () => {
    const first = await renew(await add(), 30)
    expect(first.validUntil).toBe('2026-07-15')
    expect((await renew(first, 1)).validUntil).toBe('2026-07-16')
    console_.clock.set(now + 100 * day)
    const later = await console_.colleague(maker, { user_type: 4 })
    const { devId } = first
    const body = { devId, days: 10 }
    expect(await console_.ask(later, 'renewRtkDevice', { body })).toMatchObject({
      validUntil: '2026-10-03',
    })
  })

  test('two at once add up; one from an outdated row gets a conflict', async () => {
    const device = await add()
    const { devId } = device
    const both = await Promise.all(
      [1, 2].map(() => console_.ask(maker, 'renewRtkDevice', { body: { devId, days: 10 } })),
    )
    expect(both).toHaveLength(2)
    const [renewed] = (await list({ devId })).items
    expect(renewed!.validUntil).toBe('2026-07-05')
    expect(
      await console_.refusal(maker, 'renewRtkDevice', {
        body: { devId, days: 10, version: device.version },
      }),
    ).toEqual([409, 'conflict'])
  })

  test('loses no day when the clock was set back', async () => {
    const device = await renew(await add(), 1)
    console_.clock.set(now - 400 * day)
    const person = await console_.colleague(maker, { user_type: 4 })
    const later = await console_.ask<RtkDevice>(person, 'renewRtkDevice', {
      body: { devId: device.devId, days: 1 },
    })
    expect(later.validUntil).toBe('2026-06-17')
  })

  test('counts calendar days across clock changes, and ends at the account’s midnight', async () => {
    // New York changes from UTC-5 to UTC-4 in the night to 8 March 2026.
    const eveningMs = Date.parse('2026-03-08T04:30:00Z')
    console_.clock.set(eveningMs)
    const person = await console_.person({ type: 'manufacturer', time_zone: 'America/New_York' })
    const device = await add(undefined, person)
    await console_.ask(person, 'bindRtkDevice', {
      body: { devId: device.devId, qxdsk: `K-${device.devId}` },
    })
    const { validUntil } = await console_.ask<RtkDevice>(person, 'renewRtkDevice', {
      body: { devId: device.devId, days: 1 },
    })
    expect(validUntil).toBe('2026-03-08')
    const stateAt = async (time: string) => {
      console_.clock.set(Date.parse(time))
      const colleague = await console_.colleague(person, { user_type: 4 })
      const { items } = await console_.ask<List>(colleague, 'listRtkDevices')
      return items[0]!.state
    }
    expect(await stateAt('2026-03-09T03:59:59Z')).toBe('ending')
    expect(await stateAt('2026-03-09T04:00:00Z')).toBe('ended')
    expect(await stateAt('2026-03-08T04:00:00Z')).toBe('ending')
  })
})

test('a drone’s receiver is renewed only while its RTK service is paid for', async () => {
  const drone = await insertDroneRow(db, {
    modelId: await insertModel(db, maker.account.id),
    manufacturerId: maker.account.id,
    operatorId: null,
  })
  const device = await add()
  const body = { devId: device.devId, days: 30 }
  await console_.ask(maker, 'bindRtkDevice', {
    body: { devId: device.devId, qxdsk: `K-${device.devId}`, droneId: drone.id },
  })
  const pay = (orderType: OrderType, year: number) =>
    insertPaidOrder(db, { droneId: drone.id, accountId: maker.account.id, orderType, year })
  // Other services do not count.
  await pay(orderTypes.platform, 2025)
  await console_.ask(maker, 'renewRtkDevice', { body })
  await pay(orderTypes.rtk, 2025)
  expect(await console_.refusal(maker, 'renewRtkDevice', { body })).toEqual([
    409,
    'rtk_service_lapsed',
  ])
  const reply = await console_.send('renewRtkDevice', { body }, maker)
  expect(reply.json<{ message: string }>().message).toContain('2025')
  await pay(orderTypes.rtk, 2026)
  await console_.ask(maker, 'renewRtkDevice', { body })
})

describe('a receiver', () => {
  test('is bound to one key and a drone that the maker can see, and can be blocked', async () => {
    const drone = await insertDroneRow(db, {
      modelId: await insertModel(db, maker.account.id),
      manufacturerId: maker.account.id,
      operatorId: null,
      name: 'North 1',
    })
    const [one, other] = [await add(), await add()]
    const key = `DSK-${one.devId}`
    const bind = (device: RtkDevice, qxdsk: string | null, droneId?: string | null) => ({
      body: { devId: device.devId, qxdsk, ...(droneId === undefined ? {} : { droneId }) },
    })
    expect(
      await console_.ask<RtkDevice>(maker, 'bindRtkDevice', bind(one, key, drone.id)),
    ).toMatchObject({ qxdsk: key, droneName: 'North 1', state: 'ended' })
    expect(await console_.refusal(maker, 'bindRtkDevice', bind(other, key))).toEqual([
      409,
      'rtk_key_taken',
    ])
    expect(await console_.refusal(maker, 'bindRtkDevice', bind(other, null, 'NOBODYS'))).toEqual([
      404,
      'not_found',
    ])
    const [renewed] = (await list({ devId: key })).items
    expect((await renew(renewed!, 31)).state).toBe('good')
    expect(
      await console_.ask<RtkDevice>(maker, 'allowRtkDevice', {
        body: { devId: one.devId, opr: 'disable' },
      }),
    ).toMatchObject({ allowed: false, state: 'blocked' })
    expect((await list()).stats).toMatchObject({ blocked: 1, unbound: 1 })
  })

  test('of two people who bind the same key at once, one succeeds, the other gets a conflict', async () => {
    for (let round = 0; round < 5; round++) {
      const devices = [await add(), await add()]
      const body = { qxdsk: `RACE-${devices[0]!.devId}` }
      const replies = await Promise.all(
        devices.map(({ devId }) =>
          console_.send('bindRtkDevice', { body: { devId, ...body } }, maker),
        ),
      )
      expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
        200, 409,
      ])
      const refused = replies.find(({ statusCode }) => statusCode === 409)!
      expect(refused.json<{ code: string }>().code).toBe('rtk_key_taken')
    }
  })

  test('of another maker does not exist, and its serial number is taken', async () => {
    const theirs = await add()
    const stranger = await console_.person({ type: 'manufacturer' })
    expect(
      await console_.refusal(stranger, 'renewRtkDevice', {
        body: { devId: theirs.devId, days: 1 },
      }),
    ).toEqual([404, 'not_found'])
    expect(
      await console_.refusal(stranger, 'addRtkDevice', {
        body: { devId: theirs.devId.toLowerCase(), type: 'base' },
      }),
    ).toEqual([409, 'rtk_number_refused'])
  })

  test('shows its accuracy in the last 30 days', async () => {
    const drone = await insertDroneRow(db, {
      modelId: await insertModel(db, maker.account.id),
      manufacturerId: maker.account.id,
      operatorId: null,
      name: 'North 2',
    })
    const device = await add()
    await console_.ask(maker, 'bindRtkDevice', {
      body: { devId: device.devId, qxdsk: null, droneId: drone.id },
    })
    for (const [daysAgo, fixed] of [
      [1, 60],
      [2, 90],
      [31, 0],
    ] as const) {
      const at = new Date(now - daysAgo * day)
      const id = await insertFlight(db, drone, { startMs: at.getTime() })
      await db
        .insertInto('sortie_fix')
        .values({
          drone_id: drone.id,
          sortie_id: id,
          start_at: at,
          told_count: 100,
          fixed_count: fixed,
          float_count: 0,
          satellite_count: 10,
          satellite_sum: 240,
        })
        .execute()
    }
    expect((await list({ devId: device.devId })).items).toMatchObject([
      { fixRate: 0.75, satellites: 24, sortieNum: 2 },
    ])
  })
})

test('people who manage equipment are notified once each, 30 and 7 days before and at the end', async () => {
  const staff = await console_.colleague(maker, { user_type: 3 })
  const admin = await console_.colleague(maker, { user_type: 4 })
  await renew(await add(), 40)
  const sent: OutgoingMessage[] = []
  const send = async (message: OutgoingMessage): Promise<void> => void sent.push(message)
  const { services } = console_
  const messages = createMessages(services, { sms: { send }, mail: { send } })
  const tellOn = async (days: number): Promise<string[]> => {
    sent.splice(0)
    console_.clock.set(now + days * day)
    const { signal } = new AbortController()
    // Twice: the second run sends nothing.
    for (let time = 0; time < 2; time++) {
      await warnOfRtkJob(services).run({}, { signal, log: pino({ level: 'silent' }) })
      await runDueJobs(db, [notifyOfRtkJob({ db, themes: createThemes(services), messages })])
    }
    return sent
      .map(({ to }) => to)
      .filter((to) => [maker.phone, staff.phone, admin.phone].includes(to))
      .toSorted()
  }
  const both = [maker.phone, admin.phone].toSorted()
  expect(await tellOn(9)).toEqual([])
  expect(await tellOn(10)).toEqual(both)
  expect(sent.find(({ to }) => to === admin.phone)).toMatchObject({
    template: 'rtkEnds',
    text: expect.stringContaining('2026/07/25'),
  })
  expect(await tellOn(32)).toEqual([])
  expect(await tellOn(33)).toEqual(both)
  expect(await tellOn(40)).toEqual([])
  expect(await tellOn(41)).toEqual(both)
})
