import { beforeEach, describe, expect, test } from 'vitest'
import { claimRoutes, type ClaimDetail, type ClaimSuspicion } from '@swath/contract/flights/claims'
import { flightRoutes, type SortieDetail } from '@swath/contract/flights/flights'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { flightHandlers } from '../flights/flights.routes.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  type TestDrone,
} from '../flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { tx } from '../../../platform/database/database.ts'
import { replaceOwnSuspicions } from '../../../gateway/recompute/claims.queries.ts'
import { claimHandlers } from './claims.routes.ts'
import { undecidedAmong } from './claims.queries.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const routes = { ...claimRoutes, ...flightRoutes }
type List = { items: ClaimSuspicion[]; total: number; stats: Record<string, number> }

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
        { cause: 'pump_off', other: null, atMs: now - 3_600_000, coveredM2: 20_000 },
        { cause: 'same_track', other: earlierId, atMs: now - 3_000_000 },
      ].map(({ cause, other, atMs, coveredM2 }) => ({
        drone_id: drone.id,
        id: crypto.randomUUID(),
        sortie_id: sortieId,
        cause,
        at: new Date(atMs),
        lng: 120.15,
        lat: 30.25,
        other_drone_id: other && drone.id,
        other_sortie_id: other,
        evidence: JSON.stringify({ sharedPlacesRatio: 0.9, coveredM2 }),
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
  test('are listed for supervisors, newest first, with the conflicting flight', async () => {
    const { items, total } = await list(county)
    expect([total, items.map(({ cause }) => cause)]).toEqual([2, ['same_track', 'pump_off']])
    expect(items[0]!.other).toMatchObject({
      droneId: drone.id,
      sortieId: earlierId,
      yyAccountName: 'Green Team',
    })
    expect(items[1]!.other).toBeNull()
    expect((await list(platform, { cause: 'pump_off', drone: drone.id })).total).toBe(1)
    const byArea = await list(county, { order: '-questionedArea' })
    expect(byArea.items.map((item) => item.questionedArea)).toEqual([30, null])
    expect((await list(county, { yyAccountName: 'blue' })).total).toBe(0)
  })

  test('are invisible to the accounts they are about', async () => {
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

  test('are deleted with their flight', async () => {
    expect((await list(platform, { drone: drone.id })).total).toBe(2)
    await db.deleteFrom('sortie').where('id', '=', sortieId).execute()
    expect((await list(platform, { drone: drone.id })).total).toBe(0)
  })
})

describe('the desk of suspicions', () => {
  const mine = (person: TestPerson, query: Record<string, string> = {}) =>
    list(person, { drone: drone.id, ...query })
  const first = async (person: TestPerson, cause = 'pump_off') =>
    (await mine(person, { cause })).items[0]!
  const act = (
    person: TestPerson,
    operation: 'lookAtClaim' | 'commentClaim' | 'decideClaim' | 'reopenClaim',
    suspicionId: string,
    body: object,
  ) => console_.ask<ClaimDetail>(person, operation, { params: { suspicionId }, body })
  const read = (person: TestPerson, suspicionId: string) =>
    console_.ask<ClaimDetail>(person, 'getClaimSuspicion', { params: { suspicionId } })

  test('acknowledged, decided with a reason, reopened: all supervisors share one history', async () => {
    const { suspicionId, version, can } = await first(county)
    expect(can).toEqual({ look: true, comment: true, decide: true, reopen: false })
    const looked = await act(county, 'lookAtClaim', suspicionId, { version })
    expect(looked).toMatchObject({ state: 'looking', version: version + 1 })
    await act(platform, 'commentClaim', suspicionId, { text: 'The pump was replaced that day' })
    const decided = await act(county, 'decideClaim', suspicionId, {
      decision: 'false_claim',
      text: 'No flow for 40 minutes',
      version: version + 1,
    })
    expect(decided).toMatchObject({
      state: 'false_claim',
      decidedAt: new Date(now).toISOString(),
      can: { decide: false, reopen: true },
    })
    // The county sees the platform's account, but not its people.
    expect(
      decided.steps.map(({ kind, userName, accountName }) => [kind, userName, accountName]),
    ).toEqual([
      ['look', decided.handlerName, 'County'],
      ['comment', null, 'Service'],
      ['decide', decided.handlerName, 'County'],
    ])
    expect((await mine(county, { state: 'undecided' })).items.map(({ cause }) => cause)).toEqual([
      'same_track',
    ])
    expect((await mine(county)).stats).toEqual({
      open: 1,
      looking: 0,
      false_claim: 1,
      in_order: 0,
      withdrawn: 0,
    })
    const again = await act(platform, 'reopenClaim', suspicionId, {
      text: 'The log was of another pump',
      version: decided.version,
    })
    expect(again).toMatchObject({ state: 'open', decidedAt: null, handlerName: null })
    expect(
      (
        await db
          .selectFrom('audit_log')
          .where('object_id', '=', suspicionId)
          .select(['action', 'details'])
          .orderBy('number')
          .execute()
      ).map(({ action, details }) => [action, details['decision']]),
    ).toEqual([
      ['claim.look', undefined],
      ['claim.comment', undefined],
      ['claim.decide', 'false_claim'],
      ['claim.reopen', undefined],
    ])
  })

  test('of two decisions at once, the second gets a conflict and nothing is lost', async () => {
    const { suspicionId, version } = await first(county)
    const decide = (person: TestPerson, decision: string) =>
      console_.refusal(person, 'decideClaim', {
        params: { suspicionId },
        body: { decision, text: 'Seen on site', version },
      })
    expect(await decide(county, 'in_order')).toEqual([200, undefined])
    expect(await decide(platform, 'false_claim')).toEqual([409, 'conflict'])
    expect((await read(platform, suspicionId)).state).toBe('in_order')
  })

  test('is invisible to the accounts it is about', async () => {
    const { suspicionId } = await first(county)
    for (const person of [team, maker])
      for (const [operation, body] of [
        ['getClaimSuspicion', undefined],
        ['lookAtClaim', {}],
        ['decideClaim', { decision: 'in_order', text: 'It was not me' }],
      ] as const)
        expect(
          (await console_.refusal(person, operation, { params: { suspicionId }, body }))[0],
        ).toBe(404)
  })

  test('a flight is undecided until every suspicion about it is decided', async () => {
    const flights = [
      { droneId: drone.id, sortieId },
      { droneId: drone.id, sortieId: earlierId },
    ]
    expect(await undecidedAmong(db, flights)).toEqual([flights[0]])
    for (const { suspicionId } of (await mine(county)).items)
      await act(county, 'decideClaim', suspicionId, { decision: 'in_order', text: 'Seen' })
    expect(await undecidedAmong(db, flights)).toEqual([])
  })

  test('a suspicion refuted by later points is removed unless someone handled it, and may return', async () => {
    const { suspicionId } = await first(county)
    const { suspicionId: untouchedId } = await first(county, 'same_track')
    await db
      .updateTable('claim_suspicion')
      .set({ other_drone_id: null, other_sortie_id: null })
      .where('id', '=', untouchedId)
      .execute()
    await act(county, 'decideClaim', suspicionId, { decision: 'false_claim', text: 'No flow' })
    await tx(db, (trx) => replaceOwnSuspicions(trx, drone.id, [sortieId], []))
    expect((await mine(county)).items).toMatchObject([{ suspicionId, state: 'withdrawn' }])
    expect((await read(county, suspicionId)).steps).toHaveLength(1)
    expect(await undecidedAmong(db, [{ droneId: drone.id, sortieId }])).toEqual([])
  })
})
