import { beforeEach, describe, expect, test } from 'vitest'
import { alarmSettingRoutes, type AlarmSettings } from '@swath/contract/alarms/alarm-settings'
import { settingsOn } from '../../../gateway/recompute/public.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { alarmSettingHandlers } from './alarm-settings.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const day = 86_400_000
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof alarmSettingRoutes>>>
let team: TestPerson
let sub: TestPerson

beforeEach(async () => {
  console_ = await openConsole(database, alarmSettingRoutes, alarmSettingHandlers, now)
  team = await console_.person({ type: 'operator', operator_type: 'team', name: 'Green Team' })
  sub = await console_.person({
    type: 'operator',
    operator_type: 'team',
    name: 'Green North',
    parent: team.account,
  })
  return () => console_.close()
})

const read = (person: TestPerson) => console_.ask<AlarmSettings>(person, 'getAlarmSettings')
const pick = ({ settings }: AlarmSettings, name: string) =>
  settings.find((setting) => setting.name === name)
const bodyFor = async (person: TestPerson, changed: Record<string, unknown>) => ({
  ...Object.fromEntries((await read(person)).settings.map(({ name, own }) => [name, own])),
  ...changed,
})
const choose = async (person: TestPerson, changed: Record<string, unknown>) =>
  console_.ask<AlarmSettings>(person, 'updateAlarmSettings', {
    body: await bodyFor(person, changed),
  })
const on = (person: TestPerson, atMs: number) => settingsOn(db, person.account.id, new Date(atMs))

describe('settings of alarms', () => {
  test('are those of the account above until an account chooses its own', async () => {
    await choose(team, { windMs: 6, hoverS: 20 })
    expect(pick(await read(sub), 'windMs')).toEqual({
      name: 'windMs',
      value: 6,
      inherited: 6,
      inheritedFrom: 'Green Team',
      own: null,
    })
    await choose(sub, { windMs: 5 })
    expect(pick(await read(sub), 'windMs')).toMatchObject({ value: 5, inherited: 6, own: 5 })
    expect(await on(sub, now)).toMatchObject({ windMs: 5, hoverS: 20, temperatureC: 35 })
    await choose(sub, { windMs: null })
    expect(await on(sub, now)).toMatchObject({ windMs: 6 })
    expect(await on(team, now)).toMatchObject({ windMs: 6 })
  })

  test('apply from a moment on: earlier flights keep the settings of their time', async () => {
    await choose(team, { windMs: 6 })
    const effectiveFrom = new Date(now + 7 * day).toISOString()
    await choose(team, { windMs: 4, effectiveFrom })
    expect(await on(team, now - 1)).toMatchObject({ windMs: 8 })
    expect(await on(team, now)).toMatchObject({ windMs: 6 })
    expect(await on(team, now + 7 * day - 1)).toMatchObject({ windMs: 6 })
    expect(await on(team, now + 7 * day)).toMatchObject({ windMs: 4 })
    expect(
      await console_.refusal(team, 'updateAlarmSettings', {
        body: await bodyFor(team, { effectiveFrom: new Date(now - day).toISOString() }),
      }),
    ).toEqual([400, 'invalid_input'])
  })

  test('have a history that names the author of each change', async () => {
    await choose(team, { windMs: 6 })
    const { history, version } = await choose(team, { windMs: null, messagesPerHour: 2 })
    expect(version).toBe(3)
    expect(history.map(({ changes }) => changes)).toEqual([
      [
        { name: 'windMs', before: 6, after: null },
        { name: 'messagesPerHour', before: null, after: 2 },
      ],
      [{ name: 'windMs', before: null, after: 6 }],
    ])
  })

  test('of two people who change them, the second gets a conflict', async () => {
    const body = { ...(await bodyFor(team, { windMs: 6 })), version: 1 }
    await console_.ask(team, 'updateAlarmSettings', { body })
    expect(
      await console_.refusal(team, 'updateAlarmSettings', { body: { ...body, windMs: 7 } }),
    ).toEqual([409, 'conflict'])
  })

  test.each([{ windMs: 0 }, { windMs: 21 }, { messagesPerHour: 0 }, { messagesPerHour: 1.5 }])(
    'must be within the limits of the service: %j',
    async (changed) => {
      expect(
        await console_.refusal(team, 'updateAlarmSettings', { body: await bodyFor(team, changed) }),
      ).toEqual([400, 'invalid_input'])
    },
  )
})
