import { beforeEach, describe, expect, test } from 'vitest'
import {
  noFlyZoneRoutes,
  type NoFlyZone,
  type NoFlyZoneInput,
  type ZoneVersion,
} from '@swath/contract/land/no-fly-zones'
import { geoJsonPolygon } from '@swath/domain/polygon'
import { verifyChain } from '../../../platform/audit/audit.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { readCsv } from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { noFlyZoneHandlers } from './no-fly-zones.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
type List = {
  items: NoFlyZone[]
  total: number
  stats: {
    civilNoflyNum: number
    notCivilNoflyNum: number
    enabled: Record<'true' | 'false', number>
  }
}
type Position = [number, number]

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof noFlyZoneRoutes>>>
let platform: TestPerson
let county: TestPerson
/** Part of every zone name of this test, because the platform also sees those of other tests. */
let mark: string

beforeEach(async () => {
  console_ = await openConsole(database, noFlyZoneRoutes, noFlyZoneHandlers, now)
  platform = await console_.person({ type: 'platform', name: 'The platform' })
  county = await console_.person({ type: 'government', region_code: '156330106', name: 'Xihu' })
  mark = crypto.randomUUID().slice(0, 8)
  return () => console_.close()
})

/** A square by its south-west corner and side in degrees. */
const square = (lng: number, lat: number, side: number): Position[] => [
  [lng, lat],
  [lng + side, lat],
  [lng + side, lat + side],
  [lng, lat + side],
  [lng, lat],
]
const polygon = (...rings: Position[][]) => ({ kind: 'polygon' as const, rings })
const circle = (lng: number, lat: number, radiusM: number) => ({
  kind: 'circle' as const,
  center: [lng, lat] as Position,
  radiusM,
})
/** A field in Hangzhou. */
const field = polygon(square(120.1, 30.2, 0.01))
const buildBody = (given: Partial<NoFlyZoneInput> = {}) => ({
  noflyName: `Zone ${mark}`,
  type: 1 as const,
  shape: field,
  ...given,
})
const create = (given: Partial<NoFlyZoneInput> = {}, person = platform) =>
  console_.ask<NoFlyZone>(person, 'createNoFlyZone', { body: buildBody(given) })
const enable = (noflyId: string, opr: 'enable' | 'disable', person = platform) =>
  console_.ask<NoFlyZone>(person, 'enableNoFlyZone', { body: { noflyId, opr } })
const read = (noflyId: string, person = platform) =>
  console_.ask<NoFlyZone>(person, 'getNoFlyZone', { params: { noflyId } })
const readAudit = (id: string) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'user_id', 'object_name', 'details', 'log_type'])
    .where('object_id', '=', id)
    .orderBy('number')
    .execute()

describe('createNoFlyZone', () => {
  test('an outline and 19 holes of 2,000 corners each are stored exactly as drawn', async () => {
    const star = (lng: number, lat: number, radius: number): Position[] => {
      const ring = Array.from({ length: 1999 }, (_, i): Position => {
        const angle = (2 * Math.PI * i) / 1999
        const far = radius * (i % 2 === 0 ? 1 : 0.95)
        return [lng + far * Math.cos(angle), lat + far * Math.sin(angle)].map((degrees) =>
          Number(degrees.toFixed(6)),
        ) as Position
      })
      return [...ring, ring[0]!]
    }
    const holes = Array.from({ length: 19 }, (_, i) =>
      star(119.9 + (i % 5) * 0.1, 30.05 + Math.floor(i / 5) * 0.1, 0.04),
    )
    const zone = await create({ shape: polygon(star(120.1, 30.2, 0.5), ...holes) })
    expect(zone.shape).toMatchObject({ rings: { length: 20 } })
    const crossed = polygon(star(120.1, 30.2, 0.5), ...holes, star(119.94, 30.05, 0.04)).rings
    expect(
      await console_.refusal(platform, 'createNoFlyZone', {
        body: buildBody({ shape: polygon(...crossed.slice(0, 2), crossed.at(-1)!) }),
      }),
    ).toEqual([400, 'zone_self_crossing'])
  })

  test('a polygon with a hole: area without the hole, center, bounding box', async () => {
    const zone = await create({
      shape: polygon(square(120.1, 30.2, 0.02), square(120.105, 30.205, 0.005)),
      type: 2,
      detailAddress: ' Airfield road ',
      lowerM: 0,
      upperM: 120,
      validFrom: '2026-07-01T00:00:00+08:00',
      validUntil: '2026-08-01T00:00:00+08:00',
    })
    expect(zone).toMatchObject({
      type: 2,
      detailAddress: 'Airfield road',
      lowerM: 0,
      upperM: 120,
      validFrom: '2026-06-30T16:00:00.000Z',
      validUntil: '2026-07-31T16:00:00.000Z',
      enabled: true,
      regionCode: '156330000',
      region: ['China', 'Zhejiang'],
      accountName: 'The platform',
      createdAt: new Date(now).toISOString(),
      updatedAt: new Date(now).toISOString(),
      can: { update: true, enable: true, delete: true },
    })
    const sideM = 0.02 * Math.sqrt(96_266 * 110_861)
    expect(zone.areaM2 / (sideM ** 2 * (1 - 1 / 16))).toBeCloseTo(1, 3)
    const { bounds } = await db
      .selectFrom('no_fly_zone')
      .select('bounds')
      .where('id', '=', zone.noflyId)
      .executeTakeFirstOrThrow()
    expect(bounds.match(/[\d.]+/g)!.map((degrees) => Number(Number(degrees).toFixed(9)))).toEqual([
      120.12, 30.22, 120.1, 30.2,
    ])
    expect(await read(zone.noflyId)).toEqual(zone)
    expect(console_.heard.map(({ name }) => name)).toEqual(['zonesChanged'])
  })

  test('a circle', async () => {
    const zone = await create({ shape: circle(120.15, 30.25, 100) })
    expect(zone.areaM2).toBeCloseTo(Math.PI * 100 ** 2, 6)
    expect(zone.shape).toEqual({ kind: 'circle', center: [120.15, 30.25], radiusM: 100 })
    expect(await create({ shape: circle(0, 90, 100) })).toMatchObject({
      shape: { center: [0, 90] },
    }) // the pole has no width
  })

  const bow: Position[] = [
    [120.1, 30.2],
    [120.11, 30.21],
    [120.11, 30.2],
    [120.1, 30.21],
    [120.1, 30.2],
  ]
  test.each([
    ['an outline that crosses itself', polygon(bow), 'zone_self_crossing'],
    [
      'a hole that crosses the outline',
      polygon(square(120.1, 30.2, 0.01), square(120.105, 30.205, 0.01)),
      'zone_self_crossing',
    ],
    [
      'a hole outside',
      polygon(square(120.1, 30.2, 0.01), square(120.2, 30.3, 0.001)),
      'zone_hole_outside',
    ],
    ['more than a province', polygon(square(115, 28, 3)), 'zone_too_large'],
    [
      'no ground',
      polygon([
        [120.1, 30.2],
        [120.11, 30.2],
        [120.1, 30.2],
        [120.1, 30.2],
      ]),
      'invalid_input',
    ],
    ['too small a circle', circle(120, 30, 4), 'invalid_input'],
    ['no ring', { kind: 'polygon' as const, rings: [] }, 'invalid_input'],
    ['a place off the earth', circle(181, 30, 100), 'invalid_input'],
  ])('refuses %s', async (_what, shape, code) => {
    const reply = await console_.send(
      'createNoFlyZone',
      { body: buildBody({ shape }), language: 'zh-CN' },
      platform,
    )
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code, message: expect.stringMatching(/[\u4e00-\u9fff]/) })
    expect(
      await db.selectFrom('no_fly_zone').select('id').where('name', '=', `Zone ${mark}`).execute(),
    ).toEqual([])
    expect(console_.heard).toEqual([])
  })

  test('contradicting limits are errors of their field', async () => {
    const details = async (given: Partial<NoFlyZoneInput>) =>
      (await console_.send('createNoFlyZone', { body: buildBody(given) }, platform)).json<{
        details: unknown
      }>().details
    expect(await details({ lowerM: 120, upperM: 120 })).toEqual([
      { path: 'upperM', message: 'The upper limit must be above the lower limit.' },
    ])
    expect(
      await details({ validFrom: '2026-07-01T00:00:00Z', validUntil: '2026-07-01T08:00:00+08:00' }),
    ).toEqual([{ path: 'validUntil', message: 'The end must be after the start.' }])
    expect(await details({ noflyName: '   ' })).toMatchObject([{ path: 'noflyName' }])
  })

  test('a government declares within its region only; without the right nobody does', async () => {
    expect(await create({}, county)).toMatchObject({ regionCode: '156330106', accountName: 'Xihu' })
    const reply = await console_.send(
      'createNoFlyZone',
      { body: buildBody({ shape: circle(100.5, 13.75, 500) }) },
      county,
    ) // Bangkok
    expect(reply.json()).toMatchObject({
      code: 'invalid_input',
      details: [{ path: 'shape', message: 'The zone is outside your region.' }],
    })
    expect(
      await console_.refusal(county, 'createNoFlyZone', {
        body: buildBody({ shape: circle(113.6, 34.7, 500) }),
      }),
    ).toEqual([400, 'invalid_input']) // Henan
    for (const person of [
      await console_.colleague(county, { user_type: 3 }),
      await console_.person({ type: 'operator', operator_type: 'team' }),
    ]) {
      expect(await console_.refusal(person, 'createNoFlyZone', { body: buildBody() })).toEqual([
        403,
        'forbidden',
      ])
    }
  })
})

describe('listNoFlyZones', () => {
  test('filters, orders, pages and counts', async () => {
    const small = await create({ noflyName: `School ${mark}`, detailAddress: 'By the river' })
    console_.clock.advance(1000)
    const large = await create({
      noflyName: `airport ${mark}`,
      type: 2,
      shape: circle(120.2, 30.2, 5000),
    })
    console_.clock.advance(1000)
    const abroad = await create({ noflyName: `Depot ${mark}`, shape: circle(100.5, 13.75, 500) })
    await enable(small.noflyId, 'disable')
    const found = async (query: Record<string, string | number>, person = platform) =>
      (
        await console_.ask<List>(person, 'listNoFlyZones', {
          query: { detailAddress: mark, ...query },
        })
      ).items.map(({ noflyId }) => noflyId)
    const [s, l, a] = [small.noflyId, large.noflyId, abroad.noflyId]
    expect(await found({})).toEqual([a, l, s])
    expect(await found({ type: '2' })).toEqual([l])
    expect(await found({ enabled: 'false' })).toEqual([s])
    expect(await found({ enabled: 'true' })).toEqual([a, l])
    expect(await found({ region: '764000000' })).toEqual([a])
    expect(await found({ region: '156000000', type: '1', enabled: 'false' })).toEqual([s])
    expect(await found({ detailAddress: 'by the RIVER' }, county)).toEqual([])
    expect(await found({ sortParam: 'areaM2' })).toEqual([a, s, l])
    expect(await found({ sortParam: '-areaM2' })).toEqual([l, s, a])
    expect(await found({ sortParam: 'createdAt' })).toEqual([s, l, a])
    expect(await found({ sortParam: '-type' })).toEqual([l, ...[s, a].toSorted().toReversed()])
    expect((await found({ sortParam: 'noflyName' })).toSorted()).toEqual([s, l, a].toSorted())
    expect(
      await Promise.all([1, 2, 3].map((currentPage) => found({ currentPage, pageSize: 2 }))),
    ).toEqual([[a, l], [s], []])
    const { total, stats } = await console_.ask<List>(platform, 'listNoFlyZones', {
      query: { detailAddress: mark, pageSize: 1 },
    })
    expect([total, stats]).toEqual([
      3,
      { civilNoflyNum: 1, notCivilNoflyNum: 2, enabled: { true: 2, false: 1 } },
    ])
    expect(
      await console_.ask<List>(platform, 'listNoFlyZones', {
        query: { detailAddress: 'By the river' },
      }),
    ).toMatchObject({ items: [{ noflyId: s }] })
  })

  test('a government sees those of its region, even without the right to change them', async () => {
    const own = await create({}, county)
    await create({ noflyName: `Abroad ${mark}`, shape: circle(100.5, 13.75, 500) })
    const city = await console_.person({ type: 'government', region_code: '156330100' })
    const neighbour = await console_.person({ type: 'government', region_code: '156330108' })
    const staff = await console_.colleague(county, { user_type: 6 })
    const found = async (person: TestPerson) =>
      (
        await console_.ask<List>(person, 'listNoFlyZones', { query: { detailAddress: mark } })
      ).items.map(({ noflyId }) => noflyId)
    expect([await found(county), await found(city), await found(neighbour)]).toEqual([
      [own.noflyId],
      [own.noflyId],
      [],
    ])
    expect(await console_.refusal(staff, 'listNoFlyZones')).toEqual([403, 'forbidden'])
    expect(
      await console_.refusal(neighbour, 'getNoFlyZone', { params: { noflyId: own.noflyId } }),
    ).toEqual([404, 'not_found'])
  })
})

describe('updateNoFlyZone', () => {
  test('changes all fields, and the audit log has the previous values', async () => {
    const zone = await create({ lowerM: 10, upperM: 60 })
    console_.clock.advance(5000)
    const changed = await console_.ask<NoFlyZone>(platform, 'updateNoFlyZone', {
      params: { noflyId: zone.noflyId },
      body: buildBody({
        noflyName: `Renamed ${mark}`,
        type: 2,
        shape: circle(120.2, 30.3, 200),
        detailAddress: 'elsewhere',
      }),
    })
    expect(changed).toMatchObject({
      noflyName: `Renamed ${mark}`,
      type: 2,
      lowerM: null,
      upperM: null,
      createdAt: zone.createdAt,
      updatedAt: new Date(now + 5000).toISOString(),
    })
    expect(await read(zone.noflyId)).toEqual(changed)
    expect(await readAudit(zone.noflyId)).toMatchObject([
      { action: 'no-fly-zone.create', user_id: platform.id, log_type: 2, details: { lowerM: 10 } },
      {
        action: 'no-fly-zone.update',
        object_name: `Renamed ${mark}`,
        details: { before: { noflyName: `Zone ${mark}`, upperM: 60 }, after: { type: 2 } },
      },
    ])
    expect(await verifyChain(db, platform.account.id)).toMatchObject({ whole: true, rows: 2 })
  })

  test('a county keeps its zone when a higher authority corrects it, and loses it when it is moved elsewhere', async () => {
    const zone = await create({}, county)
    const province = await console_.person({ type: 'government', region_code: '156330000' })
    for (const person of [platform, province]) {
      const body = buildBody({ noflyName: `Corrected ${mark}`, shape: circle(120.12, 30.21, 300) })
      expect(
        await console_.ask<NoFlyZone>(person, 'updateNoFlyZone', {
          params: { noflyId: zone.noflyId },
          body,
        }),
      ).toMatchObject({ regionCode: '156330106' })
    }
    expect((await read(zone.noflyId, county)).noflyName).toBe(`Corrected ${mark}`)
    await console_.ask(platform, 'updateNoFlyZone', {
      params: { noflyId: zone.noflyId },
      body: buildBody({ shape: circle(113.6, 34.7, 300) }),
    })
    expect(
      await console_.refusal(county, 'getNoFlyZone', { params: { noflyId: zone.noflyId } }),
    ).toEqual([404, 'not_found'])
  })

  test('a refused shape changes nothing', async () => {
    const zone = await create()
    const body = buildBody({ noflyName: 'Never', shape: polygon(square(115, 28, 3)) })
    expect(
      await console_.refusal(platform, 'updateNoFlyZone', {
        params: { noflyId: zone.noflyId },
        body,
      }),
    ).toEqual([400, 'zone_too_large'])
    expect(await read(zone.noflyId)).toEqual(zone)
    expect(await readAudit(zone.noflyId)).toHaveLength(1)
  })
})

describe('enableNoFlyZone and deleteNoFlyZone', () => {
  test('enabling twice has no further effect', async () => {
    const zone = await create()
    console_.clock.advance(1000)
    const off = await enable(zone.noflyId, 'disable')
    console_.clock.advance(1000)
    expect(await enable(zone.noflyId, 'disable')).toEqual(off)
    expect([off.enabled, off.updatedAt]).toEqual([false, new Date(now + 1000).toISOString()])
    expect((await enable(zone.noflyId, 'enable')).enabled).toBe(true)
    expect((await readAudit(zone.noflyId)).map(({ action }) => action)).toEqual([
      'no-fly-zone.create',
      'no-fly-zone.disable',
      'no-fly-zone.enable',
    ])
    expect(console_.heard).toHaveLength(3) // no change, no event
    expect(
      await console_.refusal(platform, 'enableNoFlyZone', {
        body: { noflyId: zone.noflyId, opr: 'toggle' },
      }),
    ).toEqual([400, 'invalid_input'])
  })

  test('a deleted zone is gone, and its anomalies stay', async () => {
    const zone = await create()
    expect(
      (await console_.send('deleteNoFlyZone', { params: { noflyId: zone.noflyId } }, platform))
        .statusCode,
    ).toBe(204)
    for (const operation of ['getNoFlyZone', 'deleteNoFlyZone'] as const) {
      expect(
        await console_.refusal(platform, operation, { params: { noflyId: zone.noflyId } }),
        operation,
      ).toEqual([404, 'not_found'])
    }
    expect(
      await console_.refusal(platform, 'updateNoFlyZone', {
        params: { noflyId: zone.noflyId },
        body: buildBody(),
      }),
    ).toEqual([404, 'not_found'])
    expect(
      await console_.refusal(platform, 'enableNoFlyZone', {
        body: { noflyId: zone.noflyId, opr: 'enable' },
      }),
    ).toEqual([404, 'not_found'])
    expect(await readAudit(zone.noflyId)).toHaveLength(2)
  })

  test('twenty concurrent changes leave one state, and a log that explains it', async () => {
    const zone = await create()
    const orders = Array.from({ length: 20 }, (_, i) =>
      i % 2 ? ('enable' as const) : ('disable' as const),
    )
    const answers = await Promise.all(orders.map((opr) => enable(zone.noflyId, opr)))
    expect(answers.map(({ enabled }) => enabled)).toEqual(orders.map((opr) => opr === 'enable'))
    const written = (await readAudit(zone.noflyId)).slice(1).map(({ action }) => action)
    for (const [i, action] of written.entries())
      expect(action).toBe(i % 2 ? 'no-fly-zone.enable' : 'no-fly-zone.disable')
    expect((await read(zone.noflyId)).enabled).toBe(written.length % 2 === 0)
    expect(await verifyChain(db, platform.account.id)).toMatchObject({
      whole: true,
      rows: written.length + 1,
    })
  })

  test('a concurrent change and deletion are applied in either order, never in part', async () => {
    for (let round = 0; round < 15; round++) {
      const zone = await create()
      const [changed, deleted] = await Promise.all([
        console_.send(
          'updateNoFlyZone',
          { params: { noflyId: zone.noflyId }, body: buildBody({ noflyName: `Changed ${mark}` }) },
          platform,
        ),
        console_.send('deleteNoFlyZone', { params: { noflyId: zone.noflyId } }, platform),
      ])
      expect(deleted.statusCode).toBe(204)
      const actions = (await readAudit(zone.noflyId)).map(({ action }) => action.split('.')[1])
      expect(actions).toEqual(
        changed.statusCode === 200 ? ['create', 'update', 'delete'] : ['create', 'delete'],
      )
      expect([200, 404]).toContain(changed.statusCode)
      expect(
        await console_.refusal(platform, 'getNoFlyZone', { params: { noflyId: zone.noflyId } }),
      ).toEqual([404, 'not_found'])
    }
  })
})

test.each([
  ['Germany', 13.4, 52.52],
  ['Estonia', 26.72, 58.38],
])('a zone in %s gets that country', async (country, lng, lat) => {
  expect((await create({ shape: circle(lng, lat, 500) })).region).toEqual([country])
})

describe('exportNoFlyZones', () => {
  const exported = (format: 'csv' | 'geojson' | 'ed-269' | 'ed-318', query = {}, language = 'en') =>
    console_.send(
      'exportNoFlyZones',
      { query: { format, detailAddress: mark, ...query }, language },
      platform,
    )

  test('GeoJSON: closed rings, circles as points with a radius', async () => {
    const shape = polygon(square(120.1, 30.2, 0.02), square(120.105, 30.205, 0.005))
    const zone = await create({ shape, noflyName: `"Quoted", ${mark}` })
    const round = await create({ shape: circle(120.2, 30.2, 500), upperM: 120 })
    const reply = await exported('geojson')
    expect(reply.headers['content-type']).toContain('application/geo+json')
    expect(reply.json()).toEqual({
      type: 'FeatureCollection',
      features: expect.arrayContaining([
        expect.objectContaining({
          type: 'Feature',
          id: zone.noflyId,
          geometry: { type: 'Polygon', coordinates: geoJsonPolygon(shape.rings) },
          properties: expect.objectContaining({ name: `"Quoted", ${mark}` }),
        }),
        expect.objectContaining({
          id: round.noflyId,
          geometry: { type: 'Point', coordinates: [120.2, 30.2] },
          properties: expect.objectContaining({ radiusM: 500, upperM: 120 }),
        }),
      ]),
    })
    expect((await exported('geojson', { detailAddress: 'nothing of the kind' })).json()).toEqual({
      type: 'FeatureCollection',
      features: [],
    })
  })

  test.each(['ed-269', 'ed-318'] as const)('%s: hours in UTC, and a contact', async (format) => {
    const hours = { days: [1], from: '06:00', until: '18:00' }
    await create({ noflyName: `${mark} a`, windows: [hours], timeZone: 'Asia/Shanghai' })
    await create({ noflyName: `${mark} b`, kind: 'stay_in' })
    const { noflyId } = await create({ noflyName: `${mark} c` })
    await enable(noflyId, 'disable')
    const { features } = (await exported(format)).json<{
      features: (Record<string, unknown> & { properties?: Record<string, unknown> })[]
    }>()
    const records = features.map((one) => one.properties ?? one)
    const zone = (name: string) =>
      records.find((one) => JSON.stringify(one['name']).includes(name))!
    const times = zone(`${mark} a`)[format === 'ed-269' ? 'applicability' : 'limitedApplicability']
    // Six o'clock on Monday in Shanghai.
    expect(times).toMatchObject([
      { schedule: [{ day: ['SUN'], startTime: '22:00:00.00Z', endTime: '10:00:00.00Z' }] },
    ])
    expect(JSON.stringify(zone(`${mark} a`)['zoneAuthority'])).toContain('The platform')
    // Stay-in areas are not prohibitions.
    const inside = zone(`${mark} b`)
    expect(format === 'ed-269' ? inside['restriction'] : inside['type']).toBe('NO_RESTRICTION')
    // Neither format can mark a zone as not in force, and readers would avoid it.
    expect(zone(`${mark} c`)).toBeUndefined()
  })

  test('CSV uses the language and time zone of its reader', async () => {
    const zone = await create({
      noflyName: `+${mark}`,
      shape: circle(120.2, 30.2, 500),
      type: 2,
      upperM: 120.5,
      validFrom: '2026-07-01T00:00:00+08:00',
      restriction: 'req_authorisation',
      reasons: ['air_traffic', 'noise'],
      upperReference: 'sea',
      windows: [{ days: [1, 2, 3], from: '08:00', until: '18:00' }],
      authorities: [
        {
          name: 'Tower',
          contactName: '',
          phone: '+86 571 1234',
          email: '',
          siteUrl: '',
          purpose: 'authorisation',
        },
      ],
    })
    const [row] = readCsv((await exported('csv')).body)
    expect(row).toEqual({
      'Zone ID': zone.noflyId,
      'Name': `'+${mark}`,
      'Created for': 'Civil aviation',
      'Effect': 'No entry',
      'Restriction': 'Authorisation required',
      'Reasons': 'Air traffic, Noise',
      'Lower limit reference': 'above ground',
      'Upper limit reference': 'above sea level',
      'Weekly hours': '123 08:00-18:00 Asia/Shanghai',
      'Authorities': 'Tower, +86 571 1234',
      'Address': '',
      'Region': 'China/Zhejiang',
      'Status': 'Enabled',
      'Lower limit (m)': '',
      'Upper limit (m)': '120.5',
      'Valid from (Asia/Shanghai)': '2026/07/01 00:00:00',
      'Valid until (Asia/Shanghai)': '',
      'Area (m²)': '785398',
      'Created (Asia/Shanghai)': '2026/06/15 12:00:00',
      'Created by': 'The platform',
    })
    expect(readCsv((await exported('csv', {}, 'ko')).body)[0]).toMatchObject({
      유형: '민간 항공',
      상태: '시행 중',
    })
  })

  test('continues where a batch ends', async () => {
    const row = await db
      .selectFrom('no_fly_zone')
      .selectAll()
      .where('id', '=', (await create()).noflyId)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('no_fly_zone')
      .values(
        Array.from({ length: 1200 }, () => ({
          ...row,
          rings: JSON.stringify(row.rings),
          reasons: '[]',
          authorities: '[]',
          windows: '[]',
          id: crypto.randomUUID(),
        })),
      )
      .execute()
    expect(new Set(readCsv((await exported('csv')).body).map((each) => each['Zone ID'])).size).toBe(
      1201,
    )
  })
})

describe('properties of a zone other than its shape', () => {
  test('are stored as declared, with times in the zone’s time zone', async () => {
    const said = {
      kind: 'stay_in',
      restriction: 'conditional',
      reasons: ['nature'],
      message: 'Only after harvest',
      authorities: [
        {
          name: 'Nature office',
          contactName: 'Lin',
          phone: '',
          email: 'lin@example.org',
          siteUrl: 'https://example.org/zones',
          purpose: 'notification',
        },
      ],
      lowerM: -20,
      lowerReference: 'sea',
      upperM: 30,
      upperReference: 'ground',
      windows: [{ days: [6, 7], from: '22:00', until: '05:00' }],
    } as const
    const zone = await create(said as never)
    expect(zone).toMatchObject({ ...said, timeZone: 'Asia/Shanghai' })
    expect(await read(zone.noflyId)).toEqual(zone)
  })

  test('impossible values are errors of their field', async () => {
    for (const wrong of [
      { lowerM: -1 },
      { upperM: 20, lowerM: 20 },
      { timeZone: 'Asia/Nowhere' },
      { windows: [{ days: [8], from: '08:00', until: '18:00' }] },
      { windows: [{ days: [1], from: '8:00', until: '24:00' }] },
      { authorities: [{ name: 'A', siteUrl: 'javascript:alert(1)' }] },
      { reasons: ['because'] },
    ])
      expect(
        await console_.refusal(platform, 'createNoFlyZone', { body: buildBody(wrong as never) }),
      ).toEqual([400, 'invalid_input'])
  })
})

describe('versions of a zone', () => {
  const versionsOf = async (noflyId: string) =>
    (
      await console_.ask<{ items: ZoneVersion[] }>(platform, 'getZoneVersions', {
        params: { noflyId },
      })
    ).items.map(({ version, enabled, upperM, until }) => [version, enabled, upperM, until === null])

  test('are all stored, newest first, even after the zone is deleted', async () => {
    const { noflyId } = await create({ upperM: 50 })
    console_.clock.set(now + 60_000)
    await console_.ask(platform, 'updateNoFlyZone', {
      params: { noflyId },
      body: buildBody({ upperM: 80 }),
    })
    console_.clock.set(now + 120_000)
    await enable(noflyId, 'disable')
    expect(await versionsOf(noflyId)).toEqual([
      [3, false, 80, true],
      [2, true, 80, false],
      [1, true, 50, false],
    ])
    await console_.ask(platform, 'deleteNoFlyZone', { params: { noflyId } })
    const kept = await db
      .selectFrom('no_fly_zone_version')
      .select(['enabled', 'until'])
      .where('zone_id', '=', noflyId)
      .orderBy('number')
      .execute()
    expect(kept.map(({ enabled }) => enabled)).toEqual([true, true, false, false])
    expect(kept[0]!.until).toEqual(new Date(now + 60_000))
  })
})

describe('drones that have a zone on board', () => {
  type Holders = {
    items: { droneId: string; state: string; behindSince: string | null }[]
    total: number
    stats: { current: number; behind: number; never: number }
  }
  const holdersOf = (noflyId: string, person = platform) =>
    console_.ask<Holders>(person, 'getZoneHolders', { params: { noflyId }, query: {} })

  test('are known by their last reports; only drones of the account are shown', async () => {
    const maker = await console_.person({ type: 'manufacturer', name: `Maker ${mark}` })
    const modelId = crypto.randomUUID()
    await db
      .insertInto('drone_model')
      .values({
        id: modelId,
        manufacturer_id: maker.account.id,
        name: mark,
        shape: 'six',
        power: 'electric',
        tank_l: 30,
        swath_width_m: 5,
      })
      .execute()
    const ids = ['A', 'B', 'C'].map((letter) => `H-${mark}-${letter}`)
    await db
      .insertInto('drone')
      .values(
        ids.map((id) => ({
          id,
          name: id,
          model_id: modelId,
          manufacturer_id: maker.account.id,
          operator_id: null,
          spray_width_m: 5,
          region_code: '156650000',
        })),
      )
      .execute()
    const at = [81.5, 44.5] as const
    const zone = await create({ shape: circle(at[0], at[1], 200) })
    const newest = async () =>
      Math.max(
        ...(
          await db
            .selectFrom('no_fly_zone_version')
            .select('number')
            .where('zone_id', '=', zone.noflyId)
            .execute()
        ).map(({ number }) => number),
      )
    const hold = (drone_id: string, number: number, east = at[0] + 0.1) =>
      db
        .insertInto('drone_zone_holding')
        .values({
          drone_id,
          number,
          version: 'v',
          bounds: `(${east},44.6),(${east - 0.2},44.4)`,
          acknowledged_at: new Date(now),
        })
        .execute()
    await hold(ids[0]!, await newest())
    await hold(ids[2]!, await newest(), at[0] + 5)
    console_.clock.set(now + 60_000)
    await console_.ask(platform, 'updateNoFlyZone', {
      params: { noflyId: zone.noflyId },
      body: buildBody({ shape: circle(at[0], at[1], 300) }),
    })
    await hold(ids[1]!, await newest())
    const held = await holdersOf(zone.noflyId)
    expect(held.stats).toEqual({ current: 1, behind: 1, never: 0 })
    expect(held.items.map(({ droneId, state }) => [droneId, state])).toEqual([
      [ids[0], 'behind'],
      [ids[1], 'current'],
    ])
    expect(held.items[0]!.behindSince).toBe(new Date(now + 60_000).toISOString())
    expect((await read(zone.noflyId)).distribution).toEqual({ current: 1, behind: 1 })
    const west = await console_.person({ type: 'government', region_code: '156650000' })
    expect((await read(zone.noflyId, west)).distribution).toEqual({ current: 1, behind: 1 })
    await db
      .updateTable('drone')
      .set({ region_code: '156330100' })
      .where('id', '=', ids[1]!)
      .execute()
    expect((await read(zone.noflyId, west)).distribution).toEqual({ current: 0, behind: 1 })
    expect((await holdersOf(zone.noflyId, west)).stats.behind).toBe(1)
    expect(
      await console_.refusal(county, 'getZoneHolders', {
        params: { noflyId: zone.noflyId },
        query: {},
      }),
    ).toEqual([404, 'not_found'])
  })
})
