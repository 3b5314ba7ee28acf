import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { alarmDeskRoutes, type AlarmDetail } from '@swath/contract/alarms/alarm-desk'
import { alarmSettingRoutes, type AlarmSettings } from '@swath/contract/alarms/alarm-settings'
import { ALARM_SETTINGS } from '@swath/domain/alarm-settings'
import { createThemes } from '../../../platform/auth/themes.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import type { Job } from '../../../platform/jobs/job-kind.ts'
import { runDueJobs } from '../../../platform/jobs/testing-jobs.ts'
import { MessageRefused, type OutgoingMessage } from '../../../platform/messages/driver.ts'
import { createMessages } from '../../../platform/messages/messages.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  type TestDrone,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { deliverAlarmsJob } from './alarm-delivery.ts'
import { alarmDeskHandlers } from './alarm-desk.routes.ts'
import { notifyOfAlarmsJob } from '../rosters/escalation.ts'
import { sendAlarmDigestsJob, startAlarmMessages } from './alarm-messages.ts'
import { alarmSettingHandlers } from './alarm-settings.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const minute = 60_000
const usual = ALARM_SETTINGS.messagesPerHour.usual
const routes = { ...alarmDeskRoutes, ...alarmSettingRoutes }
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
let sent: OutgoingMessage[]
let refuse: ((message: OutgoingMessage) => Error | null) | null
let alarms: ReturnType<typeof startAlarmMessages>
let jobs: Job[]
let digest: Job
let team: TestPerson
let drones: TestDrone[]

const quiet = { signal: AbortSignal.timeout(600_000), log: pino({ level: 'silent' }) }

beforeEach(async () => {
  console_ = await openConsole(
    database,
    routes,
    (services) => ({ ...alarmDeskHandlers(services), ...alarmSettingHandlers(services) }),
    now,
  )
  sent = []
  refuse = null
  const { services } = console_
  const send = (message: OutgoingMessage): Promise<void> => {
    const refusal = refuse?.(message)
    if (refusal) return Promise.reject(refusal)
    sent.push(message)
    return Promise.resolve()
  }
  const messages = createMessages(services, { sms: { send }, mail: { send } })
  alarms = startAlarmMessages(services)
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
  drones = []
  for (let i = 0; i < 3; i++)
    drones.push(
      await insertDroneRow(db, {
        modelId,
        manufacturerId: maker.account.id,
        operatorId: team.account.id,
      }),
    )
  return () => console_.close()
})

type Raising = { level?: 1 | 2; live?: boolean; of?: TestDrone }
const write = async (alarmsOf: readonly TestDrone[], level: 1 | 2 = 1): Promise<string[]> => {
  const { services } = console_
  const at = new Date(services.clock.now())
  const ids = alarmsOf.map(() => crypto.randomUUID())
  const sortieIds = new Map<string, string>()
  for (const drone of new Set(alarmsOf))
    sortieIds.set(drone.id, await insertFlight(db, drone, { startMs: at.getTime() - minute }))
  for (let from = 0; from < ids.length; from += 500)
    await db
      .insertInto('anomaly')
      .values(
        ids.slice(from, from + 500).map((id, i) => {
          const drone = alarmsOf[from + i]!
          return {
            drone_id: drone.id,
            id,
            sortie_id: sortieIds.get(drone.id)!,
            type: level === 1 ? (1 as const) : (2 as const),
            level,
            cause: crypto.randomUUID(),
            at,
            lng: 120.15,
            lat: 30.25,
            evidence: JSON.stringify({ zoneName: 'Airport East' }),
            manufacturer_id: drone.manufacturerId,
            operator_id: drone.operatorId,
            tenant_id: drone.tenantId,
            region_code: '156330100',
          }
        }),
      )
      .execute()
  return ids
}
const tell = async (): Promise<void> => {
  await alarms.stop()
  alarms = startAlarmMessages(console_.services)
  await runDueJobs(db, jobs)
}
const raise = async ({
  level = 1,
  live = true,
  of = drones[0]!,
}: Raising = {}): Promise<string> => {
  const [id] = await write([of], level)
  console_.services.events.emit('anomaly', { droneId: of.id, anomalyId: id!, live })
  await tell()
  return id!
}
/** Advances the clock minute by minute, since the job looks for digests each minute. */
const pass = async (minutes: number): Promise<void> => {
  const { clock } = console_
  for (let i = 0; i < minutes; i++) {
    clock.set(clock.now() + minute)
    await digest.run({}, quiet)
  }
  await runDueJobs(db, jobs)
}
const recipients = () => sent.map(({ to }) => to).toSorted()
const toTeam = () => sent.filter(({ to }) => to === team.phone)
const messagesOf = async (person: TestPerson, anomalyId: string) =>
  (await console_.ask<AlarmDetail>(person, 'getAlarm', { params: { anomalyId } })).messages
/** Only this test's team: the county of another test is notified as well. */
const ofTeam = async (anomalyId: string) =>
  (await messagesOf(team, anomalyId)).filter(({ accountName }) => accountName === 'Green Team')
const setLimit = async (messagesPerHour: number): Promise<void> => {
  const { settings } = await console_.ask<AlarmSettings>(team, 'getAlarmSettings')
  const body = Object.fromEntries(settings.map(({ name, own }) => [name, own]))
  await console_.ask(team, 'updateAlarmSettings', { body: { ...body, messagesPerHour } })
}

describe('an alarm of level 1', () => {
  test('is sent by SMS to members who have the right, with drone, zone and local time, and to no one else', async () => {
    const business = await console_.colleague(team, { user_type: 5 })
    await console_.colleague(team, { user_type: 3 }) // staff: without the right
    await console_.colleague(team, { user_type: 5, data_scope: 'personal' }) // did not fly it
    await console_.colleague(team, { user_type: 5, enabled: false })
    const county = await console_.person({
      type: 'government',
      name: 'Hangzhou',
      region_code: '156330100',
    })
    await console_.person({ type: 'government', name: 'Elsewhere', region_code: '156440000' })
    await console_.person({
      type: 'operator',
      operator_type: 'team',
      name: 'Stranger',
      region_code: '156330100',
    })
    await console_.person({ type: 'platform', name: 'Root' })
    const id = await raise()
    expect(recipients()).toEqual([team.phone, business.phone, county.phone].toSorted())
    expect(sent[0]!.text).toMatch(
      /Airport East.*2026\/06\/15 12:00:00|2026\/06\/15 12:00:00.*Airport East/,
    )
    expect(await messagesOf(team, id)).toHaveLength(3)
    expect(
      (await messagesOf(county, id)).map(({ state, digest: isDigest }) => [state, isDigest]),
    ).toEqual([
      ['sent', false],
      ['sent', false],
      ['sent', false],
    ])
  })

  test('says that an area was left, not that a zone was entered', async () => {
    const [anomalyId] = await write([drones[0]!])
    const evidence = JSON.stringify({ zoneName: 'Airport East', leftByM: 40 })
    await db.updateTable('anomaly').set({ evidence }).where('id', '=', anomalyId!).execute()
    console_.services.events.emit('anomaly', {
      droneId: drones[0]!.id,
      anomalyId: anomalyId!,
      live: true,
    })
    await tell()
    expect(toTeam()[0]!.text).toContain('飞出限定区域：Airport East')
    expect(toTeam()[0]!.text).not.toContain('禁飞')
  })

  test('is sent once if several processes detect it', async () => {
    const [anomalyId] = await write([drones[0]!])
    const event = { droneId: drones[0]!.id, anomalyId: anomalyId!, live: true }
    console_.services.events.emit('anomaly', event)
    await tell()
    console_.services.events.emit('anomaly', event)
    await tell()
    expect(toTeam()).toHaveLength(1)
  })

  test('of a drone with a recent message waits for the digest', async () => {
    await raise()
    const second = await raise()
    expect(toTeam()).toHaveLength(1)
    expect((await ofTeam(second)).map(({ state }) => state)).toEqual(['held'])
    await pass(11)
    expect(toTeam()).toHaveLength(2)
    expect((await ofTeam(second)).map(({ state }) => state)).toEqual(['sent'])
  })

  test('uses the person’s channels and language', async () => {
    const mail = `${crypto.randomUUID()}@example.com`
    await db
      .updateTable('app_user')
      .set({ email: mail, settings: JSON.stringify({ language: 'th', areaUnit: 'rai' }) })
      .where('id', '=', team.id)
      .execute()
    await console_.ask(team, 'updateAlarmChannels', { body: { channels: ['mail', 'sms'] } })
    await raise()
    const own = () => sent.filter(({ to }) => to === team.phone || to === mail)
    expect(own().map(({ channel, to, language }) => [channel, to, language])).toEqual([
      ['sms', team.phone, 'th'],
      ['mail', mail, 'th'],
    ])
    await console_.ask(team, 'updateAlarmChannels', { body: { channels: [] } })
    await raise({ of: drones[1]! })
    expect(own()).toHaveLength(2)
    const { settings } = await db
      .selectFrom('app_user')
      .where('id', '=', team.id)
      .select('settings')
      .executeTakeFirstOrThrow()
    expect(settings).toMatchObject({ areaUnit: 'rai' })
  })

  test('shows on the desk that sending failed and why, and is sent on retry', async () => {
    refuse = () => new MessageRefused('the gateway answered 402')
    const refused = await raise()
    expect(await ofTeam(refused)).toMatchObject([
      { state: 'failed', reason: 'the gateway answered 402' },
    ])
    refuse = () => Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    const waiting = await raise({ of: drones[1]! })
    expect(await ofTeam(waiting)).toMatchObject([{ state: 'failed' }])
    refuse = null
    // As the queue does after a pause.
    const { sending_id: sendingId } = await db
      .selectFrom('alarm_message')
      .where('anomaly_id', '=', waiting)
      .where('user_id', '=', team.id)
      .select('sending_id')
      .executeTakeFirstOrThrow()
    await jobs[1]!.run({ sendingId }, quiet)
    await jobs[1]!.run({ sendingId }, quiet)
    expect(toTeam()).toHaveLength(1)
    expect(await ofTeam(waiting)).toMatchObject([{ state: 'sent', reason: null }])
  })
})

/** Set `BURST=1000` for a larger burst. */
const burstSize = Number(process.env['BURST'] ?? 300)

test('a burst sends each person at most the configured number in any hour, and every alarm is reported', async () => {
  const colleague = await console_.colleague(team, { user_type: 4 })
  await setLimit(4)
  const burst = Array.from({ length: burstSize }, (_, i) => drones[i % drones.length]!)
  const ids = await write(burst)
  for (const [i, anomalyId] of ids.entries())
    console_.services.events.emit('anomaly', { droneId: burst[i]!.id, anomalyId, live: true })
  await tell()
  const { total } = await console_.ask<{ total: number }>(team, 'listAlarms', {
    query: { level: '1' },
  })
  expect(total).toBe(burstSize)
  // Three drones, one message each; the fourth of the hour is the digest.
  expect(toTeam()).toHaveLength(3)
  await pass(59)
  for (const phone of [team.phone, colleague.phone])
    expect(sent.filter(({ to }) => to === phone)).toHaveLength(4)
  expect(toTeam().at(-1)!.text).toContain(String(burstSize - 3))
  const { states } = await db
    .selectFrom('alarm_message')
    .where('user_id', '=', team.id)
    .select((eb) => eb.fn.countAll<number>().filterWhere('state', '=', 'sent').as('states'))
    .executeTakeFirstOrThrow()
  expect(states).toBe(burstSize)
})

test('a person limited to one message an hour gets only digests', async () => {
  await setLimit(1)
  await raise()
  await raise({ of: drones[1]! })
  expect(toTeam()).toHaveLength(0)
  await pass(11)
  expect(toTeam()).toHaveLength(1)
  await raise({ of: drones[2]! })
  await pass(40)
  expect(toTeam()).toHaveLength(1)
  await pass(20)
  expect(toTeam()).toHaveLength(2)
  expect(usual).toBeGreaterThan(1)
})

test.each([
  ['of level 2', { level: 2 }],
  ['found in points that came late', { live: false }],
] as const)('nobody is notified of one %s', async (_what, given) => {
  await raise(given)
  expect(sent).toEqual([])
})
