// A list of drones counts the flights that its reader can open.
import { beforeEach, expect, test } from 'vitest'
import type { DroneRow } from '@swath/contract/fleet/drone-list'
import { droneRoutes, type DroneDetail } from '@swath/contract/fleet/drones'
import { flightRoutes } from '@swath/contract/flights/flights'
import { tx } from '../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { mergeSumChanges } from '../../figures/figures/merge-sums.queries.ts'
import { flightHandlers } from '../../flights/flights/flights.routes.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  insertTotal,
  readCsv,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { droneHandlers } from './drones.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const hour = 3_600_000
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
const routes = { ...droneRoutes, ...flightRoutes }
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>

beforeEach(async () => {
  await db.deleteFrom('sortie').execute()
  console_ = await openConsole(
    database,
    routes,
    (services) => ({
      ...droneHandlers(services, { port: () => 18_830 }),
      ...flightHandlers(services),
    }),
    now,
  )
  return () => console_.close()
})

type Drones = { items: DroneRow[]; stats: { sortieCount: number; workArea: number } }
type Flights = { stats: { sortieCount: number; sprayArea: number } }

/** Two drones of a county; the first did more work outside it than inside. */
const flySome = async () => {
  const maker = await console_.person({ type: 'manufacturer' })
  const team = await console_.person({ type: 'operator', operator_type: 'team' })
  const county = await console_.person({ type: 'government', region_code: '156330106' })
  const pilot = await console_.colleague(team, { user_type: 5, data_scope: 'personal' })
  const modelId = await insertModel(db, maker.account.id)
  const insert = () =>
    insertDroneRow(db, {
      modelId,
      manufacturerId: maker.account.id,
      operatorId: team.account.id,
      region_code: '156330106',
    })
  const [first, second] = [await insert(), await insert()]
  const fly = (drone: typeof first, hoursAgo: number, coveredM2: number, given: object = {}) =>
    insertFlight(db, drone, { startMs: now - hoursAgo * hour, coveredM2, ...given })
  await fly(first, 5, 1000, { regionCode: '156330106', pilotId: pilot.id })
  await tx(db, mergeSumChanges)
  await fly(first, 2, 9000, { regionCode: '156330203' })
  await fly(second, 4, 3000, { regionCode: '156330106' })
  await insertTotal(db, first.id, { sorties: 2, coveredM2: 10_000, lastMs: now - 2 * hour })
  await insertTotal(db, second.id, { sorties: 1, coveredM2: 3000, lastMs: now - 4 * hour })
  return { maker, team, county, pilot, first, second }
}

const listed = (person: TestPerson, query: Record<string, string> = {}) =>
  console_.ask<Drones>(person, 'listDrones', { query })

test('for each reader, the totals, the rows and the flights of the list agree', async () => {
  const { maker, team, county, pilot, first } = await flySome()
  for (const [person, sorties] of [
    [maker, 3],
    [team, 3],
    [county, 2],
    [pilot, 1],
  ] as const) {
    const { items, stats } = await listed(person)
    const flights = (await console_.ask<Flights>(person, 'listFlights')).stats
    expect([stats.sortieCount, flights.sortieCount]).toEqual([sorties, sorties])
    expect(stats.workArea).toBeCloseTo(flights.sprayArea, 6)
    expect(items.reduce((sum, one) => sum + one.sortieCount, 0)).toBe(sorties)
    expect(items.reduce((sum, one) => sum + one.workArea, 0)).toBeCloseTo(stats.workArea, 6)
    const query = { droneId: first.id }
    const detail = await console_.ask<DroneDetail>(person, 'getDrone', { query })
    const own = (await console_.ask<Flights>(person, 'listFlights', { query })).stats
    expect(detail.sortieCount).toBe(own.sortieCount)
    expect(detail.workArea).toBeCloseTo(own.sprayArea, 6)
  }
})

test('a government’s order, filters and export use the work in its region', async () => {
  const { county, first, second } = await flySome()
  // The county also sees drones of the other test.
  const own = new Set([first.id, second.id])
  const order = async (sortParam: string) =>
    (await listed(county, { sortParam })).items
      .map(({ droneId }) => droneId)
      .filter((droneId) => own.has(droneId))
  expect(await order('-workArea')).toEqual([second.id, first.id])
  expect(await order('workArea')).toEqual([first.id, second.id])
  expect(await order('-lastSortieAt')).toEqual([second.id, first.id])
  const { items, stats } = await listed(county, { droneId: first.id, deviceType: 'sprayer' })
  expect([items[0]!.sortieCount, stats.sortieCount]).toEqual([1, 1])
  expect(items[0]!.lastSortieAt).toBe(new Date(now - 5 * hour).toISOString())
  const file = await console_.send('exportDrones', { query: { format: 'csv' } }, county)
  const area = readCsv(file.body)
    .filter((row) => Object.values(row).some((cell) => own.has(cell)))
    .map((row) => Number(Object.entries(row).find(([head]) => /area \(mu\)/i.test(head))?.[1]))
  expect(area.toSorted((a, b) => a - b)).toEqual([1.5, 4.5])
})
