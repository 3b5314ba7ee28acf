// Online drones, open tasks and today's work have the same numbers on the workbench, on the
// monitor, on statistics screens and in the lists.
import { beforeEach, expect, test } from 'vitest'
import { dashboardOverviewRoutes } from '@swath/contract/figures/dashboard-overview'
import { dashboardRoutes } from '@swath/contract/figures/dashboard'
import { droneListRoutes } from '@swath/contract/fleet/drone-list'
import { droneStatisticRoutes } from '@swath/contract/figures/drone-statistics'
import { monitorRoutes } from '@swath/contract/live/monitor'
import { unifiedTaskRoutes } from '@swath/contract/campaigns/unified-tasks'
import { workbenchRoutes } from '@swath/contract/overview/workbench'
import { listScreens } from '@swath/domain/access/policy'
import { MU_M2 } from '@swath/domain/units'
import { createLiveState, type LiveState } from '../../../gateway/live/live-state.ts'
import { createThemes } from '../../../platform/auth/themes.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { droneListHandlers } from '../../fleet/drones/drone-list.ts'
import { droneStatisticHandlers } from '../../figures/drone-statistics/drone-statistics.routes.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  insertState,
} from '../../flights/flights/testing-rows.queries.ts'
import { monitorHandlers } from '../../live/monitor/monitor.routes.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { statScreenHandlers } from '../stat-screen/stat-screen.routes.ts'
import { unifiedTaskHandlers } from '../../campaigns/unified-tasks/unified-tasks.routes.ts'
import { workbenchHandlers } from './workbench.routes.ts'

// 02:00 on the 15th in Shanghai, whose day began at 16:00 UTC.
const now = Date.parse('2026-06-14T18:00:00Z')
const hour = 3_600_000
const routes = {
  ...dashboardOverviewRoutes,
  ...dashboardRoutes,
  ...droneListRoutes,
  ...droneStatisticRoutes,
  ...monitorRoutes,
  ...unifiedTaskRoutes,
  ...workbenchRoutes,
}
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let live: LiveState
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>

beforeEach(async () => {
  console_ = await openConsole(
    database,
    routes,
    (services) => {
      live = createLiveState(services)
      const themes = createThemes(services)
      return {
        ...statScreenHandlers(services, live),
        ...droneListHandlers(services),
        ...droneStatisticHandlers(services),
        ...monitorHandlers(services, live),
        ...unifiedTaskHandlers(services),
        ...workbenchHandlers(services, {
          live,
          screensFor: async (caller, host) => listScreens(caller, await themes.of(host)),
        }),
      }
    },
    now,
  )
  return async () => {
    live.stop()
    await console_.close()
  }
})

type World = {
  maker: TestPerson
  team: TestPerson
  county: TestPerson
  modelId: string
  regionCode: string
}
/** People in a county that only this test uses. */
const people = async (regionCode: string): Promise<World> => {
  const maker = await console_.person({ type: 'manufacturer' })
  return {
    maker,
    team: await console_.person({ type: 'operator', operator_type: 'team', name: 'Green Team' }),
    county: await console_.person({ type: 'government', region_code: regionCode }),
    modelId: await insertModel(db, maker.account.id),
    regionCode,
  }
}
const insertDrone = (
  { maker, team, modelId, regionCode }: World,
  given: Partial<Parameters<typeof insertDroneRow>[1]> = {},
) =>
  insertDroneRow(db, {
    modelId,
    manufacturerId: maker.account.id,
    operatorId: team.account.id,
    region_code: regionCode,
    ...given,
  })

type Fleet = { droneNum: number; onlineDroneCount: number; flyingDroneCount: number }
type AtWork = { yyAccountName: string; onlineCount: number; sprayArea: number; sortieCount: number }

const totalOf = async (
  person: TestPerson,
  call: 'listDrones' | 'listUnifiedTasks',
  query: Record<string, string>,
) => (await console_.ask<{ total: number }>(person, call, { query })).total

test('online drones: workbench, monitor, statistics screen, operators at work and the list', async () => {
  const world = await people('156330102')
  const { maker, team, county } = world
  const seen = async (
    flight: 'ground' | 'flying' | 'spraying' | 'offline',
    agoMs: number,
    {
      simulating = false,
      ...given
    }: Parameters<typeof insertDrone>[1] & { simulating?: boolean } = {},
  ) => {
    const { id } = await insertDrone(world, given)
    await insertState(db, id, { flight, lastMs: now - agoMs })
    await db.updateTable('drone_state').set({ simulating }).where('drone_id', '=', id).execute()
  }
  const rival = await console_.person({ type: 'operator', operator_type: 'team' })
  await seen('ground', 1_000)
  await seen('ground', 1_000, { operatorId: rival.account.id })
  await seen('flying', 2_000)
  await seen('spraying', 29_999)
  await seen('spraying', 30_000)
  await seen('flying', 1_000, { simulating: true })
  await seen('spraying', 1_000, { region_code: '156330203' })
  // It signed off a second ago.
  await seen('offline', 1_000)
  await insertDrone(world)
  await live.load()

  for (const [name, person, droneNum, online, flying] of [
    ['team', team, 8, 5, 3],
    ['maker', maker, 9, 6, 3],
    ['county', county, 8, 5, 2],
  ] as const) {
    const counts = { droneNum, onlineDroneCount: online }
    const { fleet } = await console_.ask<{ fleet: Fleet }>(person, 'getWorkbench')
    expect(fleet, name).toMatchObject({ ...counts, flyingDroneCount: flying })
    expect(await console_.ask(person, 'getMonitorSummary'), name).toMatchObject(fleet)
    // Operators have no statistics screen.
    if (person !== team)
      expect(await console_.ask(person, 'getStatInfo'), name).toMatchObject(counts)
    const [ground, inTheAir, spraying, offline] = await Promise.all(
      ['ground', 'flying', 'spraying', 'offline'].map((flight) =>
        totalOf(person, 'listDrones', { flight }),
      ),
    )
    expect([inTheAir! + spraying!, ground! + inTheAir! + spraying!, offline], name).toEqual([
      flying,
      online,
      droneNum - online,
    ])
  }
  const { items } = await console_.ask<{ items: AtWork[] }>(team, 'listOperatorsAtWork')
  expect(items).toMatchObject([{ yyAccountName: 'Green Team', onlineCount: 5 }])
})

test('today’s work: workbench, monitor, a drone’s card, operators at work, statistics screen and statistics', async () => {
  const world = await people('156330105')
  const { maker, team, county } = world
  const drone = await insertDrone(world)
  const other = await insertDrone(world, { device_type: 'spreader' })
  const midnight = now - 2 * hour
  const fly = (startMs: number, mu: number, of = drone) =>
    insertFlight(db, of, { startMs, coveredM2: mu * MU_M2, sprayL: mu })
  await fly(midnight - 1, 100)
  await fly(midnight, 10)
  await fly(now - hour, 3.3)
  await fly(now - hour, 7, other)
  await insertFlight(db, drone, { startMs: now - 60_000, open: true })
  // The device's clock is ahead, so the flight belongs to a later day.
  await fly(now + 24 * hour, 1000)
  await live.load()

  const today = {
    sprayArea: expect.closeTo(20.3, 5),
    sortieCount: 3,
    sprayL: expect.closeTo(20.3, 5),
  }
  for (const [name, person] of Object.entries({ team, maker, county })) {
    const { work } = await console_.ask<{ work: { today: object } }>(person, 'getWorkbench')
    expect(work.today, name).toMatchObject(today)
    const monitor = await console_.ask<{ today: object }>(person, 'getMonitorSummary')
    expect(monitor.today, name).toMatchObject(today)
    const { items } = await console_.ask<{ items: AtWork[] }>(person, 'listOperatorsAtWork')
    expect(items, name).toMatchObject([{ sprayArea: today.sprayArea, sortieCount: 3 }])
    if (person === team) continue // no statistics screen, no statistics
    expect(await console_.ask(person, 'getTodayOverview'), name).toMatchObject({
      sprayArea: today.sprayArea,
      flightCount: 3,
      sprayQuantity: today.sprayL,
    })
    const days = { startTime: '2026-06-15', endTime: '2026-06-15' }
    const { stats } = await console_.ask<{ stats: object }>(person, 'listDroneStatistics', {
      query: days,
    })
    expect(stats, name).toMatchObject({ sprayArea: today.sprayArea, flightCount: 3 })
  }
  const card = await console_.ask<{ today: object }>(team, 'getMonitorDrone', {
    query: { droneId: drone.id },
  })
  expect(card.today).toMatchObject({ sprayArea: expect.closeTo(13.3, 5), sortieCount: 2 })
  const spreaders = await console_.ask<{ today: object }>(team, 'getMonitorSummary', {
    query: { deviceType: 'spreader' },
  })
  expect(spreaders.today).toMatchObject({ sprayArea: expect.closeTo(7, 5), sortieCount: 1 })
})

test('open tasks: the list, its heading, and each line of the workbench with the list that it links to', async () => {
  const { team, county, regionCode } = await people('156330108')
  const add = async (end_day: string, state: 'draft' | 'open' | 'closed', isInvited = false) => {
    const { id } = await db
      .insertInto('unified_task')
      .values({
        account_id: county.account.id,
        name: `Until ${end_day}`,
        region_code: regionCode,
        time_zone: 'Asia/Shanghai',
        type: 1,
        start_day: '2026-06-01',
        end_day,
        state,
        opened_at: state === 'draft' ? null : new Date(now),
        frozen_hash: state === 'closed' ? Buffer.alloc(32) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (isInvited)
      await db
        .insertInto('unified_task_operator')
        .values({ task_id: id, account_id: team.account.id })
        .execute()
  }
  await add('2026-06-14', 'open')
  await add('2026-06-15', 'open', true)
  await add('2026-06-22', 'open')
  await add('2026-06-23', 'open', true)
  await add('2026-06-16', 'draft')
  await add('2026-06-16', 'closed', true)

  for (const [person, open, counts] of [
    [county, 4, { 'tasks-ending': 2, 'tasks-ended': 1, 'tasks-invited': 0 }],
    [team, 2, { 'tasks-ending': 1, 'tasks-ended': 0, 'tasks-invited': 2 }],
  ] as const) {
    const { stats } = await console_.ask<{ stats: object }>(person, 'listUnifiedTasks')
    expect(stats).toMatchObject({ openNum: open, invitedNum: counts['tasks-invited'] })
    expect(await totalOf(person, 'listUnifiedTasks', { state: 'open' })).toBe(open)
    const { lines } = await console_.ask<{ lines: { name: string; count: number }[] }>(
      person,
      'getWorkbench',
    )
    for (const [name, query] of [
      ['tasks-ending', { due: 'ending' }],
      ['tasks-ended', { due: 'ended' }],
      ['tasks-invited', { state: 'open', invitation: 'invited' }],
    ] as const) {
      expect(lines.find((line) => line.name === name)?.count ?? 0, name).toBe(counts[name])
      expect(await totalOf(person, 'listUnifiedTasks', query), name).toBe(counts[name])
    }
  }
})
