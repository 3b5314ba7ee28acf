import { beforeEach, describe, expect, test } from 'vitest'
import { claimRoutes, type ClaimSuspicion } from '@swath/contract/claims'
import { flightRoutes, type SortieDetail } from '@swath/contract/flights'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../platform/http/testing-console.ts'
import { flightHandlers } from '../flights/flights.routes.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  type TestDrone,
} from '../flights/testing-rows.queries.ts'
import { loadRegionTable } from '../regions/regions.seed.ts'
import { claimHandlers } from './claims.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const routes = { ...claimRoutes, ...flightRoutes }
type List = { items: ClaimSuspicion[]; total: number }

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
let platform: TestPerson
let county: TestPerson
let team: TestPerson
let maker: TestPerson
let drone: TestDrone
let sortieId: string
let earlierId: string

beforeEach(async () => {
  console_ = await openConsole(
    database,
    routes,
    (services) => ({ ...claimHandlers(services), ...flightHandlers(services) }),
    now,
  )
  platform = await console_.person({ type: 'platform', name: 'Service' })
  county = await console_.person({ type: 'government', name: 'County', region_code: '156330100' })
  maker = await console_.person({ type: 'manufacturer', name: 'Alpha Works' })
  team = await console_.person({ type: 'operator', operator_type: 'team', name: 'Green Team' })
  drone = await insertDroneRow(db, {
    modelId: await insertModel(db, maker.account.id),
    manufacturerId: maker.account.id,
    operatorId: team.account.id,
  })
  earlierId = await insertFlight(db, drone, { startMs: now - 50_000_000 })
  sortieId = await insertFlight(db, drone, { startMs: now - 3_600_000 })
  await db
    .insertInto('claim_suspicion')
    .values(
      [
        { cause: 'pump_off', other: null, atMs: now - 3_600_000 },
        { cause: 'same_track', other: earlierId, atMs: now - 3_000_000 },
      ].map(({ cause, other, atMs }) => ({
        drone_id: drone.id,
        id: crypto.randomUUID(),
        sortie_id: sortieId,
        cause,
        at: new Date(atMs),
        lng: 120.15,
        lat: 30.25,
        other_drone_id: other && drone.id,
        other_sortie_id: other,
        evidence: JSON.stringify({ sharedPlacesRatio: 0.9 }),
        manufacturer_id: drone.manufacturerId,
        operator_id: drone.operatorId,
        tenant_id: drone.tenantId,
        region_code: '156330100',
      })),
    )
    .execute()
  return () => console_.close()
})

const list = (person: TestPerson, query: Record<string, string> = {}) =>
  console_.ask<List>(person, 'listClaimSuspicions', { query })

describe('suspected false claims', () => {
  test('are listed for supervisors, newest first, with the flight that does not agree', async () => {
    const { items, total } = await list(county)
    expect([total, items.map(({ cause }) => cause)]).toEqual([2, ['same_track', 'pump_off']])
    expect(items[0]!.other).toMatchObject({
      droneId: drone.id,
      sortieId: earlierId,
      yyAccountName: 'Green Team',
    })
    expect(items[1]!.other).toBeNull()
    expect((await list(platform, { cause: 'pump_off', drone: drone.id })).total).toBe(1)
    expect((await list(county, { yyAccountName: 'blue' })).total).toBe(0)
  })

  test('are nothing to those whom they are about', async () => {
    for (const person of [team, maker]) {
      expect((await list(person)).total).toBe(0)
      const { suspicions } = await console_.ask<SortieDetail>(person, 'getSortie', {
        query: { droneId: drone.id, sortieId },
      })
      expect(suspicions).toEqual([])
    }
    const { suspicions } = await console_.ask<SortieDetail>(county, 'getSortie', {
      query: { droneId: drone.id, sortieId },
    })
    expect(suspicions.map(({ cause }) => cause)).toEqual(['pump_off', 'same_track'])
  })

  test('go with their flight', async () => {
    expect((await list(platform, { drone: drone.id })).total).toBe(2)
    await db.deleteFrom('sortie').where('id', '=', sortieId).execute()
    expect((await list(platform, { drone: drone.id })).total).toBe(0)
  })
})
