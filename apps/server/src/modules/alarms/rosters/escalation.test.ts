import { beforeEach, describe, expect, test } from 'vitest'
import { alarmDeskRoutes, type AlarmDetail } from '@swath/contract/alarms/alarm-desk'
import { alarmSettingRoutes, type AlarmSettings } from '@swath/contract/alarms/alarm-settings'
import { rosterRoutes, type Roster } from '@swath/contract/alarms/rosters'
import { createThemes } from '../../../platform/auth/themes.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import type { Job } from '../../../platform/jobs/job-kind.ts'
import { makeJobsDue } from '../../../platform/jobs/testing-jobs.queries.ts'
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
import { alarmDeskHandlers } from '../anomalies/alarm-desk.routes.ts'
import { startAlarmMessages } from '../anomalies/alarm-messages.ts'
import { alarmSettingHandlers } from '../anomalies/alarm-settings.routes.ts'
import { escalateAlarmsJob, notifyOfAlarmsJob } from './escalation.ts'
import { rosterHandlers } from './rosters.routes.ts'

/** Monday noon in Shanghai. After the database's clock, so that a job of later waits. */
const noon = Date.parse('2035-06-18T04:00:00Z')
const minute = 60_000
const routes = { ...alarmDeskRoutes, ...alarmSettingRoutes, ...rosterRoutes }
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
let sent: OutgoingMessage[]
let alarms: ReturnType<typeof startAlarmMessages>
let jobs: Job[]
let boss: TestPerson
let day: [TestPerson, TestPerson, TestPerson]
let night: [TestPerson, TestPerson]
let drones: TestDrone[]

beforeEach(async () => {
  console_ = await openConsole(
    database,
    routes,
    (services) => ({
      ...alarmDeskHandlers(services),
      ...alarmSettingHandlers(services),
      ...rosterHandlers(services),
    }),
    noon,
  )
  sent = []
  const { services } = console_
  const send = (message: OutgoingMessage): Promise<void> => {
    sent.push(message)
    return Promise.resolve()
  }
  const messages = createMessages(services, { sms: { send }, mail: { send } })
  alarms = startAlarmMessages(services)
  jobs = [
    notifyOfAlarmsJob(services),
    escalateAlarmsJob(services),
    deliverAlarmsJob({ ...services, themes: createThemes(services), messages }),
  ]
  const maker = await console_.person({ type: 'manufacturer', name: 'Alpha Works' }, { rights: [] })
  boss = await console_.person({ type: 'operator', operator_type: 'team', name: 'Green Team' })
  const colleague = (name: string) => console_.colleague(boss, { user_type: 5, name })
  day = [await colleague('Day 1'), await colleague('Day 2'), await colleague('Day 3')]
  night = [await colleague('Night 1'), await colleague('Night 2')]
  const { settings } = await console_.ask<AlarmSettings>(boss, 'getAlarmSettings')
  const own = Object.fromEntries(settings.map(({ name, own: value }) => [name, value]))
  await console_.ask(boss, 'updateAlarmSettings', { body: { ...own, messagesPerHour: 60 } })
  const modelId = await insertModel(db, maker.account.id)
  const parties = { modelId, manufacturerId: maker.account.id, operatorId: boss.account.id }
  drones = []
  for (let i = 0; i < 20; i++) drones.push(await insertDroneRow(db, parties))
  return () => console_.close()
})

const allDays = [1, 2, 3, 4, 5, 6, 7]
const shift = (from: string, until: string, people: readonly TestPerson[]) => ({
  days: allDays,
  from,
  until,
  userIds: people.map(({ id }) => id),
})
const addRoster = (changed: object = {}) =>
  console_.ask<Roster>(boss, 'addRoster', {
    body: {
      rosterName: 'Hangzhou',
      region: '156330100',
      minutes: 5,
      shifts: [shift('08:00', '20:00', day), shift('20:00', '08:00', night)],
      ...changed,
    },
  })

const raise = async (of: TestDrone = drones[0]!, regionCode = '156330106'): Promise<string> => {
  const { services, clock } = console_
  const id = await insertZoneAlarm(db, of, new Date(clock.now()), regionCode)
  services.events.emit('anomaly', { droneId: of.id, anomalyId: id, live: true })
  await alarms.stop()
  alarms = startAlarmMessages(services)
  await runDueJobs(db, jobs)
  return id
}
const pass = async (minutes: number): Promise<void> => {
  const { clock } = console_
  for (let i = 0; i < minutes; i++) {
    clock.advance(minute)
    await makeJobsDue(db, clock)
    await runDueJobs(db, jobs)
  }
}
/** Messages of a person. */
const countSent = ({ phone }: TestPerson) => sent.filter(({ to }) => to === phone).length
const counts = (...people: readonly TestPerson[]) => people.map(countSent)
const historyOf = async (anomalyId: string) => {
  const { clock } = console_
  const now = clock.now()
  clock.set(noon) // while the session is valid
  const { steps } = await console_.ask<AlarmDetail>(boss, 'getAlarm', { params: { anomalyId } })
  clock.set(now)
  return steps.map(({ kind, assigneeName, nobodyOnDuty }) =>
    nobodyOnDuty ? `${kind} everyone` : `${kind} ${assigneeName}`,
  )
}
const acknowledge = (anomalyId: string) =>
  console_.ask(boss, 'acknowledgeAlarm', { params: { anomalyId }, body: {} })

test('of 20 alarms without acknowledgement, 20 are escalated after the set minutes, once each, and nobody off duty is notified', async () => {
  await addRoster()
  const ids: string[] = []
  for (const drone of drones) ids.push(await raise(drone))
  expect(counts(...day)).toEqual([20, 0, 0])
  await pass(4)
  expect(counts(...day)).toEqual([20, 0, 0])
  await pass(1)
  expect(counts(...day)).toEqual([20, 20, 0])
  await pass(4)
  expect(counts(...day)).toEqual([20, 20, 0])
  await pass(1)
  expect(counts(...day)).toEqual([20, 20, 20])
  await pass(15)
  expect(counts(...day)).toEqual([20, 20, 20])
  expect(counts(...night, boss)).toEqual([0, 0, 0])
  for (const id of ids)
    expect(await historyOf(id)).toEqual(['notify Day 1', 'escalate Day 2', 'escalate Day 3'])
})

describe('escalation ends', () => {
  beforeEach(() => addRoster())

  test('when the alarm is acknowledged', async () => {
    const [one, other] = [await raise(drones[0]), await raise(drones[1])]
    await pass(4)
    await acknowledge(one)
    await pass(10)
    expect(counts(...day)).toEqual([2, 1, 1])
    expect(await historyOf(one)).toEqual(['notify Day 1', 'acknowledge null'])
    await acknowledge(other)
    await pass(12)
    expect(counts(...day)).toEqual([2, 1, 1])
  })

  test('when it is closed, even if it is reopened', async () => {
    const anomalyId = await raise()
    await console_.ask(boss, 'closeAlarm', { params: { anomalyId }, body: { reason: 'real' } })
    await console_.ask(boss, 'reopenAlarm', { params: { anomalyId }, body: { text: 'Again' } })
    await pass(20)
    expect(counts(...day)).toEqual([1, 0, 0])
  })

  test('when later points show that it did not occur', async () => {
    const anomalyId = await raise()
    await db
      .updateTable('anomaly')
      .set({ state: 'closed', closed_reason: 'withdrawn', closed_at: new Date(noon) })
      .where('id', '=', anomalyId)
      .execute()
    await pass(20)
    expect(counts(...day)).toEqual([1, 0, 0])
  })
})

describe('a roster', () => {
  test('that changes shift hands the alarm over to the next shift', async () => {
    await addRoster()
    console_.clock.set(noon + 478 * minute) // 19:58
    await raise()
    await pass(4)
    expect(counts(...day, ...night)).toEqual([1, 0, 0, 0, 0])
    await pass(1)
    expect(counts(...day, ...night)).toEqual([1, 0, 0, 1, 0])
    await pass(5)
    expect(counts(...day, ...night)).toEqual([1, 0, 0, 1, 1])
  })

  test('of a smaller region goes before that of a larger one, which fills its gaps', async () => {
    await addRoster({ shifts: [shift('08:00', '12:01', day)] })
    await addRoster({ region: null, rosterName: 'Rest', shifts: [shift('00:00', '00:00', night)] })
    await raise(drones[0])
    expect(counts(...day, ...night)).toEqual([1, 0, 0, 0, 0])
    await acknowledge(await raise(drones[1], '156440100'))
    expect(counts(...day, ...night)).toEqual([1, 0, 0, 1, 0])
    console_.clock.advance(minute)
    await raise(drones[2])
    expect(counts(...day, ...night)).toEqual([1, 0, 0, 2, 0])
  })

  test('skips people who are deleted, disabled, without the right or without a channel', async () => {
    await addRoster()
    await db.updateTable('app_user').set({ enabled: false }).where('id', '=', day[0].id).execute()
    await db.updateTable('app_user').set({ rights: [] }).where('id', '=', day[1].id).execute()
    await raise()
    expect(counts(...day)).toEqual([0, 0, 1])
  })

  test('with a gap: everyone with the right is notified, once', async () => {
    await addRoster({ shifts: [shift('08:00', '12:05', day)] })
    const first = await raise(drones[0])
    await pass(5)
    expect(counts(...day, ...night, boss)).toEqual([1, 1, 1, 1, 1, 1])
    expect(await historyOf(first)).toEqual(['notify Day 1', 'escalate everyone'])
    const second = await raise(drones[1])
    await pass(12)
    expect(counts(...day, ...night, boss)).toEqual([2, 2, 2, 2, 2, 2])
    expect(await historyOf(second)).toEqual(['notify everyone'])
  })

  test('of which nobody can be notified is a gap', async () => {
    await addRoster()
    for (const { id } of day)
      await db.updateTable('app_user').set({ enabled: false }).where('id', '=', id).execute()
    const id = await raise()
    expect(counts(...night, boss)).toEqual([1, 1, 1])
    expect(await historyOf(id)).toEqual(['notify everyone'])
  })

  test('of another place leaves everything as it was', async () => {
    await addRoster({ region: '156440000' })
    const id = await raise()
    await pass(12)
    expect(counts(...day, ...night, boss)).toEqual([1, 1, 1, 1, 1, 1])
    expect(await historyOf(id)).toEqual([])
  })

  test('that is deleted in the meantime: everyone with the right is notified', async () => {
    const { rosterId } = await addRoster()
    await raise()
    await console_.ask(boss, 'deleteRoster', { params: { rosterId } })
    await pass(5)
    expect(counts(...day, ...night, boss)).toEqual([1, 1, 1, 1, 1, 1])
  })

  test('concerns only its account: others are notified as before, and see its account only', async () => {
    await addRoster()
    const county = await console_.person({
      type: 'government',
      name: `County ${crypto.randomUUID()}`,
      region_code: '156330106',
    })
    const anomalyId = await raise()
    expect(counts(county, ...day)).toEqual([1, 1, 0, 0])
    const { steps } = await console_.ask<AlarmDetail>(county, 'getAlarm', { params: { anomalyId } })
    expect(steps).toMatchObject([
      { kind: 'notify', accountName: 'Green Team', assigneeName: null, nobodyOnDuty: false },
    ])
  })
})

test('a job that is repeated notifies nobody else', async () => {
  await addRoster()
  const anomalyId = await raise()
  const key = { droneId: drones[0]!.id, anomalyId }
  const quiet = { signal: AbortSignal.timeout(60_000), log: console_.services.log }
  await jobs[0]!.run(key, quiet)
  await pass(5)
  await jobs[1]!.run({ ...key, accountId: boss.account.id, step: 1 }, quiet)
  await runDueJobs(db, jobs)
  expect(counts(...day)).toEqual([1, 1, 0])
})
