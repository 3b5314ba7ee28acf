import { Buffer } from 'node:buffer'
import { beforeEach, describe, expect, test } from 'vitest'
import type { NewCredential } from '@swath/contract/fleet/drone-credentials'
import type { DroneRow } from '@swath/contract/fleet/drone-list'
import { droneRoutes, type DroneDetail } from '@swath/contract/fleet/drones'
import { createDeviceCredentials } from '../../../gateway/mqtt/device-credentials.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  insertState,
  insertTotal,
  readCsv,
  type TestDrone,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { droneHandlers } from './drones.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const hour = 3_600_000
type List = {
  items: DroneRow[]
  total: number
  stats: {
    total: number
    workArea: number
    zzNum: number
    sortieCount: number
    modelNum: number
  } & { states: Record<string, number> }
}

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof droneRoutes>>>
let maker: TestPerson
let team: TestPerson
let modelId: string

beforeEach(async () => {
  console_ = await openConsole(
    database,
    droneRoutes,
    (services) => droneHandlers(services, { port: () => 18_830 }),
    now,
  )
  maker = await console_.person({ type: 'manufacturer', name: 'Alpha Works' })
  team = await console_.person({ type: 'operator', operator_type: 'team', name: 'Green Team' })
  modelId = await insertModel(db, maker.account.id, 'Hexa 30')
  return () => console_.close()
})

const listIds = async (person: TestPerson, query: Record<string, string | number> = {}) =>
  (await console_.ask<List>(person, 'listDrones', { query })).items.map(({ droneId }) => droneId)
const insertDrone = (given: Partial<Parameters<typeof insertDroneRow>[1]> = {}) =>
  insertDroneRow(db, {
    modelId,
    manufacturerId: maker.account.id,
    operatorId: team.account.id,
    ...given,
  })

describe('listDrones', () => {
  /** Four drones that differ in every field with a filter. */
  const fleet = async () => {
    const second = await console_.person({ type: 'manufacturer', name: 'Beta 100%_Drones' })
    const other = await insertModel(db, second.account.id, 'Quad 10')
    const pilot = await console_.colleague(team, { name: 'Li Wei', user_type: 2 })
    const a = await insertDrone({
      name: 'North',
      activation: 2,
      device_type: 'sprayer',
      sale_type: 1,
    })
    const b = await insertDrone({
      name: 'East',
      activation: 1,
      device_type: 'spreader',
      sale_type: 2,
    })
    const c = await insertDroneRow(db, {
      modelId: other,
      manufacturerId: second.account.id,
      operatorId: team.account.id,
      name: 'South',
      activation: 0,
      device_type: 'mapper',
      sale_type: 3,
    })
    const d = await insertDrone({ name: 'West_1', activation: 2 })
    await insertFlight(db, a, { startMs: now - 2 * hour, pilotId: pilot.id })
    await insertTotal(db, a.id, { sorties: 3, coveredM2: 20_000, lastMs: now - hour })
    await insertTotal(db, b.id, { sorties: 1, coveredM2: 40_000, lastMs: now - 3 * hour })
    await insertState(db, a.id, { flight: 'spraying', lastMs: now - 1000 })
    // went silent in the air
    await insertState(db, b.id, { flight: 'flying', lastMs: now - 60_000 })
    await insertState(db, c.id, { flight: 'ground', lastMs: now - 29_000 })
    return { a, b, c, d }
  }

  test('each filter alone, and all together', async () => {
    const { a, b, c, d } = await fleet()
    const found = async (query: Record<string, string>) => (await listIds(team, query)).toSorted()
    const of = (...drones: TestDrone[]) => drones.map(({ id }) => id).toSorted()
    expect(await found({})).toEqual(of(a, b, c, d))
    expect(await found({ droneId: a.id.toLowerCase().slice(1) })).toEqual(of(a))
    expect(await found({ droneName: 'EAST' })).toEqual(of(b))
    expect(await found({ droneName: '_' })).toEqual(of(d)) // no wildcard
    expect(await found({ modelName: 'quad' })).toEqual(of(c))
    expect(await found({ zzAccountName: '%_d' })).toEqual(of(c))
    expect(await found({ yyAccountName: 'green' })).toEqual(of(a, b, c, d))
    expect(await found({ yyAccountName: 'Alpha' })).toEqual([])
    expect(await found({ oprName: 'wei' })).toEqual(of(a))
    expect(await found({ regFlag: '0' })).toEqual(of(c))
    expect(await found({ regFlag: '2' })).toEqual(of(a, d))
    expect(await found({ deviceType: 'spreader' })).toEqual(of(b))
    expect(await found({ saleType: '3' })).toEqual(of(c))
    expect(await found({ flight: 'spraying' })).toEqual(of(a))
    expect(await found({ flight: 'flying' })).toEqual([])
    const queries: Record<string, string>[] = [{}, { flight: 'ground' }]
    for (const query of queries)
      expect((await console_.ask<List>(team, 'listDrones', { query })).stats.states).toEqual({
        spraying: 1,
        flying: 0,
        ground: 1,
        offline: 2,
      })
    expect(await found({ flight: 'offline' })).toEqual(of(b, d))
    expect(await found({ flight: 'ground' })).toEqual(of(c))
    const all = {
      droneId: a.id,
      droneName: 'nor',
      modelName: 'hexa',
      zzAccountName: 'alpha',
      yyAccountName: 'team',
      oprName: 'li',
      regFlag: '2',
      deviceType: 'sprayer',
      saleType: '1',
      flight: 'spraying',
    }
    expect(await found(all)).toEqual(of(a))
    for (const field of Object.keys(all) as (keyof typeof all)[]) {
      const wrong = {
        regFlag: '1',
        deviceType: 'mapper',
        saleType: '2',
        flight: 'ground',
      } as Record<string, string>
      expect(await found({ ...all, [field]: wrong[field] ?? 'nobody' }), field).toEqual([])
    }
    // Empty values count as absent.
    expect(await found({ droneId: '', regFlag: '', sortParam: '' })).toHaveLength(4)
    expect(await console_.refusal(team, 'listDrones', { query: { regFlag: '7' } })).toEqual([
      400,
      'invalid_input',
    ])
  })

  test('every order in both directions: missing values last, ties by serial number', async () => {
    const { a, b, c, d } = await fleet()
    const missing = [c, d].map(({ id }) => id).toSorted()
    const cases: [string, TestDrone[], string[]][] = [
      ['droneName', [b, a, c, d], []],
      ['workArea', [a, b], missing],
      ['sortieCount', [b, a], missing],
      ['lastSortieAt', [b, a], missing],
      ['lastMessageAt', [b, c, a], [d.id]],
      ['droneId', [a, b, c, d].toSorted((x, y) => (x.id < y.id ? -1 : 1)), []],
    ]
    for (const [field, known, last] of cases) {
      expect(await listIds(team, { sortParam: field }), field).toEqual([
        ...known.map(({ id }) => id),
        ...last,
      ])
      expect(await listIds(team, { sortParam: `-${field}` }), `-${field}`).toEqual([
        ...known.map(({ id }) => id).toReversed(),
        ...last,
      ])
    }
    // Online drones first; the others by serial number.
    const offline = [b, d].map(({ id }) => id).toSorted()
    expect(await listIds(team, {})).toEqual([a.id, c.id, ...offline])
    expect(await listIds(team, { sortParam: '-flight' })).toEqual([...offline, c.id, a.id])
    const byModel = await listIds(team, { sortParam: '-modelName' })
    expect(byModel).toEqual([c.id, ...[a, b, d].map(({ id }) => id).toSorted()])
  })

  test('pages contain each drone once, and totals are of all filtered drones', async () => {
    const { a, c } = await fleet()
    const pages = await Promise.all(
      [1, 2, 3, 4].map((currentPage) =>
        console_.ask<List>(team, 'listDrones', {
          query: { currentPage, pageSize: 2, sortParam: 'workArea' },
        }),
      ),
    )
    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 0, 0])
    expect(new Set(pages.flatMap(({ items }) => items.map(({ droneId }) => droneId))).size).toBe(4)
    expect(pages.every(({ total }) => total === 4)).toBe(true)
    expect(pages[2]!.stats).toMatchObject({ total: 4, zzNum: 2, sortieCount: 4, modelNum: 2 })
    expect(pages[0]!.stats.workArea).toBeCloseTo(60_000 / (2000 / 3), 6)
    const none = await console_.ask<List>(team, 'listDrones', { query: { droneName: 'nobody' } })
    expect(none).toMatchObject({
      items: [],
      total: 0,
      stats: { total: 0, workArea: 0, zzNum: 0, sortieCount: 0, modelNum: 0 },
    })
    expect(await console_.refusal(team, 'listDrones', { query: { pageSize: 501 } })).toEqual([
      400,
      'invalid_input',
    ])
    const [row] = (
      await console_.ask<List>(team, 'listDrones', { query: { droneId: a.id }, language: 'zh-CN' })
    ).items
    expect(row).toMatchObject({
      flight: 'spraying',
      sortieCount: 3,
      workArea: 30,
      region: ['中国', '浙江省', '杭州市', '西湖区'],
      can: { issueCredential: true },
    })
    const [silent] = (await console_.ask<List>(team, 'listDrones', { query: { droneId: c.id } }))
      .items
    expect(silent).toMatchObject({ workArea: 0, lastSortieAt: null })
  })
})

describe('exportDrones', () => {
  test('uses the language, the unit and the time zone of its reader', async () => {
    const drone = await insertDrone({ name: '=HYPERLINK("http://x")', activation: 2 })
    await insertTotal(db, drone.id, {
      sorties: 2,
      coveredM2: 20_000,
      lastMs: Date.parse('2026-06-14T17:30:05Z'),
      durationS: 5400,
    })
    const bare = await insertDrone({ name: 'Comma, "quoted"\nand broken' })
    const reply = await console_.send('exportDrones', { query: { areaUnit: 'hectare' } }, team)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toContain('drones.csv')
    const rows = readCsv(reply.body.replace('\nand', ' and'))
    expect(rows).toHaveLength(2)
    expect(rows.find((row) => row['Serial number'] === drone.id)).toEqual({
      'Serial number': drone.id,
      'Name': '\'=HYPERLINK("http://x")',
      'Model': 'Hexa 30',
      'Manufacturer': 'Alpha Works',
      'Operator': 'Green Team',
      'Tenant': '',
      'Maker’s number': '',
      'Registration mark': '',
      'Frame number': '',
      'Buyer': '',
      'Type': 'Sprayer',
      'Sale': 'Sold',
      'Rental': '',
      'Region': 'China/Zhejiang/Hangzhou/Xihu District',
      'Activation': 'Activated',
      'Locked': 'No',
      'Firmware': '',
      'Swath width (m)': '5.50',
      'Sorties': '2',
      'Work area (ha)': '2.00',
      'Flight time (h)': '1.5',
      'Spray volume (L)': '40.00',
      'Last sortie (Asia/Shanghai)': '2026/06/15 01:30:05',
    })
    expect(rows.find((row) => row['Serial number'] === bare.id)).toMatchObject({
      'Name': 'Comma, "quoted" and broken',
      'Last sortie (Asia/Shanghai)': '',
      'Sorties': '0',
    })
    const thai = await console_.send(
      'exportDrones',
      { query: { areaUnit: 'rai' }, language: 'th' },
      team,
    )
    expect(Object.keys(readCsv(thai.body.replace('\nand', ' and'))[0]!)).toEqual(
      expect.arrayContaining(['หมายเลขเครื่อง', 'พื้นที่ทำงาน (ไร่)', 'เที่ยวบินล่าสุด (Asia/Shanghai)']),
    )
  })

  test('continues where a batch ends, with the filters of the list', async () => {
    const rows = Array.from({ length: 2050 }, (_, i) => i)
    for (const part of [rows.slice(0, 1000), rows.slice(1000, 2000), rows.slice(2000)]) {
      await db
        .insertInto('drone')
        .values(
          part.map((i) => ({
            id: `BULK-${team.account.id.slice(-8)}-${i}`,
            name: i % 2 ? 'odd' : 'even',
            model_id: modelId,
            manufacturer_id: maker.account.id,
            operator_id: team.account.id,
            spray_width_m: 5,
            region_code: '156330106',
          })),
        )
        .execute()
    }
    const all = readCsv((await console_.send('exportDrones', {}, team)).body)
    expect(new Set(all.map((row) => row['Serial number'])).size).toBe(2050)
    expect(
      readCsv((await console_.send('exportDrones', { query: { droneName: 'odd' } }, team)).body),
    ).toHaveLength(1025)
  })

  test('a HEAD request reads no rows', async () => {
    await insertDrone()
    const reply = await console_.server.inject({
      method: 'HEAD',
      url: droneRoutes.exportDrones.path,
      headers: { host: 'localhost', authorization: `Bearer ${team.token}` },
    })
    expect([reply.statusCode, reply.body]).toEqual([200, ''])
  })
})

describe('getDrone', () => {
  test('shows credentials and quarantined points to its owner, only the latter to a tenant and a government', async () => {
    const tenant = await console_.person({ type: 'operator', operator_type: 'team' })
    const county = await console_.person({ type: 'government', region_code: '156330106' })
    const drone = await insertDrone({ tenantId: tenant.account.id })
    await console_.ask(team, 'issueCredential', { params: { droneId: drone.id } })
    for (const [days, count] of [
      [1, 3],
      [2, 4],
      [31, 100],
    ] as const) {
      await db
        .insertInto('quarantine')
        .values({
          drone_id: drone.id,
          id: crypto.randomUUID(),
          received_at: new Date(now - days * 24 * hour),
          topic: 't',
          reason: 'nullIsland',
          count,
          sample: Buffer.from('x'),
        })
        .execute()
    }
    for (const person of [team, maker]) {
      const detail = await console_.ask<DroneDetail>(person, 'getDrone', {
        query: { droneId: drone.id },
      })
      expect(detail.credentials).toHaveLength(1)
      expect(detail.can.issueCredential).toBe(true)
      expect(detail.quarantine).toEqual([
        { reason: 'nullIsland', count: 7, lastAt: new Date(now - 24 * hour).toISOString() },
      ])
    }
    const asked = (query = {}) => ({ params: { droneId: drone.id }, query })
    expect(
      await console_.ask(maker, 'getQuarantine', asked({ size: 1, reason: 'nullIsland' })),
    ).toMatchObject({
      total: 3,
      items: [
        {
          topic: 't',
          count: 3,
          text: 'x',
          hex: '78',
          receiveTime: new Date(now - 24 * hour).toISOString(),
        },
      ],
    })
    expect(await console_.ask(team, 'getQuarantine', asked({ reason: 'flooding' }))).toMatchObject({
      items: [],
    })
    for (const person of [tenant, county])
      expect(await console_.refusal(person, 'getQuarantine', asked())).toEqual([403, 'forbidden'])
    for (const person of [tenant, county]) {
      const detail = await console_.ask<DroneDetail>(person, 'getDrone', {
        query: { droneId: drone.id },
      })
      expect([detail.credentials, detail.can.issueCredential, detail.quarantine.length]).toEqual([
        null,
        false,
        1,
      ])
    }
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    expect(await console_.refusal(stranger, 'getDrone', { query: { droneId: drone.id } })).toEqual([
      404,
      'not_found',
    ])
  })
})

describe('addDrone', () => {
  const newId = () => `NEW-${crypto.randomUUID().slice(0, 8)}`

  test('an operator registers for itself, in its own region; a maker for an operator, or keeps the drone', async () => {
    await insertDrone() // its model is now visible to the team
    const own = await console_.ask<DroneRow>(team, 'addDrone', {
      body: { droneId: newId(), droneName: '  Ours ', flyModelId: modelId },
    })
    expect(own).toMatchObject({
      droneName: 'Ours',
      yyAccountId: team.account.id,
      zzAccountId: maker.account.id,
      sprayWidth: 5.5,
      activation: 1,
      regionCode: '156330106',
      flight: 'offline',
    })
    const sold = await console_.ask<DroneRow>(maker, 'addDrone', {
      body: {
        droneId: newId(),
        droneName: 'Sold',
        flyModelId: modelId,
        yyAccountId: team.account.id,
      },
    })
    expect(sold).toMatchObject({ yyAccountName: 'Green Team' })
    expect(await listIds(team)).toContain(sold.droneId)
    const kept = await console_.ask<DroneRow>(maker, 'addDrone', {
      body: { droneId: newId(), droneName: 'Kept', flyModelId: modelId },
    })
    expect(kept.yyAccountId).toBeNull()
    expect(await listIds(team)).not.toContain(kept.droneId)
    expect(console_.heard.map(({ event }) => event)).toEqual(
      [own, sold, kept].map(({ droneId }) => ({ droneIds: [droneId] })),
    )
    const audit = await db
      .selectFrom('audit_log')
      .select(['action', 'object_id', 'user_id'])
      .where('account_id', '=', maker.account.id)
      .orderBy('number')
      .execute()
    expect(audit).toEqual(
      [sold, kept].map(({ droneId }) => ({
        action: 'drone.add',
        object_id: droneId,
        user_id: maker.id,
      })),
    )
  })

  test('a serial number is unique across accounts; of twenty concurrent requests one succeeds', async () => {
    const rival = await console_.person({ type: 'manufacturer' })
    const taken = await insertDrone()
    const rivals = await insertModel(db, rival.account.id)
    expect(
      await console_.refusal(rival, 'addDrone', {
        body: { droneId: taken.id, droneName: 'Mine', flyModelId: rivals },
      }),
    ).toEqual([409, 'number_refused'])
    expect(
      await console_.refusal(maker, 'addDrone', {
        body: { droneId: taken.id, droneName: 'Again', flyModelId: modelId },
      }),
    ).toEqual([409, 'drone_exists'])
    const droneId = newId()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        console_.refusal(maker, 'addDrone', {
          body: { droneId, droneName: 'Race', flyModelId: modelId },
        }),
      ),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'drone_exists')).toHaveLength(19)
    expect(
      await db.selectFrom('audit_log').select('number').where('object_id', '=', droneId).execute(),
    ).toHaveLength(1)
  })

  test('models and operators of others, or operators that are not approved, are not found', async () => {
    const rival = await console_.person({ type: 'manufacturer' })
    const foreign = await insertModel(db, rival.account.id)
    const body = { droneId: newId(), droneName: 'X', flyModelId: modelId }
    expect(
      await console_.refusal(maker, 'addDrone', { body: { ...body, flyModelId: foreign } }),
    ).toEqual([404, 'not_found'])
    // Not yet visible: the operator has no drone of that model.
    expect(await console_.refusal(team, 'addDrone', { body })).toEqual([404, 'not_found'])
    const waiting = await console_.person({
      type: 'operator',
      operator_type: 'team',
      check_status: 1,
    })
    const farmer = await console_.person({ type: 'farmer' })
    for (const yyAccountId of [
      waiting.account.id,
      farmer.account.id,
      rival.account.id,
      crypto.randomUUID(),
    ]) {
      expect(
        await console_.refusal(maker, 'addDrone', { body: { ...body, yyAccountId } }),
        yyAccountId,
      ).toEqual([404, 'not_found'])
    }
    await insertDrone()
    const other = await console_.person({ type: 'operator', operator_type: 'team' })
    expect(
      await console_.refusal(team, 'addDrone', {
        body: { ...body, yyAccountId: other.account.id },
      }),
    ).toEqual([404, 'not_found'])
    expect(
      await db.selectFrom('drone').select('id').where('id', '=', body.droneId).execute(),
    ).toEqual([])
  })

  test('a model beyond the first five hundred can be registered', async () => {
    await db
      .insertInto('drone_model')
      .values(
        Array.from({ length: 505 }, (_, i) => ({
          id: crypto.randomUUID(),
          manufacturer_id: maker.account.id,
          name: `A ${String(i).padStart(3, '0')}`,
          shape: 'six' as const,
          power: 'electric' as const,
          tank_l: 1,
          swath_width_m: 3,
        })),
      )
      .execute()
    const last = await insertModel(db, maker.account.id, 'Z')
    expect(
      await console_.ask<DroneRow>(maker, 'addDrone', {
        body: { droneId: newId(), droneName: 'Z', flyModelId: last },
      }),
    ).toMatchObject({ modelName: 'Z' })
  })

  test('requires the right, and is refused for governments', async () => {
    const county = await console_.person({ type: 'government', region_code: '156330106' })
    await insertDrone()
    for (const person of [
      county,
      await console_.colleague(team, { user_type: 3 }),
      await console_.colleague(team, { user_type: 6 }),
    ]) {
      expect(
        await console_.refusal(person, 'addDrone', {
          body: { droneId: newId(), droneName: 'X', flyModelId: modelId },
        }),
      ).toEqual([403, 'forbidden'])
    }
    const admin = await console_.colleague(team, { user_type: 5 })
    expect(
      await console_.refusal(admin, 'addDrone', {
        body: { droneId: newId(), droneName: 'X', flyModelId: modelId },
      }),
    ).toEqual([200, undefined])
  })
})

describe('issueCredential', () => {
  const issue = (drone: TestDrone, person = team) =>
    console_.ask<NewCredential>(person, 'issueCredential', { params: { droneId: drone.id } })
  const opens = (drone: TestDrone, { password }: NewCredential) =>
    createDeviceCredentials({ db, clock: console_.clock, log: console_.services.log }).check(
      drone.id,
      Buffer.from(password),
    )

  test('signs in to the device endpoint; the older one stays valid for a day, the third ends the first at once', async () => {
    const drone = await insertDrone()
    const first = await issue(drone)
    expect(first).toMatchObject({
      username: drone.id,
      mqttHost: '127.0.0.1',
      mqttPort: 18_830,
      previousValidUntil: null,
    })
    expect(first.password).toMatch(/^[\w-]{43}$/)
    expect(await opens(drone, first)).toBe(true)
    expect(await opens(await insertDrone(), first)).toBe(false)

    const second = await issue(drone, maker)
    expect(second.previousValidUntil).toBe(new Date(now + 24 * hour).toISOString())
    expect([await opens(drone, first), await opens(drone, second)]).toEqual([true, true])
    console_.clock.set(now + 24 * hour - 1)
    expect(await opens(drone, first)).toBe(true)
    console_.clock.set(now + 24 * hour)
    expect([await opens(drone, first), await opens(drone, second)]).toEqual([false, true])

    console_.clock.set(now)
    const third = await issue(drone)
    expect([
      await opens(drone, first),
      await opens(drone, second),
      await opens(drone, third),
    ]).toEqual([false, true, true])
    expect(
      await db
        .selectFrom('drone_credential')
        .select('id')
        .where('drone_id', '=', drone.id)
        .execute(),
    ).toHaveLength(2)
    expect(console_.heard).toHaveLength(3)
    const kept = JSON.stringify(
      await db.selectFrom('audit_log').selectAll().where('object_id', '=', drone.id).execute(),
    )
    for (const { password } of [first, second, third]) expect(kept).not.toContain(password)
  })

  test('ten at once leave two valid ones, the newest without an end', async () => {
    const drone = await insertDrone()
    const issued = await Promise.all(Array.from({ length: 10 }, () => issue(drone)))
    const working = await Promise.all(issued.map((one) => opens(drone, one)))
    expect(working.filter(Boolean)).toHaveLength(2)
    const rows = await db
      .selectFrom('drone_credential')
      .select('expires_at')
      .where('drone_id', '=', drone.id)
      .execute()
    expect(rows.filter(({ expires_at }) => expires_at === null)).toHaveLength(1)
  })

  test('is allowed for maker, owner and platform, not for tenants, governments or people without the right', async () => {
    const tenant = await console_.person({ type: 'operator', operator_type: 'team' })
    const county = await console_.person({ type: 'government', region_code: '156330106' })
    const platform = await console_.person({ type: 'platform' })
    const drone = await insertDrone({ tenantId: tenant.account.id })
    for (const person of [tenant, county])
      expect(
        await console_.refusal(person, 'issueCredential', { params: { droneId: drone.id } }),
      ).toEqual([403, 'forbidden'])
    const sub = await console_.person({
      type: 'operator',
      operator_type: 'team',
      parent: team.account,
    })
    expect(
      await console_.refusal(sub, 'issueCredential', { params: { droneId: drone.id } }),
    ).toEqual([404, 'not_found'])
    expect(
      await db
        .selectFrom('drone_credential')
        .select('id')
        .where('drone_id', '=', drone.id)
        .execute(),
    ).toEqual([])
    expect((await issue(drone, platform)).username).toBe(drone.id)
  })
})

describe('choices', () => {
  test('listManufacturers, listOperators and getRentalModels return what the caller can see', async () => {
    const second = await console_.person({ type: 'manufacturer', name: 'Unseen Works' })
    await insertDrone({ rental_model: 5 })
    await insertDrone({ rental_model: 1 })
    await insertDrone({ rental_model: 1 })
    expect(await console_.ask(team, 'listManufacturers')).toEqual({
      items: [{ accountId: maker.account.id, accountName: 'Alpha Works' }],
    })
    expect(await console_.ask(maker, 'listOperators')).toEqual({
      items: [{ accountId: team.account.id, accountName: 'Green Team' }],
    })
    expect(await console_.ask(maker, 'listOperators', { query: { accountName: 'red' } })).toEqual({
      items: [],
    })
    expect(await console_.ask(second, 'listOperators')).toEqual({ items: [] })
    const listByAccount = (person: TestPerson, search = '') =>
      console_.ask<{ items: { modelName: string }[] }>(person, 'listDronesByAccount', {
        query: { accountId: team.account.id, search },
      })
    expect((await listByAccount(maker)).items).toHaveLength(3)
    expect((await listByAccount(team, 'no such drone')).items).toEqual([])
    expect((await listByAccount(second)).items).toEqual([])
    expect(await console_.ask(team, 'getRentalModels')).toEqual({ items: [1, 5] })
    expect(await console_.ask(second, 'getRentalModels')).toEqual({ items: [] })
  })
})
