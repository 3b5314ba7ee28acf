import { beforeEach, describe, expect, test } from 'vitest'
import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { workbenchRoutes } from '@swath/contract/overview/workbench'
import { listScreens } from '@swath/domain/access/policy'
import { muFromM2 } from '@swath/domain/units'
import { createLiveState, type LiveState } from '../../../gateway/live/live-state.ts'
import { createThemes } from '../../../platform/auth/themes.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  insertState,
  type TestDrone,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { workbenchHandlers } from './workbench.routes.ts'

// 12:30 in Shanghai.
const now = Date.parse('2026-06-15T04:30:00Z')
const hour = 3_600_000
const day = 24 * hour

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let live: LiveState
let console_: Awaited<ReturnType<typeof openConsole<typeof workbenchRoutes>>>
let maker: TestPerson
let team: TestPerson

beforeEach(async () => {
  console_ = await openConsole(
    database,
    workbenchRoutes,
    (services) => {
      live = createLiveState(services)
      const themes = createThemes(services)
      return workbenchHandlers(services, {
        live,
        screensFor: async (caller, host) => listScreens(caller, await themes.of(host)),
      })
    },
    now,
  )
  maker = await console_.person({ type: 'manufacturer' })
  team = await console_.person({ type: 'operator', operator_type: 'team' })
  return async () => {
    live.stop()
    await console_.close()
  }
})

type Workbench = Answer<Api['getWorkbench']>
const read = (person = team) => console_.ask<Workbench>(person, 'getWorkbench')
const linesOf = async (person = team) =>
  Object.fromEntries((await read(person)).lines.map(({ name, count }) => [name, count]))

const insertDrone = async (): Promise<TestDrone> =>
  insertDroneRow(db, {
    modelId: await insertModel(db, maker.account.id),
    manufacturerId: maker.account.id,
    operatorId: team.account.id,
  })
const raise = async (
  drone: TestDrone,
  level: 1 | 2 | 3,
  {
    assigneeId = null,
    isTaken = false,
    atMs = now - day,
  }: { assigneeId?: string | null; isTaken?: boolean; atMs?: number } = {},
) =>
  db
    .insertInto('anomaly')
    .values({
      drone_id: drone.id,
      id: crypto.randomUUID(),
      sortie_id: await insertFlight(db, drone, { startMs: now - 30 * day }),
      type: level,
      level,
      cause: crypto.randomUUID(),
      at: new Date(atMs),
      lng: 120.15,
      lat: 30.25,
      manufacturer_id: drone.manufacturerId,
      operator_id: drone.operatorId,
      tenant_id: drone.tenantId,
      region_code: drone.regionCode,
      created_at: new Date(now - day),
      ...(isTaken
        ? {
            state: 'acknowledged' as const,
            acknowledged_at: new Date(now),
            assignee_id: assigneeId,
          }
        : {}),
    })
    .execute()

describe('open tasks', () => {
  test('open alarms are counted by level; those assigned to the person separately', async () => {
    const drone = await insertDrone()
    await raise(drone, 1)
    await raise(drone, 1)
    await raise(drone, 3)
    await raise(drone, 2, { isTaken: true, assigneeId: team.id })
    const ofAll = { 'alarms-1': 2, 'alarms-2': 1, 'alarms-3': 1 }
    expect(await linesOf()).toMatchObject({ ...ofAll, 'alarms-mine': 1 })
    expect(await linesOf(maker)).toMatchObject(ofAll)
    expect(await linesOf(maker)).not.toHaveProperty('alarms-mine')
  })

  test('level-1 alarms that nobody has acknowledged are named, oldest first', async () => {
    const [first, second] = [await insertDrone(), await insertDrone()]
    await raise(first, 1, { atMs: now - hour })
    await raise(second, 1, { atMs: now - 2 * hour })
    await raise(first, 1, { atMs: now - 3 * hour, isTaken: true })
    await raise(first, 2, { atMs: now - 3 * hour })
    const { alarms } = await read()
    expect(alarms.map(({ droneId, level, state }) => [droneId, level, state])).toEqual([
      [second.id, 1, 'open'],
      [first.id, 1, 'open'],
    ])
    expect(alarms[0]!.region.length).toBeGreaterThan(1)
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    expect((await read(stranger)).alarms).toEqual([])
  })

  test('drones with problems are those of the monitor, and the fleet adds up', async () => {
    const drone = await insertDrone()
    await insertState(db, drone.id, { flight: 'spraying', lastMs: now - 15_000, lng: 120, lat: 30 })
    await live.load()
    const { lines, fleet } = await read()
    expect(lines.find(({ name }) => name === 'drones-silent-spraying')?.count).toBe(1)
    expect(fleet).toEqual({
      droneNum: 1,
      onlineDroneCount: 1,
      flyingDroneCount: 1,
      sprayingDroneCount: 1,
    })
  })

  test('people without the right do not see open decisions', async () => {
    await db
      .insertInto('user_application')
      .values({
        id: crypto.randomUUID(),
        account_id: team.account.id,
        admin_id: team.id,
        name: 'Li',
        phone: '+86-13911112222',
        email: null,
        user_type: 2,
        password_hash: 'x',
        message: '',
        status: 1,
        applied_at: new Date(now),
      })
      .execute()
    expect(await linesOf()).toMatchObject({ 'user-applications': 1 })
    const staff = await console_.colleague(team, { user_type: 3 })
    const business = await console_.colleague(team, { user_type: 5 })
    expect(await linesOf(staff)).not.toHaveProperty('user-applications')
    expect(await linesOf(business)).not.toHaveProperty('user-applications')
  })

  test('the operator of a suspected flight does not see the suspicion; the county does', async () => {
    const drone = await insertDrone()
    await db
      .insertInto('claim_suspicion')
      .values({
        drone_id: drone.id,
        id: crypto.randomUUID(),
        sortie_id: await insertFlight(db, drone, { startMs: now - day }),
        cause: 'pump_off',
        at: new Date(now - day),
        lng: 120.15,
        lat: 30.25,
        evidence: '{}',
        manufacturer_id: drone.manufacturerId,
        operator_id: drone.operatorId,
        tenant_id: drone.tenantId,
        region_code: drone.regionCode,
      })
      .execute()
    const county = await console_.person({ type: 'government', region_code: drone.regionCode })
    expect(await linesOf(county)).toMatchObject({ 'claims-undecided': 1 })
    expect(await linesOf()).not.toHaveProperty('claims-undecided')
    expect(await linesOf(maker)).not.toHaveProperty('claims-undecided')
  })

  test('a new account gets first steps, until they are done', async () => {
    expect(await linesOf()).toMatchObject({ 'first-drone': 1, 'first-member': 1, 'first-plot': 1 })
    expect(Object.keys(await linesOf(maker))).not.toContain('first-plot')
    const lone = await console_.person({ type: 'operator', operator_type: 'personal' })
    expect(Object.keys(await linesOf(lone))).toEqual(['first-drone', 'first-plot'])
    await insertDrone()
    await console_.colleague(team, { user_type: 2 })
    expect(Object.keys(await linesOf())).toEqual(['first-plot'])
  })
})

test('today is compared hour by hour with the average of the seven days before', async () => {
  const drone = await insertDrone()
  const fly = (startMs: number, coveredM2: number) =>
    insertFlight(db, drone, { startMs, coveredM2, durationS: 600, sprayL: 10 })
  await fly(now - 3 * hour, 6000) // 9:30
  await fly(now - 15 * 60_000, 1000) // in the hour that is not over
  await fly(now - day - 2 * hour, 3000)
  await fly(now - day, 9000) // 12:30: later than the compared time
  await fly(now - 7 * day - 5 * hour, 2000)
  await fly(now - 8 * day - hour, 70_000) // on none of these days
  const { work, timeZone } = await read()
  expect(timeZone).toBe('Asia/Shanghai')
  expect(work.today).toEqual({
    sprayArea: muFromM2(7000),
    sortieCount: 2,
    durationS: 1200,
    sprayL: 20,
  })
  expect(work.hoursOver).toBe(12)
  expect(work.byThen.today.sprayArea).toBeCloseTo(muFromM2(6000))
  expect(work.byThen.usual.sprayArea).toBeCloseTo(muFromM2(5000) / 7)
  expect(work.byThen.usual.sortieCount).toBeCloseTo(2 / 7)
  expect(work.usualDay.sprayArea).toBeCloseTo(muFromM2(14_000) / 7)
  expect(work.activeDroneCount).toBe(1)
  expect(work.areaByHour.today[9]).toBeCloseTo(muFromM2(6000))
  expect(work.areaByHour.yesterday[12]).toBeCloseTo(muFromM2(9000))
  expect((await read(await console_.person({ type: 'manufacturer' }))).work.today.sortieCount).toBe(
    0,
  )
})
