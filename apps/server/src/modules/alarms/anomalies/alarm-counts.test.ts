// The bell, the desk, the workbench and the monitor show the same number of open alarms, and each
// links to a list of that many.
import { beforeEach, expect, test } from 'vitest'
import { alarmDeskRoutes } from '@swath/contract/alarms/alarm-desk'
import { anomalyRoutes } from '@swath/contract/alarms/anomalies'
import { bulletinRoutes } from '@swath/contract/alarms/bulletins'
import { workbenchRoutes } from '@swath/contract/overview/workbench'
import { listScreens } from '@swath/domain/access/policy'
import { createLiveState, type LiveState } from '../../../gateway/live/live-state.ts'
import { createThemes } from '../../../platform/auth/themes.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { bulletinHandlers } from '../bulletins/bulletins.routes.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { workbenchHandlers } from '../../overview/workbench/workbench.routes.ts'
import { alarmDeskHandlers } from './alarm-desk.routes.ts'
import { anomalyHandlers } from './anomalies.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const hour = 3_600_000
const routes = { ...alarmDeskRoutes, ...anomalyRoutes, ...bulletinRoutes, ...workbenchRoutes }
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
        ...alarmDeskHandlers(services),
        ...anomalyHandlers(services),
        ...bulletinHandlers(services),
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

const totalOf = async (
  person: TestPerson,
  call: 'listAlarms' | 'listAnomalies' | 'listBulletins',
  query: Record<string, string>,
) => (await console_.ask<{ total: number }>(person, call, { query })).total

type Bell = { anomalyCount: number; unresolvedAlarmCount: number; unresolvedLevelOneCount: number }
type Levels = { levels: { level: number; count: number; unread: number }[] }
type Lines = { lines: { name: string; count: number }[] }

const countsOf = async (person: TestPerson) => {
  const bell = await console_.ask<Bell>(person, 'countUnreadBulletins')
  const { levels } = await console_.ask<Levels>(person, 'listRecentAlarms')
  const { lines } = await console_.ask<Lines>(person, 'getWorkbench')
  return {
    bell,
    levels,
    lineOf: (name: string) => lines.find((line) => line.name === name)?.count ?? 0,
  }
}

/** Twelve alarms of every level and state, raised today and months ago, in two counties. */
const raiseMany = async () => {
  const maker = await console_.person({ type: 'manufacturer' })
  const team = await console_.person({ type: 'operator', operator_type: 'team' })
  const county = await console_.person({ type: 'government', region_code: '156330106' })
  const modelId = await insertModel(db, maker.account.id)
  for (const [i, state] of (['open', 'acknowledged', 'closed', 'open'] as const).entries())
    for (const level of [1, 2, 3] as const) {
      const drone = await insertDroneRow(db, {
        modelId,
        manufacturerId: maker.account.id,
        operatorId: team.account.id,
        region_code: i === 3 ? '156330203' : '156330106',
      })
      const at = new Date(now - (i === 0 ? 1 : 40 * 24) * hour)
      const id = crypto.randomUUID()
      await db
        .insertInto('anomaly')
        .values({
          drone_id: drone.id,
          id,
          sortie_id: await insertFlight(db, drone, { startMs: at.getTime() - 60_000 }),
          type: level,
          level,
          cause: crypto.randomUUID(),
          at,
          lng: 120.15,
          lat: 30.25,
          manufacturer_id: drone.manufacturerId,
          operator_id: drone.operatorId,
          tenant_id: drone.tenantId,
          region_code: drone.regionCode,
          created_at: at,
          state,
          ...(state === 'open' ? {} : { acknowledged_at: at }),
          ...(state === 'closed' ? { closed_at: at, closed_reason: 'real' as const } : {}),
          ...(state === 'acknowledged' && level === 2 ? { assignee_id: team.id } : {}),
        })
        .execute()
      if (state === 'open' && level === 1)
        await console_.ask(team, 'markBulletinsRead', { body: { oprType: 1, bulletinIds: [id] } })
    }
  return { maker, team, county }
}

test('bell, desk, workbench and monitor show the same count, and their lists have as many rows', async () => {
  const { maker, team, county } = await raiseMany()
  for (const [person, unresolved, unread, mine] of [
    [team, 9, 7, 1],
    [maker, 9, 9, 0],
    [county, 6, 6, 0],
  ] as const) {
    const { bell, levels, lineOf } = await countsOf(person)
    expect(bell).toMatchObject({ unresolvedAlarmCount: unresolved, anomalyCount: unread })
    expect(await totalOf(person, 'listAlarms', { state: 'unclosed' })).toBe(unresolved)
    expect(await totalOf(person, 'listAnomalies', { state: 'unclosed' })).toBe(unresolved)
    expect(await totalOf(person, 'listAnomalies', { unread: 'true' })).toBe(unread)
    expect(await totalOf(person, 'listBulletins', { bulletinType: '1', read: 'false' })).toBe(
      unread,
    )
    expect(levels.reduce((sum, one) => sum + one.unread, 0)).toBe(unread)
    expect(levels.find(({ level }) => level === 1)!.count).toBe(bell.unresolvedLevelOneCount)
    for (const { level, count } of levels) {
      const query = { state: 'unclosed', level: String(level) }
      expect([count, lineOf(`alarms-${level}`)], String(level)).toEqual([
        await totalOf(person, 'listAlarms', query),
        count,
      ])
    }
    expect(lineOf('alarms-mine')).toBe(mine)
    if (person === team)
      expect(await totalOf(person, 'listAlarms', { state: 'unclosed', assignee: 'me' })).toBe(mine)
  }
})
