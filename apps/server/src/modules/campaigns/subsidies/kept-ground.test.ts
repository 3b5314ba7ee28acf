// Payments for flights whose track is deleted and whose sprayed strips are stored with the record.
import { beforeEach, expect, test } from 'vitest'
import {
  subsidyRoutes,
  type SubsidyDetail,
  type SubsidyLineDetail,
} from '@swath/contract/campaigns/subsidies'
import type { Subsidy, SubsidyLine } from '@swath/contract/campaigns/subsidy-rows'
import { subsidyRuleRoutes, type SubsidyRule } from '@swath/contract/campaigns/subsidy-rules'
import { LocalPlane } from '@swath/domain/lng-lat'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { flyPasses, insertField } from '../../flights/flights/testing-field.queries.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  type TestDrone,
} from '../../flights/flights/testing-rows.queries.ts'
import { keepGroundOfFlights } from '../../flights/plot-work/keep-ground.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { workOutSubsidy } from './propose.ts'
import { subsidyHandlers } from './subsidies.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const hourMs = 3_600_000
const routes = { ...subsidyRuleRoutes, ...subsidyRoutes }
const regionCode = '156330102'
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
const quiet = new AbortController().signal
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
let county: TestPerson
let drone: TestDrone
let plotId: string
let ruleId: string

const any = { cropId: null, chemicalId: null, taskType: null }

beforeEach(async () => {
  for (const table of ['subsidy', 'subsidy_rule', 'work_record', 'sortie', 'plot'] as const)
    await db.deleteFrom(table).execute()
  console_ = await openConsole(database, routes, subsidyHandlers, now)
  const person = (type: 'government' | 'manufacturer' | 'operator' | 'farmer') =>
    console_.person({ type, region_code: regionCode })
  county = await person('government')
  const { account: maker } = await person('manufacturer')
  drone = await insertDroneRow(db, {
    modelId: await insertModel(db, maker.id),
    manufacturerId: maker.id,
    operatorId: (await person('operator')).account.id,
    region_code: regionCode,
  })
  plotId = await insertField(db, { accountId: (await person('farmer')).account.id, regionCode })
  const body = {
    region: regionCode,
    year: 2026,
    currency: 'CNY',
    rates: [{ ...any, rateMinor: 1_000 }],
    seasons: [{ name: 'Early rice', fromDay: '2026-05-01', untilDay: '2026-07-31' }],
  }
  ;({ ruleId } = await console_.ask<SubsidyRule>(county, 'createSubsidyRule', { body }))
  return () => console_.close()
})

const fly = (hoursAgo: number, norths: readonly number[]) => {
  const startMs = now - hoursAgo * hourMs
  const points = flyPasses(startMs, norths)
  return insertFlight(db, drone, { startMs, points, plotId, coveredM2: 500 * norths.length })
}
const forget = async (...sortieIds: string[]): Promise<void> => {
  await db.deleteFrom('track_chunk').where('sortie_id', 'in', sortieIds).execute()
}
const keepGround = () => keepGroundOfFlights(console_.services, quiet)

/** Computes a subsidy as the job does. */
const workOut = async (subsidyId: string): Promise<SubsidyDetail> => {
  const params = { subsidyId }
  const { revision } = await console_.ask<SubsidyDetail>(county, 'getSubsidy', { params })
  await workOutSubsidy(console_.services, { subsidyId: Number(subsidyId), revision }, quiet)
  return console_.ask<SubsidyDetail>(county, 'getSubsidy', { params })
}
const propose = async (): Promise<SubsidyDetail> =>
  workOut((await console_.ask<Subsidy>(county, 'proposeSubsidy', { body: { ruleId } })).subsidyId)
const lineOf = async ({ subsidyId }: SubsidyDetail): Promise<SubsidyLineDetail> => {
  const { items } = await console_.ask<{ items: SubsidyLine[] }>(county, 'listSubsidyLines', {
    query: { subsidyId },
  })
  expect(items).toHaveLength(1)
  return console_.ask<SubsidyLineDetail>(county, 'getSubsidyLine', {
    params: { lineId: items[0]!.lineId },
  })
}

const south = [2.5, 7.5, 12.5, 17.5, 22.5, 27.5]
const north = [32.5, 37.5, 42.5, 47.5, 52.5, 57.5]

test('flights are paid exactly what their tracks proved', async () => {
  const flown = [
    await fly(9, south),
    await fly(8, [22.5, 27.5, 32.5]),
    await fly(7, [12.5, 34, 47.5]),
  ]
  const byTracks = await propose()
  await keepGround()
  await forget(...flown)
  await console_.ask(county, 'correctSubsidy', {
    params: { subsidyId: byTracks.subsidyId },
    body: { text: 'Tracks are gone' },
  })
  const byStrips = await workOut(byTracks.subsidyId)
  expect(byStrips.revision).toBe(2)
  expect(byStrips.totalMinor).toBe(byTracks.totalMinor)
  expect(byStrips.linesHash).toBe(byTracks.linesHash)
  const line = await lineOf(byStrips)
  // Six passes, the seventh, a third of one and the ninth; 500 m² or 0.75 mu each.
  expect(line.groundArea).toBeCloseTo(0.75 * 8.3, 1)
  expect(line.unprovenArea).toBe(0)
})

test('two overlapping halves are paid as the whole plot', async () => {
  const flown = [await fly(9, [...south, 32.5]), await fly(8, [27.5, ...north])]
  await keepGround()
  await forget(...flown)
  const line = await lineOf(await propose())
  expect(line.groundArea).toBeCloseTo(9, 1)
  expect(line.unprovenArea).toBe(0)
})

test('flights over the same ground are paid once', async () => {
  const flown = [await fly(9, north), await fly(8, north)]
  await keepGround()
  await forget(...flown)
  const line = await lineOf(await propose())
  expect(line.groundArea).toBeCloseTo(4.5, 1)
  expect(line.flights.map(({ groundArea }) => groundArea)).toEqual([line.groundArea, 0])
})

test('next to a flight without track and strips, only the stored area counts', async () => {
  const flown = await fly(9, south)
  const lost = await fly(8, north)
  await forget(lost)
  await keepGround()
  await forget(flown)
  const line = await lineOf(await propose())
  expect(line.groundArea).toBeCloseTo(4.5, 1)
  expect(line.flights.map(({ unprovenArea }) => unprovenArea > 0)).toEqual([false, true])
})

test('flights are measured on the corrected plot', async () => {
  const flown = await fly(9, [-2.5, ...south.slice(0, 3), ...north])
  await keepGround()
  await forget(flown)
  // The southern half, and a strip that was outside before.
  const plane = new LocalPlane(120.15, 30.25)
  const ring = [[0, -5], [100, -5], [100, 30], [0, 30], [0, -5]].map(([x, y]) => plane.fromPlane(x!, y!)) // prettier-ignore
  await db
    .updateTable('plot')
    .set({ parts: JSON.stringify([[ring]]), area_m2: 3_500 })
    .where('id', '=', plotId)
    .execute()
  const line = await lineOf(await propose())
  // Four passes. The figures of the record alone would result in 5.25 mu.
  expect(line.groundArea).toBeCloseTo(3, 1)
})
