import { beforeEach, describe, expect, test } from 'vitest'
import {
  dataStatRoutes,
  type DataStat,
  type DataStatFigures,
  type DataStatInput,
} from '@swath/contract/figures/data-stats'
import type { DataStatSettings } from '@swath/contract/figures/stat-settings'
import { muFromM2 } from '@swath/domain/units'
import { createThemes } from '../../../platform/auth/themes.ts'
import { closeWorkers } from '../../../platform/workers/workers.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { runDueJobs } from '../../../platform/jobs/testing-jobs.ts'
import type { OutgoingMessage } from '../../../platform/messages/driver.ts'
import { createMessages } from '../../../platform/messages/messages.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  type TestDrone,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { listOutlines } from '@swath/fixtures/first-level-outlines'
import { chartOfStat } from '@swath/contract/figures/stat-shown'
import { drawChart } from '../../../platform/charts/draw-chart.ts'
import { dataStatHandlers } from './data-stats.routes.ts'
import { mailStatsJob, scheduleStatMailsJob } from './send-mail.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof dataStatRoutes>>>
let maker: TestPerson
let team: TestPerson
let rival: TestPerson
let drone: TestDrone

const usual = { periodType: 4, showType: 'bar', x: 'month', y: ['sprayArea'] } as const
type Given = Partial<DataStatSettings>

beforeEach(async () => {
  console_ = await openConsole(database, dataStatRoutes, dataStatHandlers, now)
  maker = await console_.person({ type: 'manufacturer' })
  team = await console_.person({
    type: 'operator',
    operator_type: 'team',
    time_zone: 'Asia/Shanghai',
  })
  rival = await console_.person({ type: 'operator', operator_type: 'team' })
  const modelId = await insertModel(db, maker.account.id)
  drone = await insertDroneRow(db, {
    modelId,
    manufacturerId: maker.account.id,
    operatorId: team.account.id,
  })
  return () => console_.close()
})

const fly = (day: string, coveredM2: number, more: object = {}) =>
  insertFlight(db, drone, { startMs: Date.parse(`${day}T02:00:00Z`), coveredM2, ...more })
const preview = (given: Given = {}, person = team, language = 'en') =>
  console_
    .send('previewDataStat', { body: { settings: { ...usual, ...given } }, language }, person)
    .then((reply) => reply.json<DataStatFigures>())
const input = (given: Partial<DataStatInput> = {}) => ({
  name: 'Our months',
  settings: { ...usual },
  ...given,
})
const save = (given: Partial<DataStatInput> = {}, person = team) =>
  console_.ask<DataStat>(person, 'createDataStat', { body: input(given) })
const shown = ({ rows }: DataStatFigures) =>
  rows.map(({ names, values, before }) => [...names, ...values, ...(before ?? [])])

describe('results of a statistic', () => {
  test('by month: every month of the year so far, even without work, and the total', async () => {
    await fly('2026-01-10', 6_000)
    await fly('2026-03-05', 2_000)
    await fly('2025-12-31', 9_000)
    const figures = await preview()
    expect(shown(figures)).toEqual([
      ['2026-01', muFromM2(6_000)],
      ['2026-02', 0],
      ['2026-03', muFromM2(2_000)],
      ['2026-04', 0],
      ['2026-05', 0],
      ['2026-06', 0],
    ])
    expect(figures.totals).toEqual({ values: [muFromM2(8_000)], before: null })
    expect(figures.days).toEqual({ from: '2026-01-01', until: '2027-01-01' })
  })

  test('compared with the previous period: the same number of days of it', async () => {
    await fly('2026-06-02', 4_000)
    await fly('2026-05-02', 1_000)
    // After the same day of the previous month.
    await fly('2026-05-20', 7_000)
    const figures = await preview({ periodType: 2, x: 'drone', comparison: true })
    expect(figures.daysBefore).toEqual({ from: '2026-05-01', until: '2026-05-16' })
    expect(shown(figures)).toEqual([[`Drone ${drone.id}`, muFromM2(4_000), muFromM2(1_000)]])
    expect(figures.totals).toEqual({ values: [muFromM2(4_000)], before: [muFromM2(1_000)] })
  })

  test('split by mode and crop, in the requested language, including work without a crop', async () => {
    await fly('2026-06-01', 3_000, { mode: 3, cropId: 'rice' })
    await fly('2026-06-02', 1_000, { mode: 3, cropId: null })
    await fly('2026-06-03', 500, { mode: 1, cropId: 'rice' })
    const figures = await preview(
      { showType: 'stacked', x: 'mode', dimension: 'crop', y: ['sprayArea'] },
      team,
      'zh-CN',
    )
    expect(shown(figures)).toEqual([
      ['航线', '水稻', muFromM2(3_000)],
      ['航线', '无', muFromM2(1_000)],
      ['手动', '水稻', muFromM2(500)],
    ])
  })

  test('only the largest, and how many are left out', async () => {
    await fly('2026-06-01', 5_000, { cropId: 'rice' })
    await fly('2026-06-02', 3_000, { cropId: 'wheat' })
    await fly('2026-06-03', 4_000, { cropId: 'maize' })
    const figures = await preview({ x: 'crop', top: 2 })
    expect(figures.rows.map(({ keys }) => keys[0])).toEqual(['rice', 'maize'])
    expect(figures).toMatchObject({ leftOutNum: 1, totals: { values: [muFromM2(12_000)] } })
  })

  test('each caller sees only their own', async () => {
    await fly('2026-06-01', 3_000)
    expect((await preview({ x: 'drone' }, maker)).rows).toHaveLength(1)
    expect((await preview({ x: 'drone' }, rival)).rows).toEqual([])
  })

  test('incompatible settings are refused with the reason, in the reader’s language', async () => {
    const reply = await console_.send(
      'previewDataStat',
      { body: { settings: { ...usual, showType: 'line', x: 'crop' } }, language: 'zh-CN' },
      team,
    )
    expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([
      400,
      '这些设置不能组合：折线图的横轴须为年、月、日或小时。',
    ])
  })
})

test('on a map: every province with work, and a picture of it', async () => {
  await fly('2026-06-01', 90_000, { regionCode: '156330106' })
  await fly('2026-06-02', 30_000, { regionCode: '156410526' })
  const settings: Given & { showType: 'map' } = {
    ...usual,
    x: 'province',
    y: ['sprayArea'],
    showType: 'map',
    top: 1,
  }
  const figures = await preview(settings)
  expect(figures.rows.map(({ keys }) => keys[0])).toEqual(['156330000', '156410000'])
  const areas = listOutlines('156').map(({ code, parts }) => ({ code, name: code, parts }))
  const labels = { areaUnit: 'mu', areaWord: 'mu', label: (label: string) => label } as const
  const picture = await drawChart(chartOfStat(settings, figures, labels, areas)!, 'en', {
    owner: 'test',
  })
  expect(Buffer.from(picture.bytes.subarray(1, 4)).toString()).toBe('PNG')
  expect(picture.bytes.length).toBeGreaterThan(20_000)
})

describe('saved', () => {
  test('a person’s own; shared ones are visible to the account and no one else', async () => {
    const colleague = await console_.colleague(team, { user_type: 3 })
    const own = await save()
    const ours = await save({ name: 'Ours', shared: true })
    const list = (person: TestPerson) =>
      console_.ask<{ items: DataStat[]; total: number; pageSize: number }>(person, 'listDataStats')
    expect(await list(team)).toMatchObject({ total: 2, pageSize: 10 })
    const seen = await list(colleague)
    expect(seen.items).toMatchObject([
      { statId: ours.statId, own: false, can: { update: false, delete: false } },
    ])
    expect((await list(rival)).total).toBe(0)
    const params = { statId: own.statId }
    for (const person of [colleague, rival])
      expect(await console_.refusal(person, 'getDataStat', { params })).toEqual([404, 'not_found'])
    expect(
      await console_.refusal(colleague, 'deleteDataStat', { params: { statId: ours.statId } }),
    ).toEqual([403, 'forbidden'])
  })

  test('changing an outdated version is refused; a deleted one is gone', async () => {
    const stat = await save()
    const params = { statId: stat.statId }
    const body = { ...input({ name: 'Later' }), version: stat.version }
    const changed = await console_.ask<DataStat>(team, 'updateDataStat', { params, body })
    expect(changed).toMatchObject({ name: 'Later', version: stat.version + 1 })
    expect(await console_.refusal(team, 'updateDataStat', { params, body })).toEqual([
      409,
      'conflict',
    ])
    await console_.ask(team, 'deleteDataStat', { params })
    expect(await console_.refusal(team, 'getDataStat', { params })).toEqual([404, 'not_found'])
  })

  test('as CSV: headings with units, values, total', async () => {
    await fly('2026-06-01', 2_000)
    const stat = await save({ settings: { ...usual, x: 'drone' } as never })
    const reply = await console_.send(
      'exportDataStat',
      { params: { statId: stat.statId }, query: { format: 'csv', areaUnit: 'hectare' } },
      team,
    )
    expect(reply.body.replace('\uFEFF', '').split('\r\n')).toEqual([
      'Drone,Covered area (ha)',
      `Drone ${drone.id},0.20`,
      'Total,0.20',
      '',
    ])
    // Parameters of the request override the settings of the statistic.
    const inHectares = await save({
      settings: { ...usual, x: 'drone', areaUnit: 'hectare' } as never,
    })
    const headOf = async (query: Record<string, string>) =>
      (
        await console_.send(
          'exportDataStat',
          { params: { statId: inHectares.statId }, query },
          team,
        )
      ).body
        .replace('\uFEFF', '')
        .split('\r\n')[0]
    expect(await headOf({ format: 'csv', areaUnit: 'mu' })).toBe('Drone,Covered area (mu)')
    expect(await headOf({ format: 'csv' })).toBe('Drone,Covered area (ha)')
  })
})

describe('by mail', () => {
  const open = () => {
    const sent: OutgoingMessage[] = []
    const { services } = console_
    const mail = { send: (message: OutgoingMessage) => Promise.resolve(void sent.push(message)) }
    const messages = createMessages(services, { mail })
    const jobs = [
      scheduleStatMailsJob(services),
      mailStatsJob({ ...services, themes: createThemes(services), messages }),
    ]
    return { sent, jobs }
  }
  const daily = (userIds: string[]) => ({ every: 'day', hour: 8, userIds })

  test('at its time to each reader, with a chart and a table of the data that they can see', async () => {
    await fly('2026-06-01', 2_000)
    const colleague = await console_.colleague(team, {
      email: `reader-${team.id}@example.org`,
      settings: JSON.stringify({ language: 'th', areaUnit: 'rai' }),
    })
    const stat = await save()
    const params = { statId: stat.statId }
    const scheduled = await console_.ask<DataStat>(team, 'scheduleDataStat', {
      params,
      body: { mail: daily([colleague.id]), version: stat.version },
    })
    // Eight in the morning of the next day, in China.
    expect(scheduled.mailDueAt).toBe('2026-06-16T00:00:00.000Z')
    const { sent, jobs } = open()
    const look = async (time: string) => {
      console_.clock.set(Date.parse(time))
      await jobs[0]!.run({}, { signal: AbortSignal.timeout(60_000), log: console_.services.log })
      await runDueJobs(db, jobs)
    }
    await look('2026-06-15T23:59:00Z')
    expect(sent).toEqual([])
    await look('2026-06-16T00:00:30Z')
    await look('2026-06-16T00:01:30Z')
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      to: `reader-${team.id}@example.org`,
      language: 'th',
      subject: 'Our months, 2026/01/01 – 2026/12/31 (Asia/Shanghai)',
    })
    expect(sent[0]!.text).toContain('2026-06 | 1.25')
    const { html, pictures } = sent[0]!.page!
    expect(html).toContain('พื้นที่')
    expect(html).toContain('cid:statistic.png')
    expect(Buffer.from(pictures[0]!.bytes).subarray(1, 4).toString()).toBe('PNG')
    await closeWorkers()
  })

  test('only to people of the account with an e-mail address', async () => {
    const silent = await console_.colleague(team, { email: null })
    const stat = await save()
    for (const userId of [silent.id, rival.id])
      expect(
        await console_.refusal(team, 'scheduleDataStat', {
          params: { statId: stat.statId },
          body: { mail: daily([userId]) },
        }),
      ).toEqual([404, 'not_found'])
    expect(
      await console_.refusal(silent, 'sendDataStat', { params: { statId: stat.statId } }),
    ).toEqual([404, 'not_found'])
  })
})
