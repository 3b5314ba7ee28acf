import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { alarmSettingRoutes } from '@swath/contract/alarms/alarm-settings'
import { alarmMessageRoutes, type SentAlarmMessage } from '@swath/contract/alarms/alarm-messages'
import {
  pushBrowsersAtMost,
  pushRoutes,
  type AlarmNotice,
  type Push,
} from '@swath/contract/alarms/push'
import { createThemes } from '../../../platform/auth/themes.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import type { Job } from '../../../platform/jobs/job-kind.ts'
import { runDueJobs } from '../../../platform/jobs/testing-jobs.ts'
import type { OutgoingMessage } from '../../../platform/messages/driver.ts'
import { createMessages } from '../../../platform/messages/messages.ts'
import {
  insertDroneRow,
  insertModel,
  type TestDrone,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { insertZoneAlarm } from '../anomalies/testing-alarms.queries.ts'
import { deliverAlarmsJob } from '../anomalies/alarm-delivery.ts'
import { sendAlarmDigestsJob, startAlarmMessages } from '../anomalies/alarm-messages.ts'
import { alarmMessageHandlers } from '../anomalies/alarm-message-list.ts'
import { alarmSettingHandlers } from '../anomalies/alarm-settings.routes.ts'
import { notifyOfAlarmsJob } from '../rosters/escalation.ts'
import { pushHandlers } from './push.routes.ts'
import { ensurePushKeys } from './push-sender.ts'
import { openPushService, type PushService } from './testing-push-service.ts'

type Answer = z.infer<typeof Push>
const now = Date.parse('2026-06-15T04:00:00Z') // Monday noon in Shanghai
const minute = 60_000
const routes = { ...pushRoutes, ...alarmSettingRoutes, ...alarmMessageRoutes }
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
const background = { signal: AbortSignal.timeout(600_000), log: pino({ level: 'silent' }) }
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
let service: PushService
let sent: OutgoingMessage[]
let jobs: Job[]
let digest: Job
let team: TestPerson
let drones: TestDrone[]

beforeEach(async () => {
  service = await openPushService(() => console_.clock.now())
  console_ = await openConsole(
    database,
    routes,
    (services) => ({
      ...pushHandlers(services),
      ...alarmSettingHandlers(services),
      ...alarmMessageHandlers(services),
    }),
    now,
    { pushOrigins: [service.origin], masterKey: Buffer.alloc(32, 7) },
  )
  sent = []
  const { services } = console_
  const send = (message: OutgoingMessage): Promise<void> => {
    sent.push(message)
    return Promise.resolve()
  }
  const messages = createMessages(services, { sms: { send }, mail: { send } })
  digest = sendAlarmDigestsJob(services)
  jobs = [
    notifyOfAlarmsJob(services),
    deliverAlarmsJob({ ...services, themes: createThemes(services), messages }),
  ]
  const maker = await console_.person({ type: 'manufacturer', name: 'Alpha Works' }, { rights: [] })
  team = await console_.person({
    type: 'operator',
    operator_type: 'team',
    name: 'Green Team',
    region_code: '156330100',
  })
  const modelId = await insertModel(db, maker.account.id)
  await ensurePushKeys(console_.services)
  drones = []
  for (let i = 0; i < 2; i++)
    drones.push(
      await insertDroneRow(db, {
        modelId,
        manufacturerId: maker.account.id,
        operatorId: team.account.id,
      }),
    )
})
afterEach(async () => {
  await console_.close()
  await service.close()
})

const subscribe = async (person: TestPerson = team) => {
  const { publicKey } = await console_.ask<Answer>(person, 'getPush')
  const body = service.subscribe(publicKey!)
  await console_.ask(person, 'addPushBrowser', { body })
  return body
}
const raise = async (of: TestDrone = drones[0]!): Promise<string> => {
  const id = await insertZoneAlarm(db, of, new Date(console_.clock.now()), '156330100')
  const alarms = startAlarmMessages(console_.services)
  console_.services.events.emit('anomaly', { droneId: of.id, anomalyId: id, live: true })
  await alarms.stop()
  await runDueJobs(db, jobs)
  return id
}
const notices = (): AlarmNotice[] =>
  service.received.map(({ text }) => JSON.parse(text) as AlarmNotice)
const statesOf = async (anomalyId: string) =>
  (
    await db
      .selectFrom('alarm_message')
      .where('anomaly_id', '=', anomalyId)
      .where('user_id', '=', team.id)
      .select(['channel', 'state', 'reason'])
      .orderBy('channel')
      .execute()
  ).map(({ channel, state, reason }) => [channel, state, reason])
const browsersOf = async (person: TestPerson) =>
  (await console_.ask<Answer>(person, 'getPush')).items

describe('an alarm of level 1', () => {
  test('reaches each browser encrypted and signed, with event, drone, place and the button', async () => {
    await subscribe()
    await subscribe()
    const id = await raise()
    expect(service.refused).toEqual([])
    expect(notices()).toHaveLength(2)
    const [drone] = await db
      .selectFrom('drone')
      .where('id', '=', drones[0]!.id)
      .select('name')
      .execute()
    expect(notices()[0]).toMatchObject({
      tag: id,
      title: expect.stringContaining('Airport East') as string,
      path: `/bulletin_manage/bulletin-list/alarms?state=all&open=${id}`,
      acknowledge: { alarmId: id, userId: team.id },
    })
    expect(notices()[0]!.body).toContain(`${drone!.name} · `)
    expect(service.received[0]!.headers).toMatchObject({ urgency: 'high', ttl: '14400' })
    expect(await statesOf(id)).toEqual([
      ['push', 'sent', null],
      ['sms', 'sent', null],
    ])
  })

  test('is not sent to a person without a browser, nor to one who signed out', async () => {
    await subscribe()
    await db.deleteFrom('session').where('user_id', '=', team.id).execute()
    expect(await statesOf(await raise())).toEqual([['sms', 'sent', null]])
    expect(service.received).toEqual([])
  })

  test('removes a browser that has ended its subscription', async () => {
    const gone = await subscribe()
    await subscribe()
    service.unsubscribe(gone.endpoint)
    expect(await statesOf(await raise())).toContainEqual(['push', 'sent', null])
    expect((await browsersOf(team)).map(({ endpoint }) => endpoint)).not.toContain(gone.endpoint)
    expect(await browsersOf(team)).toHaveLength(1)
  })

  test('is sent again if the push service was down, and the failure is recorded', async () => {
    await subscribe()
    service.answer(503)
    const id = await raise()
    expect(await statesOf(id)).toContainEqual(['push', 'failed', 'the push service answered 503'])
    service.answer(201)
    const { sending_id: sendingId } = await db
      .selectFrom('alarm_message')
      .where('anomaly_id', '=', id)
      .where('channel', '=', 'push')
      .select('sending_id')
      .executeTakeFirstOrThrow()
    await jobs[1]!.run({ sendingId }, background)
    expect(await statesOf(id)).toContainEqual(['push', 'sent', null])
  })

  test('in quiet hours waits for the digest after them', async () => {
    await subscribe()
    const quietHours = { from: '11:00', until: '12:30', days: [1] }
    await console_.ask(team, 'updateAlarmChannels', { body: { channels: [], quietHours } })
    const ids = [await raise(drones[0]), await raise(drones[1])]
    expect(await statesOf(ids[0]!)).toEqual([['push', 'held', null]])
    console_.clock.set(now + 20 * minute)
    await digest.run({}, background)
    await runDueJobs(db, jobs)
    expect(service.received).toEqual([])
    console_.clock.set(now + 30 * minute)
    await digest.run({}, background)
    await runDueJobs(db, jobs)
    expect(notices()).toMatchObject([{ acknowledge: null }])
    expect(await statesOf(ids[1]!)).toEqual([['push', 'sent', null]])
    expect(sent.filter(({ to }) => to === team.phone)).toEqual([])
  })
})

test('an account lists what was sent to its people, by which channel and with what result', async () => {
  await subscribe()
  service.answer(403)
  const id = await raise()
  const colleague = await console_.colleague(team, { user_type: 4 })
  type Page = { items: SentAlarmMessage[]; total: number }
  const list = (query = {}, person = colleague) =>
    console_.ask<Page>(person, 'listAlarmMessages', { query })
  const { items, total } = await list()
  expect(total).toBe(2)
  expect(items).toMatchObject([
    { anomalyId: id, channel: 'sms', state: 'sent', reason: null, noflyName: 'Airport East' },
    { anomalyId: id, channel: 'push', state: 'failed', reason: 'the push service answered 403' },
  ])
  expect((await list({ channel: 'sms', endTime: '2026-06-15T05:00:00Z' })).total).toBe(1)
  expect((await list({ state: 'held' })).total).toBe(0)
  expect((await list({ startTime: '2026-06-15T05:00:00Z' })).total).toBe(0)
  expect((await list({ search: drones[0]!.id })).total).toBe(2)
  const file = await console_.send(
    'exportAlarmMessages',
    { query: { state: 'failed', format: 'csv' } },
    colleague,
  )
  expect(file.body.trim().split('\n')).toHaveLength(2)
  expect(file.body).toContain('the push service answered 403')
  // The maker sees the alarm, but not the messages to people of another account.
  const county = await console_.person({ type: 'government', region_code: '156330100' })
  expect((await list({}, county)).total).toBe(0)
})

describe('a browser', () => {
  test('receives for the person who subscribed last, and only that person removes it', async () => {
    const body = await subscribe()
    const colleague = await console_.colleague(team, { user_type: 5 })
    await console_.ask(colleague, 'addPushBrowser', { body })
    expect(await browsersOf(team)).toEqual([])
    const [browser] = await browsersOf(colleague)
    const params = { pushId: browser!.pushId }
    expect(await console_.refusal(team, 'removePushBrowser', { params })).toEqual([
      404,
      'not_found',
    ])
    const { items } = await console_.ask<Answer>(colleague, 'removePushBrowser', { params })
    expect(items).toEqual([])
  })

  test('renews its subscription with the secret of the former one', async () => {
    const former = await subscribe()
    const { publicKey } = await console_.ask<Answer>(team, 'getPush')
    const renewed = service.subscribe(publicKey!)
    const renew = (before: { endpoint: string; auth: string }) =>
      console_.refusal(team, 'renewPushBrowser', { body: { ...renewed, before } })
    const { endpoint, auth } = former
    expect(await renew({ endpoint, auth: renewed.auth })).toEqual([404, 'not_found'])
    expect(await renew({ endpoint, auth })).toEqual([204, undefined])
    expect(await browsersOf(team)).toMatchObject([{ endpoint: renewed.endpoint }])
    await raise()
    expect(notices()).toHaveLength(1)
    expect(await renew({ endpoint, auth })).toEqual([404, 'not_found'])
  })

  test('replaces the oldest one beyond the limit', async () => {
    const first = await subscribe()
    for (let i = 0; i < pushBrowsersAtMost; i++) {
      console_.clock.set(console_.clock.now() + 1000)
      await subscribe()
    }
    const endpoints = (await browsersOf(team)).map(({ endpoint }) => endpoint)
    expect(endpoints).toHaveLength(pushBrowsersAtMost)
    expect(endpoints).not.toContain(first.endpoint)
  })

  test.each([
    'http://push.example.com/1',
    'https://localhost/1',
    'https://169.254.169.254/latest',
    'https://[::1]/1',
    'https://push.example.com:8443/1',
  ])('with the address %s is refused', async (endpoint) => {
    const { publicKey } = await console_.ask<Answer>(team, 'getPush')
    const body = { ...service.subscribe(publicKey!), endpoint }
    expect(await console_.refusal(team, 'addPushBrowser', { body })).toEqual([400, 'invalid_input'])
  })

  test('is not offered to people without the right, nor without a master key', async () => {
    const staff = await console_.colleague(team, { user_type: 3 })
    expect(await console_.refusal(staff, 'getPush')).toEqual([403, 'forbidden'])
    const bare = await openConsole(database, pushRoutes, pushHandlers, now)
    expect(await bare.ask<Answer>(team, 'getPush')).toEqual({ publicKey: null, items: [] })
    await bare.close()
  })
})
