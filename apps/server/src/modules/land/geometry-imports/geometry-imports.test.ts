import { Buffer } from 'node:buffer'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { plotFileFormats, zoneFileFormats } from '@swath/contract/land/geometry-files'
import {
  geometryImportRoutes,
  type GeometryImport,
  type GeometryImportItem,
  type ImportTarget,
} from '@swath/contract/land/geometry-imports'
import { noFlyZoneRoutes, type NoFlyZone } from '@swath/contract/land/no-fly-zones'
import { plotRoutes, type Plot } from '@swath/contract/land/plots'
import { gcj02FromWgs84 } from '@swath/domain/coordinates'
import { MU_M2 } from '@swath/domain/units'
import { writeZip } from '@swath/file-syntax/zip-writer'
import { verifyChain } from '../../../platform/audit/audit.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { noFlyZoneHandlers } from '../no-fly-zones/no-fly-zones.routes.ts'
import { plotHandlers } from '../plots/plots.routes.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { applyImport } from './apply-import.ts'
import { geometryImportHandlers } from './geometry-imports.routes.ts'
import { forgetImports } from './import-cleanup.ts'
import { undoImport } from './undo-import.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const routes = { ...geometryImportRoutes, ...plotRoutes, ...noFlyZoneRoutes }
type Position = readonly [number, number]
type Paged<T> = { items: T[]; total: number }

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let folder: string
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
let team: TestPerson
let county: TestPerson

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swath-geometry-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  console_ = await openConsole(
    database,
    routes,
    (services) => ({
      ...geometryImportHandlers(services),
      ...plotHandlers(services),
      ...noFlyZoneHandlers(services),
    }),
    now,
    { dataFolder: folder },
  )
  team = await console_.person({
    type: 'operator',
    operator_type: 'team',
    region_code: '156330106',
    name: 'Green Team',
  })
  county = await console_.person({ type: 'government', region_code: '156330106', name: 'Xihu' })
  return () => console_.close()
})

/** A square in Hangzhou. */
const square = (lng: number, lat: number, side = 0.001): Position[] => [
  [lng, lat],
  [lng + side, lat],
  [lng + side, lat + side],
  [lng, lat + side],
  [lng, lat],
]
const feature = (name: string, ring: readonly Position[]) => ({
  type: 'Feature',
  properties: { name, owner: `Of ${name}` },
  geometry: { type: 'Polygon', coordinates: [ring] },
})
const [a, b, c, d] = square(120.13, 30.25) as [Position, Position, Position, Position]
/** Two valid fields, one that can be repaired, and one that cannot. */
const fields = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    feature('North', square(120.11, 30.25)),
    feature('South', square(120.12, 30.25)),
    feature('Open', [a, b, c, d]),
    feature('Crossed', [a, c, b, d, a]),
  ],
})

const boundary = 'swath-test-boundary'
const send = async (
  text: string,
  {
    person = team,
    target = 'plots' as ImportTarget,
    fileName = 'fields.geojson',
    encoding = 'utf8' as BufferEncoding,
    language = 'en',
  } = {},
) =>
  console_.server.inject({
    method: 'POST',
    url: `/api/geometry/imports/${target}?fileName=${fileName}`,
    headers: {
      'host': 'localhost',
      'language': language,
      'authorization': `Bearer ${person.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="f"\r\ncontent-type: application/octet-stream\r\n\r\n${text}\r\n--${boundary}--\r\n`,
      encoding,
    ),
  })
const bring = async (text: string, options: Parameters<typeof send>[1] = {}) => {
  const reply = await send(text, options)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<GeometryImport>()
}
const act = (
  operation:
    | 'applyGeometryImport'
    | 'cancelGeometryImport'
    | 'undoGeometryImport'
    | 'getGeometryImport',
  { importId }: GeometryImport,
  person = team,
) => console_.ask<GeometryImport>(person, operation, { params: { importId } })
const itemsOf = async ({ importId }: GeometryImport, query = {}, person = team) =>
  (
    await console_.ask<Paged<GeometryImportItem>>(person, 'listGeometryImportItems', {
      params: { importId },
      query,
    })
  ).items
/** Runs the next step of the queue. */
const work = (given: GeometryImport, person = team) =>
  applyImport(
    console_.services,
    { importId: given.importId, userId: person.id, ip: '127.0.0.1', language: 'en' },
    new AbortController().signal,
  )
const apply = async (given: GeometryImport, person = team) => {
  await act('applyGeometryImport', given, person)
  await work(given, person)
  return act('getGeometryImport', given, person)
}
const undo = async (given: GeometryImport, person = team) => {
  expect(await act('undoGeometryImport', given, person)).toMatchObject({ status: 'undoing' })
  await undoImport(
    console_.services,
    { importId: given.importId, userId: person.id, ip: '127.0.0.1', language: 'en' },
    new AbortController().signal,
  )
  return act('getGeometryImport', given, person)
}
const listPlots = async () =>
  (await console_.ask<Paged<Plot>>(team, 'listPlots', { query: { pageSize: '100' } })).items
const listZones = async () =>
  (await console_.ask<Paged<NoFlyZone>>(county, 'listNoFlyZones', { query: { pageSize: '100' } }))
    .items

describe('a file of fields', () => {
  test('is read and shown row by row before anything is created', async () => {
    const read = await bring(fields)
    expect(read).toMatchObject({
      status: 'ready',
      format: 'geojson',
      itemNum: 4,
      goodNum: 2,
      mendedNum: 1,
      badNum: 1,
      chosenNum: 3,
      columns: ['name', 'owner'],
    })
    const items = await itemsOf(read)
    expect(
      items.map(({ name, state, problems }) => [name, state, problems.map((p) => p.reason)]),
    ).toEqual([
      ['North', 'good', []],
      ['South', 'good', []],
      ['Open', 'mended', ['unclosed']],
      ['Crossed', 'bad', ['self_crossing']],
    ])
    expect(items[3]!.problems[0]!.at![0]).toBeCloseTo(120.1305, 4)
    expect(await listPlots()).toEqual([])
  })

  test('valid rows become plots, or a selection of them, and can be undone', async () => {
    const read = await bring(fields)
    await console_.ask(team, 'chooseGeometryItems', {
      params: { importId: read.importId },
      body: { numbers: [2], isChosen: false },
    })
    const done = await apply(read)
    expect(done).toMatchObject({ status: 'applied', madeNum: 2, refusedNum: 0 })
    const plots = await listPlots()
    expect(plots.map(({ blockName }) => blockName).sort()).toEqual(['North', 'Open'])
    expect(plots.every(({ regionCode }) => regionCode === '156330106')).toBe(true)
    expect(await undo(read)).toMatchObject({ status: 'undone', keptNum: 0 })
    expect(await listPlots()).toEqual([])
    expect(await verifyChain(db, team.account.id)).toMatchObject({ whole: true })
  })

  test('undo keeps items changed since, and names them', async () => {
    const read = await bring(fields)
    await apply(read)
    const north = (await listPlots()).find(({ blockName }) => blockName === 'North')!
    await console_.ask(team, 'updatePlot', {
      params: { blockId: north.blockId },
      body: { blockName: 'North, sold', parts: north.parts, version: north.version },
    })
    expect(await undo(read)).toMatchObject({ status: 'undone', keptNum: 1, madeNum: 1 })
    expect((await itemsOf(read, { result: 'kept' })).map(({ name }) => name)).toEqual(['North'])
    expect((await listPlots()).map(({ blockName }) => blockName)).toEqual(['North, sold'])
  })

  test('stopping while it is applied leaves nothing', async () => {
    const read = await bring(fields)
    await act('applyGeometryImport', read)
    expect(await act('cancelGeometryImport', read)).toMatchObject({ status: 'applying' })
    await work(read)
    expect(await act('getGeometryImport', read)).toMatchObject({
      status: 'ready',
      doneNum: 0,
      madeNum: 0,
      chosenNum: 3,
    })
    expect(await listPlots()).toEqual([])
    expect(await apply(read)).toMatchObject({ status: 'applied', madeNum: 3 })
  })

  test('a job that runs twice creates them once', async () => {
    const read = await bring(fields)
    await apply(read)
    await work(read)
    expect(await listPlots()).toHaveLength(3)
  })

  test('uses the person’s settings: the column of names, and offset coordinates', async () => {
    const offset = square(120.11, 30.25, 0.01).map((place) => gcj02FromWgs84(place))
    const read = await bring(JSON.stringify(feature('Shifted', offset)))
    const changed = await console_.ask<GeometryImport>(team, 'changeGeometryImport', {
      params: { importId: read.importId },
      body: { shift: 'gcj02', nameColumn: 'owner' },
    })
    expect(changed.settings).toMatchObject({ shift: 'gcj02', nameColumn: 'owner' })
    expect(await apply(changed)).toMatchObject({ madeNum: 1 })
    const [plot] = await listPlots()
    expect(plot!.blockName).toBe('Of Shifted')
    expect(Math.min(...plot!.parts[0]![0]!.map(([lng]) => lng))).toBeCloseTo(120.11, 6)
  })

  test('villages are read from a column that is detected or chosen', async () => {
    const named = (name: string, properties: object) => {
      const one = feature(name, square(name === 'A' ? 120.11 : 120.12, 30.25))
      return { ...one, properties: { ...one.properties, ...properties } }
    }
    const file = JSON.stringify({
      type: 'FeatureCollection',
      features: [named('A', { 村名: ' 龙井村 ', place: 'Hill' }), named('B', { place: 'Lake' })],
    })
    const villages = async () =>
      (await listPlots())
        .toSorted((one, other) => (one.blockName < other.blockName ? -1 : 1))
        .map(({ village }) => village)
    const read = await bring(file)
    await apply(read)
    expect(await villages()).toEqual(['龙井村', ''])
    await undo(read)
    const chosen = await console_.ask<GeometryImport>(team, 'changeGeometryImport', {
      params: { importId: (await bring(file)).importId },
      body: { villageColumn: 'place' },
    })
    await apply(chosen)
    expect(await villages()).toEqual(['Hill', 'Lake'])
  })

  test('is assigned to an account below, found by name or phone number, with a crop', async () => {
    const branch = await console_.person({
      type: 'operator',
      name: 'Lake branch',
      parent: team.account,
      region_code: '156330106',
    })
    const owners = async (search: string) =>
      (
        await console_.ask<{ items: { accountId: string; accountName: string }[] }>(
          team,
          'listPlotOwners',
          { query: { search } },
        )
      ).items.map(({ accountName }) => accountName)
    expect(await owners('lake')).toEqual(['Lake branch'])
    expect(await owners(branch.phone.split('-')[1]!)).toEqual(['Lake branch'])
    expect(await owners('Green')).toEqual([])
    const read = await bring(fields)
    const change = (body: object) => ({ params: { importId: read.importId }, body })
    const stranger = await console_.person({ type: 'farmer', name: 'Lake stranger' })
    for (const body of [{ ownerId: stranger.account.id }, { cropId: 'unicorns' }])
      expect(await console_.refusal(team, 'changeGeometryImport', change(body))).toEqual([
        404,
        'not_found',
      ])
    await console_.ask(
      team,
      'changeGeometryImport',
      change({ ownerId: branch.account.id, cropId: 'rice' }),
    )
    expect(await apply(read)).toMatchObject({ status: 'applied', madeNum: 3 })
    expect(
      (await console_.ask<Paged<Plot>>(branch, 'listPlots')).items.map(({ holding, crop }) => [
        holding,
        crop,
      ]),
    ).toEqual([
      ['own', 'Rice'],
      ['own', 'Rice'],
      ['own', 'Rice'],
    ])
  })

  test('an item whose owner is no longer below the account is not created', async () => {
    const branch = await console_.person({ type: 'operator', parent: team.account })
    const read = await bring(fields)
    await console_.ask(team, 'changeGeometryImport', {
      params: { importId: read.importId },
      body: { ownerId: branch.account.id },
    })
    await db
      .updateTable('account')
      .set({ enabled: false })
      .where('id', '=', branch.account.id)
      .execute()
    expect(await apply(read)).toMatchObject({ status: 'ready', problem: 'right_lost', madeNum: 0 })
  })

  test('files beyond the limit leave nothing, however many arrive at once', async () => {
    const store = openFileStore(console_.services.config)
    const countStored = async (): Promise<number> => {
      const keys: string[] = []
      for await (const { key } of store.list()) keys.push(key)
      return keys.length
    }
    const storedBefore = await countStored()
    const answers = await Promise.all(Array.from({ length: 34 }, () => send(fields)))
    const read = answers.filter(({ statusCode }) => statusCode === 200)
    expect(read).toHaveLength(30)
    expect(answers.map(({ statusCode }) => statusCode)).toContain(409)
    expect((await countStored()) - storedBefore).toBe(30)
    for (const answer of read)
      expect(await act('cancelGeometryImport', answer.json<GeometryImport>())).toMatchObject({
        status: 'cancelled',
      })
    expect(await countStored()).toBe(storedBefore)
  })

  test('abandoned and discarded files are removed automatically', async () => {
    const read = await bring(fields)
    expect(await act('cancelGeometryImport', read)).toMatchObject({ status: 'cancelled' })
    const old = await bring(fields)
    console_.clock.set(now + 31 * 86_400_000)
    const store = openFileStore(console_.services.config)
    expect(await forgetImports(console_.services, store)).toBeGreaterThan(0)
    console_.clock.set(now)
    expect(await act('getGeometryImport', old)).toMatchObject({ status: 'cancelled' })
    expect(await itemsOf(old)).toEqual([])
  })
})

describe('a file of zones', () => {
  const zones = JSON.stringify({
    title: 'Zones',
    features: [
      {
        identifier: 'HZ1',
        country: 'CHN',
        name: 'Airfield',
        restriction: 'REQ_AUTHORISATION',
        reason: ['AIR_TRAFFIC'],
        message: 'Ask the tower',
        applicability: [
          {
            permanent: 'YES',
            schedule: [{ day: ['SAT'], startTime: '08:00Z', endTime: '18:00Z' }],
          },
        ],
        zoneAuthority: [{ name: 'Tower', email: 'no mail', phone: '1', purpose: 'AUTHORIZATION' }],
        geometry: [
          {
            uomDimensions: 'M',
            lowerLimit: 0,
            lowerVerticalReference: 'AGL',
            upperLimit: 120,
            upperVerticalReference: 'AMSL',
            horizontalProjection: { type: 'Circle', center: [120.12, 30.25], radius: 500 },
          },
        ],
      },
      {
        identifier: 'FAR',
        country: 'CHN',
        name: 'Elsewhere',
        restriction: 'PROHIBITED',
        reason: ['NATURE'],
        geometry: [
          { horizontalProjection: { type: 'Polygon', coordinates: [square(100.5, 13.7)] } },
        ],
      },
    ],
  })

  test('keeps the authority’s data; areas outside the region are refused by name', async () => {
    const read = await bring(zones, { person: county, target: 'no-fly-zones', fileName: 'z.json' })
    expect(read).toMatchObject({ format: 'ed-269', goodNum: 1, mendedNum: 1 })
    const [item] = await itemsOf(read, { state: 'mended' }, county)
    expect(item!.problems).toMatchObject([{ reason: 'unknown_words', word: 'authorities' }])
    const done = await apply(read, county)
    expect(done).toMatchObject({ status: 'applied', madeNum: 1, refusedNum: 1 })
    const [refused] = await itemsOf(read, { result: 'refused' }, county)
    expect(refused).toMatchObject({ name: 'Elsewhere', madeName: null })
    expect(refused!.refusal).toMatch(/region/)
    const [zone] = await listZones()
    expect(zone).toMatchObject({
      noflyName: 'Airfield',
      shape: { kind: 'circle', center: [120.12, 30.25], radiusM: 500 },
      restriction: 'req_authorisation',
      reasons: ['air_traffic'],
      message: 'Ask the tower',
      upperM: 120,
      upperReference: 'sea',
      windows: [{ days: [6], from: '08:00', until: '18:00' }],
    })
    expect(await undo(read, county)).toMatchObject({ status: 'undone' })
    expect(await listZones()).toEqual([])
  })

  test('is not applied if the person lost the right meanwhile', async () => {
    const read = await bring(zones, { person: county, target: 'no-fly-zones', fileName: 'z.json' })
    await act('applyGeometryImport', read, county)
    const giveRights = (rights: string[] | null) =>
      db.updateTable('app_user').set({ rights }).where('id', '=', county.id).execute()
    await giveRights(['alarm.handle'])
    await work(read, county)
    await giveRights(null)
    expect(await act('getGeometryImport', read, county)).toMatchObject({
      status: 'ready',
      problem: 'right_lost',
      madeNum: 0,
    })
    expect(await listZones()).toEqual([])
  })

  test('is refused without the right, and invisible to other accounts', async () => {
    const reply = await send(zones, { target: 'no-fly-zones' })
    expect(reply.statusCode).toBe(403)
    const read = await bring(zones, { person: county, target: 'no-fly-zones' })
    expect(
      await console_.refusal(team, 'getGeometryImport', { params: { importId: read.importId } }),
    ).toEqual([404, 'not_found'])
  })
})

/** Valid fields around a broken one, with the problem that is reported for it. */
const broken: readonly (readonly [string, unknown, string, boolean])[] = [
  ['is not closed', [[a, b, c, d]], 'unclosed', true],
  ['has corners twice', [[a, a, b, c, c, d, a]], 'duplicate_points', true],
  ['has a spike', [[a, b, c, [120.132, 30.252], c, d, a]], 'spike', true],
  ['has its hole first', [square(120.1302, 30.2502, 0.0002), [a, b, c, d, a]], 'ring_order', true],
  [
    'touches itself',
    [[a, b, c, [120.132, 30.251], [120.132, 30.252], [120.131, 30.252], c, d, a]],
    'self_touching',
    true,
  ],
  ['crosses itself', [[a, c, b, d, a]], 'self_crossing', false],
  ['has two corners', [[a, b, a]], 'too_few_points', false],
  ['has a place without a number', [[a, b, [null, 30.2], a]], 'not_a_number', false],
  ['lies off the earth', [[a, b, [120.13, 130.2], a]], 'out_of_range', false],
  ['has a hole outside', [[a, b, c, d, a], square(120.14, 30.25, 0.0002)], 'hole_outside', false],
  [
    'has holes over each other',
    [[a, b, c, d, a], square(120.1302, 30.2502, 0.0004), square(120.1304, 30.2504, 0.0004)],
    'holes_overlap',
    false,
  ],
  ['is a continent', [square(90, 20, 20)], 'too_large', false],
]
describe.each(broken)('a file of which one field %s', (_how, coordinates, reason, isRepaired) => {
  const text = JSON.stringify({
    type: 'FeatureCollection',
    features: [
      feature('Before', square(120.11, 30.25)),
      { type: 'Feature', properties: { name: 'It' }, geometry: { type: 'Polygon', coordinates } },
      feature('After', square(120.12, 30.25)),
    ],
  })
  const names = async () => (await listPlots()).map(({ blockName }) => blockName).sort()

  test('reports it at its row, imports the rest, and leaves nothing when it is cancelled', async () => {
    const cancelled = await bring(text)
    expect(await act('cancelGeometryImport', cancelled)).toMatchObject({ status: 'cancelled' })
    expect(await itemsOf(cancelled)).toEqual([])
    const read = await bring(text)
    const items = await itemsOf(read)
    expect(items.map(({ number, name, state }) => [number, name, state])).toEqual([
      [1, 'Before', 'good'],
      [2, 'It', isRepaired ? 'mended' : 'bad'],
      [3, 'After', 'good'],
    ])
    expect(items[1]!.problems).toContainEqual(expect.objectContaining({ reason, isRepaired }))
    expect(await names()).toEqual([])
    const done = await apply(read)
    expect(done).toMatchObject({ status: 'applied', madeNum: isRepaired ? 3 : 2, refusedNum: 0 })
    expect(await names()).toEqual(isRepaired ? ['After', 'Before', 'It'] : ['After', 'Before'])
    expect(await undo(read)).toMatchObject({ status: 'undone', keptNum: 0 })
    expect(await names()).toEqual([])
  })
})

describe('a file that cannot be read at all', () => {
  const zip = async (name: string, content: string): Promise<string> => {
    const pieces: Uint8Array[] = []
    for await (const piece of writeZip([{ name, content }])) pieces.push(piece)
    return Buffer.concat(pieces).toString('latin1')
  }
  test('is refused with the reason in the sender’s language, and not stored', async () => {
    const whole = await zip('doc.kml', '<kml><Placemark/></kml>')
    for (const [text, en, th] of [
      ['hello', /no fields or zones/, /ไม่มีแปลง/],
      [fields.slice(0, -40), /truncated/, /ไม่ครบ/],
      [whole.slice(0, -60), /truncated/, /ไม่ครบ/],
      ['SQLite format 3\0', /GeoPackage/, /GeoPackage/],
      [
        await zip('parcels.gml', '<x/>'),
        /\(GML\)\. Save it as GeoJSON/,
        /\(GML\) โปรดบันทึกเป็น GeoJSON/,
      ],
      ['{"type":"FeatureCollection","features":[]}', /has no fields or zones/, /ไม่มีแปลงหรือเขต/],
    ] as const)
      for (const [language, message] of [
        ['en', en],
        ['th', th],
      ] as const) {
        const reply = await send(text, { encoding: 'latin1', language })
        expect(reply.json(), text.slice(0, 40)).toMatchObject({ code: 'geometry_not_read' })
        expect(reply.statusCode).toBe(400)
        expect(reply.json<{ message: string }>().message, text.slice(0, 40)).toMatch(message)
      }
    const { total } = await console_.ask<Paged<GeometryImport>>(team, 'listGeometryImports', {
      query: { target: 'plots' },
    })
    expect(total).toBe(0)
  })
})

describe('export and import', () => {
  const exported = async (
    operation: 'exportPlots' | 'exportNoFlyZones',
    query: Record<string, string>,
    person: TestPerson,
  ): Promise<Buffer> => {
    const reply = await console_.send(operation, { query }, person)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.rawPayload
  }
  const bringBytes = (bytes: Buffer, fileName: string, target: ImportTarget, person: TestPerson) =>
    bring(bytes.toString('latin1'), { fileName, target, person, encoding: 'latin1' })

  test.each(plotFileFormats)('plots exported as %s can be imported', async (format) => {
    await apply(await bring(fields))
    const chosen = (await listPlots()).filter(({ blockName }) => blockName !== 'South')
    const bytes = await exported(
      'exportPlots',
      { format, blockIds: chosen.map(({ blockId }) => blockId).join(',') },
      team,
    )
    const read = await bringBytes(bytes, `plots.${format}`, 'plots', team)
    expect(read).toMatchObject({ goodNum: 2, badNum: 0, mendedNum: 0 })
    const items = await itemsOf(read)
    expect(items.map(({ name }) => name).sort()).toEqual(['North', 'Open'])
    for (const { name, area } of items)
      expect(area).toBeCloseTo(chosen.find(({ blockName }) => blockName === name)!.area, 3)
  })

  test.each(zoneFileFormats)('zones exported as %s can be imported', async (format) => {
    const ring = square(120.13, 30.25)
    const made: string[] = []
    for (const shape of [
      { kind: 'circle', center: [120.12, 30.25], radiusM: 500 },
      { kind: 'polygon', rings: [ring] },
    ]) {
      const body = {
        noflyName: `A ${shape.kind}`,
        type: 1,
        shape,
        reasons: ['nature'],
        upperM: 120,
      }
      made.push((await console_.ask<NoFlyZone>(county, 'createNoFlyZone', { body })).noflyId)
    }
    const bytes = await exported('exportNoFlyZones', { format, noflyIds: made.join(',') }, county)
    const read = await bringBytes(bytes, `zones.${format}`, 'no-fly-zones', county)
    expect(read).toMatchObject({ goodNum: 2, badNum: 0 })
    const areas = (await itemsOf(read, {}, county)).map(({ area }) => area * MU_M2)
    expect(Math.max(...areas) / (Math.PI * 500 ** 2)).toBeCloseTo(1, 3)
  })
})
