// Allowed parts: lists from files, reports of drones, and alarms where they differ.
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { accessoryRoutes, type PartAlarm, type PartImport } from '@swath/contract/gear/accessories'
import type { DronePart } from '@swath/domain/drone-parts'
import { keepReportedParts } from '../../../gateway/parts/public.ts'
import { createThemes } from '../../../platform/auth/themes.ts'
import { tx } from '../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { runDueJobs } from '../../../platform/jobs/testing-jobs.ts'
import type { OutgoingMessage } from '../../../platform/messages/driver.ts'
import { createMessages } from '../../../platform/messages/messages.ts'
import {
  insertDroneRow,
  insertModel,
  type TestDrone,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { accessoryHandlers } from './accessories.routes.ts'
import { notifyOfPartsJob, watchPartsJob } from './part-messages.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
type Alarms = { items: PartAlarm[]; total: number; stats: { openNum: number } }

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof accessoryRoutes>>>
let maker: TestPerson
let drone: TestDrone

beforeEach(async () => {
  console_ = await openConsole(database, accessoryRoutes, accessoryHandlers, now)
  maker = await console_.person({ type: 'manufacturer', vip_level: 1, name: 'Alpha Works' })
  drone = await insertDroneRow(db, {
    modelId: await insertModel(db, maker.account.id),
    manufacturerId: maker.account.id,
    operatorId: null,
    name: 'North 1',
  })
  return () => console_.close()
})

const part = (kind: DronePart['kind'], hwId: string): DronePart => ({ kind, hwId, firmware: null })
const report = (...parts: DronePart[]) =>
  tx(db, (trx) => keepReportedParts(trx, [{ droneId: drone.id, atMs: now, parts }], new Date(now)))
const add = (type: string, hwId: string) =>
  console_.ask<{ added: number; cleared: number }>(maker, 'addAllowedPart', {
    body: { type, hwId },
  })
const alarms = async (): Promise<string[]> =>
  (await console_.ask<Alarms>(maker, 'listPartAlarms')).items
    .map(({ hwId, state }) => `${hwId} ${state}`)
    .toSorted()

const sendFile = async (
  operation: 'previewPartUpload' | 'uploadParts',
  content: string,
  query: Record<string, string> = {},
) => {
  const form = new FormData()
  form.append('file', new Blob([content]), 'parts.csv')
  const request = new Request('http://x', { method: 'POST', body: form })
  return console_.server.inject({
    method: 'POST',
    url: `${accessoryRoutes[operation].path}?${new URLSearchParams(query).toString()}`,
    headers: {
      'host': 'localhost',
      'language': 'en',
      'authorization': `Bearer ${maker.token}`,
      'content-type': request.headers.get('content-type')!,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

describe('an alarm', () => {
  test('is raised for a part of a listed kind that is not listed, and for no other', async () => {
    await report(part('battery', 'B-2'), part('pump', 'P-1'))
    expect(await alarms()).toEqual([])
    await add('battery', 'b-1')
    expect(await alarms()).toEqual(['B-2 open'])
    await report(part('battery', 'B-2'), part('pump', 'P-1'))
    expect(await alarms()).toEqual(['B-2 open'])
  })

  test('ends when the part is listed or removed from the drone', async () => {
    await add('battery', 'B-1')
    await report(part('battery', 'B-2'), part('battery', 'B-3'))
    expect(await alarms()).toEqual(['B-2 open', 'B-3 open'])
    expect(await add('battery', ' b-2 ')).toEqual({ added: 1, cleared: 1 })
    await report(part('battery', 'B-2'))
    expect(await alarms()).toEqual(['B-2 listed', 'B-3 gone'])
    await report(part('battery', 'B-3'))
    expect(await alarms()).toEqual(['B-2 listed', 'B-3 gone', 'B-3 open'])
  })

  test('for a part that was accepted is not raised again for this drone', async () => {
    await add('battery', 'B-1')
    await report(part('battery', 'B-2'))
    const [alarm] = (await console_.ask<Alarms>(maker, 'listPartAlarms')).items
    const accepted = await console_.ask<PartAlarm>(maker, 'acceptPart', {
      body: { alarmId: alarm!.alarmId, text: 'On trial', version: alarm!.version },
    })
    expect(accepted).toMatchObject({
      state: 'accepted',
      reason: 'On trial',
      can: { accept: false },
    })
    await report()
    await report(part('battery', 'B-2'))
    expect(await alarms()).toEqual(['B-2 accepted'])
    const parts = await console_.ask<{ items: { state: string }[] }>(maker, 'getDroneParts', {
      query: { droneId: drone.id },
    })
    expect(parts.items).toMatchObject([{ hwId: 'B-2', state: 'accepted' }])
  })

  test('is reported once to those who handle alarms', async () => {
    const pilot = await console_.colleague(maker, { user_type: 6 })
    const staff = await console_.colleague(maker, { user_type: 3 })
    await add('battery', 'B-1')
    await report(part('battery', 'B-2'))
    const sent: OutgoingMessage[] = []
    const send = async (message: OutgoingMessage): Promise<void> => void sent.push(message)
    const { services } = console_
    const messages = createMessages(services, { sms: { send }, mail: { send } })
    const { signal } = new AbortController()
    for (let time = 0; time < 2; time++) {
      await watchPartsJob(services).run({}, { signal, log: pino({ level: 'silent' }) })
      await runDueJobs(db, [notifyOfPartsJob({ db, themes: createThemes(services), messages })])
    }
    const ours = [maker.phone, staff.phone, pilot.phone]
    expect(
      sent
        .map(({ to }) => to)
        .filter((to) => ours.includes(to))
        .toSorted(),
    ).toEqual([maker.phone, staff.phone].toSorted())
    expect(sent.find(({ to }) => to === staff.phone)!.text).toContain('North 1: B-2')
  })
})

describe('a file', () => {
  const file =
    'Type,Part number,Note\nBattery pack,b-1,first\n电池,B-2,\nbattery,B-1,again\nwing,W-1,\npump,,\n'

  test('is checked row by row, in any supported language, and valid rows are added', async () => {
    await add('battery', 'B-9')
    await report(part('battery', 'B-2'))
    const preview = (await sendFile('previewPartUpload', file)).json<PartImport>()
    expect(preview).toMatchObject({ rows: 5, good: 2, known: 0, clears: 1 })
    expect(
      preview.shown.flatMap(({ line, wrong }) => wrong.map(({ column }) => `${line} ${column}`)),
    ).toEqual(['4 hwId', '5 type', '6 hwId'])
    const refused = await sendFile('uploadParts', file, { digest: preview.digest })
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
      400,
      'import_has_mistakes',
    ])
    const query = { digest: preview.digest, onlyWhole: 'false' }
    expect((await sendFile('uploadParts', file, query)).json()).toEqual({
      added: 2,
      known: 0,
      left: 3,
      cleared: 1,
    })
    expect((await sendFile('uploadParts', file, query)).json()).toMatchObject({
      added: 0,
      known: 2,
    })
    expect(await alarms()).toEqual(['B-2 listed'])
    const other = await sendFile('uploadParts', `${file}pump,P-1,\n`, query)
    expect(other.json<{ code: string }>().code).toBe('conflict')
  })

  test('without a column of types requires one type for all rows', async () => {
    const one = 'hwId\nN-1\n'
    expect((await sendFile('previewPartUpload', one)).json<{ code: string }>().code).toBe(
      'parts_without_columns',
    )
    expect((await sendFile('uploadParts', one, { type: 'nozzle' })).json()).toMatchObject({
      added: 1,
    })
  })

  test('with 100,000 rows and mistakes reports each mistake and adds the valid rows', async () => {
    const rows = Array.from({ length: 100_000 }, (_, i) => {
      if (i % 10_000 === 7) return `wing,ERR-${i}`
      return i % 10_000 === 8 ? 'battery,' : `battery,ERR-${i}`
    })
    const long = `type,hwId\n${rows.join('\n')}\n`
    const preview = (await sendFile('previewPartUpload', long)).json<PartImport>()
    expect(preview).toMatchObject({ rows: 100_000, good: 99_980 })
    expect(
      preview.shown.flatMap(({ line, wrong }) => wrong.map(({ column }) => `${line} ${column}`)),
    ).toEqual(
      Array.from({ length: 10 }, (_, i) => [
        `${i * 10_000 + 9} type`,
        `${i * 10_000 + 10} hwId`,
      ]).flat(),
    )
    const query = { digest: preview.digest, onlyWhole: 'false' }
    expect((await sendFile('uploadParts', long, query)).json()).toMatchObject({
      added: 99_980,
      left: 20,
    })
  })

  test('with 100,000 valid rows is imported completely', async () => {
    const rows = Array.from({ length: 100_000 }, (_, i) => `battery,BAT-${i}`)
    const reply = await sendFile('uploadParts', `type,hwId\n${rows.join('\n')}\n`)
    expect(reply.json()).toMatchObject({ added: 100_000, left: 0 })
    const long = await sendFile('uploadParts', `type,hwId\n${rows.join('\n')}\nbattery,ONE-MORE\n`)
    expect(long.json<{ code: string }>().code).toBe('parts_over_limit')
    const page = await console_.ask<{ total: number; items: unknown[] }>(
      maker,
      'listAllowedParts',
      { query: { hwId: 'bat-9999', pageSize: '5' } },
    )
    expect([page.total, page.items.length]).toEqual([11, 5])
  })
})

test('another maker’s list does not apply; removing a listed part raises its alarm', async () => {
  const stranger = await console_.person({ type: 'manufacturer', vip_level: 1 })
  await console_.ask(stranger, 'addAllowedPart', { body: { type: 'battery', hwId: 'B-3' } })
  await add('battery', 'B-1')
  await add('battery', 'B-2')
  await report(part('battery', 'B-1'))
  expect(await alarms()).toEqual([])
  await report(part('battery', 'B-3'))
  expect(await alarms()).toEqual(['B-3 open'])
  await report(part('battery', 'B-1'))
  const { items } = await console_.ask<{ items: { partId: string; hwId: string }[] }>(
    maker,
    'listAllowedParts',
  )
  const { partId } = items.find(({ hwId }) => hwId === 'B-1')!
  expect(
    await console_.refusal(stranger, 'deleteAllowedParts', { params: { partIds: partId } }),
  ).toEqual([404, 'not_found'])
  await console_.ask(maker, 'deleteAllowedParts', { params: { partIds: partId } })
  expect(await alarms()).toEqual(['B-1 open', 'B-3 gone'])
})

test('without the service level there is no list', async () => {
  const plain = await console_.person({ type: 'manufacturer' })
  expect(await console_.refusal(plain, 'listAllowedParts')).toEqual([403, 'forbidden'])
})
