import { beforeEach, describe, expect, test } from 'vitest'
import { anomalyRoutes, type Anomaly } from '@swath/contract/alarms/anomalies'
import { bulletinRoutes } from '@swath/contract/alarms/bulletins'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { bulletinHandlers } from '../bulletins/bulletins.routes.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  type TestDrone,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { anomalyHandlers } from './anomalies.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const hour = 3_600_000
const routes = { ...anomalyRoutes, ...bulletinRoutes }
type List = { items: Anomaly[]; total: number }

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
let maker: TestPerson
let team: TestPerson
let modelId: string

beforeEach(async () => {
  console_ = await openConsole(
    database,
    routes,
    (services) => ({ ...anomalyHandlers(services), ...bulletinHandlers(services) }),
    now,
  )
  maker = await console_.person({ type: 'manufacturer', name: 'Alpha Works' })
  team = await console_.person({ type: 'operator', operator_type: 'team', name: 'Green Team' })
  modelId = await insertModel(db, maker.account.id)
  return () => console_.close()
})

const insertDrone = (given: Partial<Parameters<typeof insertDroneRow>[1]> = {}) =>
  insertDroneRow(db, {
    modelId,
    manufacturerId: maker.account.id,
    operatorId: team.account.id,
    ...given,
  })

const raise = async (
  drone: TestDrone,
  {
    atMs,
    type = 2,
    cause = 'flow',
    pilotId = null,
  }: { atMs: number; type?: 1 | 2 | 3 | 4 | 5; cause?: string; pilotId?: string | null },
): Promise<string> => {
  const id = crypto.randomUUID()
  const sortieId = await insertFlight(db, drone, { startMs: atMs - 60_000, pilotId })
  await db
    .insertInto('anomaly')
    .values({
      drone_id: drone.id,
      id,
      sortie_id: sortieId,
      type,
      level: type === 1 ? 1 : 2,
      cause,
      at: new Date(atMs),
      lng: 120.15,
      lat: 30.25,
      evidence: JSON.stringify({ speedMs: 0.2 }),
      manufacturer_id: drone.manufacturerId,
      operator_id: drone.operatorId,
      tenant_id: drone.tenantId,
      region_code: drone.regionCode,
    })
    .execute()
  return id
}
const listIds = async (person: TestPerson, query: Record<string, string | number> = {}) =>
  (await console_.ask<List>(person, 'listAnomalies', { query })).items.map(
    ({ anomalyId }) => anomalyId,
  )
const unread = async (person: TestPerson) =>
  (await console_.ask<{ anomalyCount: number }>(person, 'countUnreadBulletins')).anomalyCount
const mark = (bulletinIds: string[], oprType: 1 | 2 = 1) => ({ body: { bulletinIds, oprType } })

describe('listAnomalies', () => {
  test('newest first, filtered, in pages', async () => {
    const one = await insertDrone()
    const second = await console_.person({ type: 'manufacturer', name: 'Beta Drones' })
    const two = await insertDroneRow(db, {
      modelId: await insertModel(db, second.account.id),
      manufacturerId: second.account.id,
      operatorId: team.account.id,
    })
    const oldest = await raise(one, { atMs: now - 30 * hour, type: 5 })
    const middle = await raise(two, { atMs: now - 20 * hour, type: 1, cause: crypto.randomUUID() })
    const newest = await raise(one, { atMs: now - hour })
    expect(await listIds(team)).toEqual([newest, middle, oldest])
    expect(await listIds(team, { order: 'recordTime' })).toEqual([oldest, middle, newest])
    expect(await listIds(team, { order: 'recordTime', pageSize: 1, currentPage: 2 })).toEqual([
      middle,
    ])
    expect(await listIds(team, { order: '-recordTime' })).toEqual([newest, middle, oldest])
    expect(await listIds(team, { droneId: one.id.toLowerCase().slice(0, -1) })).toEqual([
      newest,
      oldest,
    ])
    expect(await listIds(team, { oddType: '5' })).toEqual([oldest])
    expect(await listIds(team, { zzAccountName: 'beta' })).toEqual([middle])
    expect(await listIds(team, { yyAccountName: 'green' })).toEqual([newest, middle, oldest])
    expect(await listIds(team, { yyAccountName: 'beta' })).toEqual([])
    const at = new Date(now - 20 * hour).toISOString()
    expect(await listIds(team, { startTime: at })).toEqual([newest, middle])
    expect(await listIds(team, { endTime: at })).toEqual([oldest])
    expect(
      await listIds(team, {
        endTime: at,
        droneId: one.id,
        oddType: '5',
        zzAccountName: 'alpha',
        unread: 'true',
      }),
    ).toEqual([oldest])
    expect(
      await Promise.all(
        [1, 2, 3].map((currentPage) => listIds(team, { currentPage, pageSize: 2 })),
      ),
    ).toEqual([[newest, middle], [oldest], []])
    expect(
      (await console_.ask<List>(team, 'listAnomalies', { query: { pageSize: 1 } })).total,
    ).toBe(3)
    expect(await console_.refusal(team, 'listAnomalies', { query: { oddType: '6' } })).toEqual([
      400,
      'invalid_input',
    ])
    expect(await listIds(maker)).toEqual([newest, oldest])
  })

  test('names the zone, the pilot and the place in the reader’s language', async () => {
    const zoneId = crypto.randomUUID()
    await db
      .insertInto('no_fly_zone')
      .values({
        id: zoneId,
        account_id: team.account.id,
        name: 'School',
        type: 1,
        shape: 'circle',
        center_lng: 120.15,
        center_lat: 30.25,
        radius_m: 60,
        bounds: '(120.2,30.3),(120.1,30.2)',
        area_m2: 1,
        region_code: '156330106',
      })
      .execute()
    const pilot = await console_.colleague(team, { name: 'Li Wei', user_type: 2 })
    const drone = await insertDrone({ name: 'North' })
    await raise(drone, { atMs: now - hour, type: 1, cause: zoneId, pilotId: pilot.id })
    const list = await console_.ask<List>(team, 'listAnomalies', { language: 'zh-CN' })
    expect(list.items).toMatchObject([
      {
        oddType: 1,
        level: 1,
        noflyName: 'School',
        oprName: 'Li Wei',
        droneName: 'North',
        zzAccountName: 'Alpha Works',
        yyAccountName: 'Green Team',
        region: ['中国', '浙江省', '杭州市', '西湖区'],
        recordTime: new Date(now - hour).toISOString(),
        evidence: { speedMs: 0.2 },
        replayed: false,
        read: false,
      },
    ])
    await db.deleteFrom('no_fly_zone').where('id', '=', zoneId).execute()
    expect((await console_.ask<List>(team, 'listAnomalies')).items).toMatchObject([
      { noflyName: null },
    ])
    await db
      .updateTable('anomaly')
      .set({ evidence: JSON.stringify({ zoneId, zoneName: 'School' }) })
      .where('drone_id', '=', drone.id)
      .execute()
    expect((await console_.ask<List>(team, 'listAnomalies')).items).toMatchObject([
      { noflyName: 'School' },
    ])
  })

  test.each([
    ['en', 'Left the flight area School', 'Entered the no-fly zone School'],
    ['zh-CN', '飞出限定区域：School', '闯入禁飞区：School'],
    ['zh-TW', '飛出限定區域：School', '闖入禁航區：School'],
    ['th', 'บินออกนอกเขตที่กำหนด School', 'บินเข้าเขตห้ามบิน School'],
    ['ko', '비행 허용 구역 이탈: School', '비행금지구역 진입: School'],
  ] as const)(
    'titles a left area and an entered zone apart (%s)',
    async (language, left, entered) => {
      const drone = await insertDrone()
      for (const [atMs, evidence] of [
        [now - hour, { zoneName: 'School', leftByM: 12 }],
        [now - 2 * hour, { zoneName: 'School' }],
      ] as const)
        await db
          .updateTable('anomaly')
          .set({ evidence: JSON.stringify(evidence) })
          .where('id', '=', await raise(drone, { atMs, type: 1, cause: crypto.randomUUID() }))
          .execute()
      const { items } = await console_.ask<{ items: { title: string }[] }>(team, 'listBulletins', {
        query: { bulletinType: '1' },
        language,
      })
      expect(items.map(({ title }) => title)).toEqual([left, entered])
    },
  )

  test('names the crops of a wrong-crop alarm in the reader’s language', async () => {
    await db
      .insertInto('crop')
      .values([
        { id: 'crop-a', names: JSON.stringify({ en: 'Rice', th: 'ข้าว' }) },
        { id: 'crop-b', names: JSON.stringify({ en: 'Cotton' }) },
      ])
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const drone = await insertDrone()
    await raise(drone, { atMs: now - hour, type: 3, cause: 'plot' })
    await db
      .updateTable('anomaly')
      .set({
        evidence: JSON.stringify({ cropId: 'crop-b', plotCropId: 'crop-a', taskCropId: 'gone' }),
      })
      .where('drone_id', '=', drone.id)
      .execute()
    const list = await console_.ask<List>(team, 'listAnomalies', { language: 'th' })
    expect(list.items).toMatchObject([
      {
        evidence: {
          cropId: 'crop-b',
          cropName: 'Cotton',
          plotCropName: 'ข้าว',
          taskCropName: 'gone',
        },
      },
    ])
  })

  test('a tenant sees those of its lease period, a county those in its region', async () => {
    const tenant = await console_.person({ type: 'operator', operator_type: 'team' })
    const drone = await insertDrone({ region_code: '156330108' })
    const before = await raise(drone, { atMs: now - 2 * hour })
    const rented = await raise({ ...drone, tenantId: tenant.account.id }, { atMs: now - hour })
    const county = await console_.person({ type: 'government', region_code: '156330108' })
    expect(await listIds(tenant)).toEqual([rented])
    expect(await listIds(team)).toEqual([rented, before])
    expect((await listIds(county)).filter((id) => [rented, before].includes(id))).toEqual([
      rented,
      before,
    ])
    expect(await listIds(await console_.person({ type: 'farmer' }))).toEqual([])
  })
})

describe('countUnreadBulletins and markBulletinsRead, of anomalies', () => {
  test('each person has their own read marks; closed alarms count as read', async () => {
    const drone = await insertDrone()
    const [a, b, c] = [
      await raise(drone, { atMs: now - 3 * hour }),
      await raise(drone, { atMs: now - 2 * hour }),
      await raise(drone, { atMs: now - hour }),
    ]
    const old = await raise(drone, { atMs: now - 31 * 24 * hour })
    const closed = await raise(drone, { atMs: now - 32 * 24 * hour })
    await db
      .updateTable('anomaly')
      .set({ state: 'closed', closed_reason: 'real', closed_at: new Date(now) })
      .where('id', '=', closed)
      .execute()
    const colleague = await console_.colleague(team, { user_type: 4 })
    expect(await unread(team)).toBe(4)
    await console_.ask(team, 'markBulletinsRead', mark([a, a, b]))
    await console_.ask(team, 'markBulletinsRead', mark([a])) // repeating does no harm
    expect([await unread(team), await unread(colleague), await unread(maker)]).toEqual([2, 4, 4])
    expect(await listIds(team, { unread: 'true' })).toEqual([c, old])
    expect(await listIds(team, { unread: 'false' })).toEqual([b, a, closed])
    expect((await console_.ask<List>(team, 'listAnomalies')).items.map(({ read }) => read)).toEqual(
      [false, true, true, false, true],
    )
    await console_.ask(colleague, 'markBulletinsRead', mark([], 2))
    expect([await unread(team), await unread(colleague)]).toEqual([2, 0])
    expect(await listIds(colleague, { unread: 'true' })).toEqual([])
  })

  test('marking all marks those that the caller can see, and no others', async () => {
    const drone = await insertDrone()
    await raise(drone, { atMs: now - hour })
    const rival = await console_.person({ type: 'operator', operator_type: 'team' })
    const theirs = await raise(await insertDrone({ operatorId: rival.account.id }), {
      atMs: now - hour,
    })
    await console_.ask(team, 'markBulletinsRead', mark([], 2))
    const rows = await db
      .selectFrom('anomaly_read')
      .select('anomaly_id')
      .where('user_id', '=', team.id)
      .execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]!.anomaly_id).not.toBe(theirs)
    expect(await unread(rival)).toBe(1)
  })

  test('one foreign or unknown id: none is marked', async () => {
    const drone = await insertDrone()
    const own = await raise(drone, { atMs: now - hour })
    const rival = await console_.person({ type: 'operator', operator_type: 'team' })
    const theirs = await raise(await insertDrone({ operatorId: rival.account.id }), {
      atMs: now - hour,
    })
    for (const id of [theirs, crypto.randomUUID()])
      expect(await console_.refusal(team, 'markBulletinsRead', mark([own, id]))).toEqual([
        404,
        'not_found',
      ])
    expect(await unread(team)).toBe(1)
    expect(await console_.refusal(team, 'markBulletinsRead', { body: { oprType: 3 } })).toEqual([
      400,
      'invalid_input',
    ])
    await console_.ask(team, 'markBulletinsRead', mark([])) // no ids: nothing changes
    expect(await unread(team)).toBe(1)
  })

  test('two windows can mark the same alarms at once', async () => {
    const drone = await insertDrone()
    const ids = [
      await raise(drone, { atMs: now - 2 * hour }),
      await raise(drone, { atMs: now - hour }),
    ]
    await Promise.all([
      ...Array.from({ length: 8 }, (_, i) =>
        console_.ask(team, 'markBulletinsRead', mark(i % 2 ? ids : ids.toReversed())),
      ),
      console_.ask(team, 'markBulletinsRead', mark([], 2)),
    ])
    expect(await unread(team)).toBe(0)
  })
})

describe('the monitor’s alarms', () => {
  type Today = {
    levels: { level: number; count: number; unread: number }[]
    items: { anomalyId: string; level: number; read: boolean }[]
  }
  test('are those that are not closed, the most severe first, counted by level', async () => {
    const drone = await insertDrone()
    const early = await raise(drone, { atMs: now - 40 * 24 * hour })
    const late = await raise(drone, { atMs: now - hour })
    const grave = await raise(drone, { atMs: now - 2 * hour, type: 1, cause: crypto.randomUUID() })
    await db
      .updateTable('anomaly')
      .set({ state: 'closed', closed_reason: 'real', closed_at: new Date(now) })
      .where('id', '=', await raise(drone, { atMs: now - 3 * hour }))
      .execute()
    await console_.ask(team, 'markBulletinsRead', { body: { oprType: 1, bulletinIds: [early] } })
    const today = await console_.ask<Today>(team, 'listRecentAlarms')
    expect(today.levels).toEqual([
      { level: 1, count: 1, unread: 1 },
      { level: 2, count: 2, unread: 1 },
      { level: 3, count: 0, unread: 0 },
    ])
    expect(today.items.map(({ anomalyId }) => anomalyId)).toEqual([grave, late, early])
    expect(today.items.map(({ read }) => read)).toEqual([false, false, true])
  })
  test('follow the filters of the monitor', async () => {
    const drone = await insertDrone({ device_type: 'mapper' })
    await raise(drone, { atMs: now - hour })
    const count = async (query: Record<string, string>) =>
      (await console_.ask<Today>(maker, 'listRecentAlarms', { query })).items.length
    expect(await count({ deviceType: 'mapper', flyModelId: modelId, region: '156330000' })).toBe(1)
    expect(await count({ yyAccountId: team.account.id, zzAccountId: maker.account.id })).toBe(1)
    expect(await count({ deviceType: 'sprayer' })).toBe(0)
    expect(await count({ yyAccountId: maker.account.id })).toBe(0)
    expect(await count({ region: '156410000' })).toBe(0)
  })
  test('one alarm is returned with its evidence, to callers who can see it', async () => {
    const drone = await insertDrone()
    const anomalyId = await raise(drone, { atMs: now - hour })
    const query = { droneId: drone.id, anomalyId }
    expect(await console_.ask<Anomaly>(team, 'getAnomaly', { query })).toMatchObject({
      anomalyId,
      droneId: drone.id,
    })
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    expect(await console_.refusal(stranger, 'getAnomaly', { query })).toEqual([404, 'not_found'])
  })
})
