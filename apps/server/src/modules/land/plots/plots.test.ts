import { beforeEach, describe, expect, test } from 'vitest'
import { plotRoutes, type Plot, type PlotDetail, type PlotInput } from '@swath/contract/land/plots'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  readCsv,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { findPlotOnDay } from './plot-shapes.queries.ts'
import { plotHandlers } from './plots.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const hour = 3_600_000
const minute = 60_000
type List = {
  items: Plot[]
  total: number
  stats: { area: number; holdings: Record<string, number> }
}
type Place = [number, number]

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof plotRoutes>>>
let team: TestPerson
let farmer: TestPerson

beforeEach(async () => {
  console_ = await openConsole(database, plotRoutes, plotHandlers, now)
  team = await console_.person({
    type: 'operator',
    operator_type: 'team',
    name: 'Green Team',
    region_code: '156330106',
  })
  farmer = await console_.person({ type: 'farmer', name: 'Old Zhang', region_code: '156330106' })
  return () => console_.close()
})

/** A square by its south-west corner and side in degrees. */
const square = (lng: number, lat: number, side: number): Place[] => [
  [lng, lat],
  [lng + side, lat],
  [lng + side, lat + side],
  [lng, lat + side],
  [lng, lat],
]
/** A field in Hangzhou. */
const field = [[square(120.1, 30.2, 0.002)]]
const buildBody = (given: Partial<PlotInput> = {}) => ({
  blockName: 'River field',
  parts: field,
  ...given,
})
const create = (person: TestPerson, given: Partial<PlotInput> = {}) =>
  console_.ask<PlotDetail>(person, 'createPlot', { body: buildBody(given) })
const read = (person: TestPerson, blockId: string) =>
  console_.ask<PlotDetail>(person, 'getPlot', { params: { blockId } })
const list = (person: TestPerson, query: Record<string, string> = {}) =>
  console_.ask<List>(person, 'listPlots', { query })
const names = async (person: TestPerson, query: Record<string, string> = {}) =>
  (await list(person, query)).items.map(({ blockName }) => blockName)
const readAudit = (id: string) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'object_name', 'details'])
    .where('object_id', '=', id)
    .orderBy('number')
    .execute()

describe('drawing', () => {
  test('several parts with a hole: area, region, owner and actions', async () => {
    const plot = await create(team, {
      parts: [
        [square(120.1, 30.2, 0.002), square(120.1005, 30.2005, 0.001).toReversed()],
        [square(120.11, 30.2, 0.001)],
      ],
    })
    expect(plot).toMatchObject({
      holding: 'own',
      accountName: 'Green Team',
      regionCode: '156330106',
      cornerNum: 12,
      isSketch: false,
      formerShapes: [],
      shares: [],
      workNum: 0,
      can: { update: true, delete: true, share: true },
    })
    const squareM2 = 0.001 ** 2 * 96_266 * 110_861
    expect((plot.area * 2000) / 3 / (squareM2 * 4)).toBeCloseTo(1, 2)
    expect(await read(team, plot.blockId)).toEqual(plot)
    expect(await readAudit(plot.blockId)).toMatchObject([
      { action: 'plot.create', object_name: 'River field' },
    ])
  })

  test('a village is stored as entered, found by part of its name, and logged', async () => {
    const plot = await create(team, { village: '  Upper Longjing ' })
    expect(plot.village).toBe('Upper Longjing')
    const other = await create(team, { blockName: 'Other', parts: [[square(120.2, 30.2, 0.002)]] })
    expect(other.village).toBe('')
    expect(await names(team, { village: 'longj' })).toEqual(['River field'])
    expect(await names(team, { search: 'longj' })).toEqual(['River field'])
    const changed = await console_.ask<PlotDetail>(team, 'updatePlot', {
      params: { blockId: plot.blockId },
      body: buildBody({ village: 'Lower Longjing', version: plot.version }),
    })
    expect(changed.village).toBe('Lower Longjing')
    expect((await readAudit(plot.blockId))[1]).toMatchObject({
      details: { before: { village: 'Upper Longjing' }, after: { village: 'Lower Longjing' } },
    })
    const tooLong = { body: buildBody({ village: 'v'.repeat(81) }) }
    expect((await console_.refusal(team, 'createPlot', tooLong))[1]).toBe('invalid_input')
  })

  test('invalid plots are refused with a message, a crossing with its position', async () => {
    const round = (lng: number, corners: number): Place[] => {
      const ring = Array.from({ length: corners }, (_, i): Place => {
        const angle = (i / corners) * 2 * Math.PI
        return [lng + 0.01 * Math.cos(angle), 30.2 + 0.01 * Math.sin(angle)]
      })
      return [...ring, ring[0]!]
    }
    const bow: Place[] = [
      [120.1, 30.2],
      [120.102, 30.202],
      [120.102, 30.2],
      [120.1, 30.202],
      [120.1, 30.2],
    ]
    const reply = await console_.send('createPlot', { body: buildBody({ parts: [[bow]] }) }, team)
    expect(reply.json()).toMatchObject({
      code: 'plot_crossing',
      message: expect.stringContaining('120.101000°, 30.201000°'),
      details: [{ path: 'parts', message: '120.101000°, 30.201000°' }],
    })
    const refused = async (parts: Place[][][], more: Partial<PlotInput> = {}) =>
      (await console_.refusal(team, 'createPlot', { body: buildBody({ parts, ...more }) }))[1]
    expect([
      await refused([[square(120.1, 30.2, 0.002)], [square(120.101, 30.201, 0.002)]]),
      await refused([[square(120.1, 30.2, 0.002), square(120.2, 30.2, 0.001)]]),
      await refused([[square(120.1, 30.2, 0.2)]]),
      await refused([[square(120.1, 30.2, 0.00002)]]),
      await refused([]),
      await refused(field, { regionCode: '156410100' }),
      await refused(field, { cropId: 'unicorns' }),
      await refused([120.1, 120.2, 120.3].map((lng) => [round(lng, 7_000)])),
    ]).toEqual([
      'plot_parts_overlap',
      'plot_hole_outside',
      'plot_too_large',
      'plot_too_small',
      'invalid_input',
      'invalid_input',
      'not_found',
      'invalid_input',
    ])
  })

  test('an overlap with a neighbour is reported and refused, and saved if it is accepted', async () => {
    const first = await create(team)
    await create(farmer) // another account's plot is no neighbour
    const over = { blockName: 'Second', parts: [[square(120.101, 30.2, 0.002)]] }
    const { overlaps } = await console_.ask<{ overlaps: unknown[] }>(team, 'checkPlot', {
      body: { parts: over.parts },
    })
    const half = (0.001 * 96_266 * 0.002 * 110_861) / 1
    expect(overlaps).toEqual([
      { blockId: first.blockId, blockName: 'River field', areaM2: expect.closeTo(half, -3) },
    ])
    expect(await console_.refusal(team, 'createPlot', { body: over })).toEqual([
      409,
      'plot_overlaps',
    ])
    const second = await create(team, { ...over, acceptsOverlap: true })
    expect(second.blockName).toBe('Second')
    // The name may be changed while the shape stays the same.
    const renamed = await console_.ask<PlotDetail>(team, 'updatePlot', {
      params: { blockId: second.blockId },
      body: { ...over, blockName: 'Third', version: second.version },
    })
    expect(renamed.blockName).toBe('Third')
    // If the shape overlaps more, confirmation is required again.
    expect(
      await console_.refusal(team, 'updatePlot', {
        params: { blockId: second.blockId },
        body: { ...over, parts: [[square(120.1005, 30.2, 0.002)]], version: renamed.version },
      }),
    ).toEqual([409, 'plot_overlaps'])
  })

  test('20,000 corners are measured in a worker, and drawn on maps with 200', async () => {
    const round = Array.from({ length: 9_999 }, (_, i): Place => {
      const angle = (2 * Math.PI * i) / 9_999
      return [120.3 + 0.01 * Math.cos(angle), 30.3 + 0.01 * Math.sin(angle)]
    })
    const plot = await create(team, { parts: [[[...round, round[0]!]]] })
    expect(plot.cornerNum).toBe(9_999)
    const { items } = await list(team)
    expect(items[0]!.isSketch).toBe(true)
    expect(items[0]!.parts[0]![0]!.length).toBeLessThanOrEqual(201)
  })
})

describe('the list', () => {
  test('own plots, and those of sub-accounts, by name, region and owner; totals of all that match', async () => {
    const sub = await console_.person({
      type: 'operator',
      operator_type: 'team',
      name: 'Green Team South',
      region_code: '156330108',
      parent: team.account,
    })
    await create(team)
    await create(sub, { blockName: 'South 50%', parts: [[square(120.2, 30.2, 0.001)]] })
    await create(farmer)
    expect(await names(team)).toEqual(expect.arrayContaining(['South 50%', 'River field']))
    const holdings = { own: 1, sub: 1, shared: 0, other: 0 }
    expect((await list(team)).stats.holdings).toEqual(holdings)
    expect((await list(team, { holding: 'sub' })).stats.holdings).toEqual(holdings)
    expect(await names(team, { holding: 'sub' })).toEqual(['South 50%'])
    expect(await names(team, { holding: 'own' })).toEqual(['River field'])
    expect((await list(team)).total).toBe(2)
    expect(await names(team, { onlyMyAccount: 'true' })).toEqual(['River field'])
    expect(await names(team, { onlySubAccount: 'true' })).toEqual(['South 50%'])
    expect(await names(team, { onlySubAccount: '1' })).toEqual(['South 50%'])
    for (const no of ['false', '0'])
      expect((await list(team, { onlyMyAccount: no, onlySubAccount: no })).total).toBe(2)
    expect(await names(team, { search: '50%' })).toEqual(['South 50%'])
    for (const search of ['SOUTH 5', 'sOu', 'th 50%', 'SO'])
      expect(await names(team, { search }), search).toEqual(['South 50%'])
    expect(await names(team, { accountName: 'South' })).toEqual(['South 50%'])
    expect(await names(team, { region: '156330108' })).toEqual(['South 50%'])
    expect(await names(team, { sortParam: 'area' })).toEqual(['South 50%', 'River field'])
    expect(await names(sub)).toEqual(['South 50%'])
    const county = await console_.person({ type: 'government', region_code: '156330108' })
    expect((await list(county)).items).toMatchObject([
      { blockName: 'South 50%', holding: 'other', can: { update: false, delete: false } },
    ])
    const reply = await console_.send('exportPlots', { query: { areaUnit: 'hectare' } }, team)
    expect(readCsv(reply.body).length).toBe(2)
  })
})

describe('a change', () => {
  test('keeps the earlier shape for earlier work', async () => {
    const { blockId, version } = await create(team)
    console_.clock.advance(minute)
    const parts = [[square(120.1, 30.2, 0.003)]]
    const changed = await console_.ask<PlotDetail>(team, 'updatePlot', {
      params: { blockId },
      body: buildBody({ parts, version }),
    })
    expect(changed).toMatchObject({
      version: version + 1,
      parts,
      shapeFrom: new Date(now + minute).toISOString(),
      formerShapes: [
        {
          from: new Date(now).toISOString(),
          until: new Date(now + minute).toISOString(),
          parts: field,
        },
      ],
    })
    const onDay = async (at: number) => (await findPlotOnDay(db, blockId, new Date(at)))?.parts
    expect(await onDay(now - hour)).toEqual(field)
    expect(await onDay(now + minute - 1)).toEqual(field)
    expect(await onDay(now + minute)).toEqual(parts)
  })

  test('from an outdated version gets a conflict, with the author and the changed fields', async () => {
    const { blockId, version } = await create(team)
    const colleague = await console_.colleague(team, { name: 'Li Na' })
    const change = (person: TestPerson, given: Partial<PlotInput>) =>
      console_.send(
        'updatePlot',
        { params: { blockId }, body: buildBody({ ...given, version }) },
        person,
      )
    expect((await change(colleague, { blockName: 'Lake field' })).statusCode).toBe(200)
    const reply = await change(team, { parts: [[square(120.1, 30.2, 0.003)]] })
    expect(reply.json()).toMatchObject({
      code: 'conflict',
      details: [{ path: 'blockName', message: 'Changed by Li Na in the meantime' }],
    })
    expect(await read(team, blockId)).toMatchObject({ blockName: 'Lake field', parts: field })
  })
})

describe('deleting', () => {
  const remove = (person: TestPerson, blockIds: string, isForced = false) =>
    console_.send(isForced ? 'forceDeletePlots' : 'deletePlots', { query: { blockIds } }, person)

  test('without a selection it reports that no plot is selected', async () => {
    expect((await remove(team, '')).json()).toMatchObject({
      code: 'no_plot_selected',
      message: 'No plot is selected.',
    })
    expect((await remove(team, 'x')).statusCode).toBe(400)
    expect((await remove(team, crypto.randomUUID())).statusCode).toBe(404)
  })

  test('deletes all or none; one with work only by force, and its records stay', async () => {
    const one = await create(team)
    const worked = await create(team, {
      blockName: 'Worked',
      parts: [[square(120.2, 30.2, 0.002)]],
    })
    const maker = await console_.person({ type: 'manufacturer' })
    const modelId = await insertModel(db, maker.account.id)
    const drone = await insertDroneRow(db, {
      modelId,
      manufacturerId: maker.account.id,
      operatorId: team.account.id,
    })
    const flight = await insertFlight(db, drone, { startMs: now - hour, plotId: worked.blockId })
    const both = `${one.blockId},${worked.blockId}`
    expect((await remove(team, both)).json()).toMatchObject({
      code: 'plot_has_work',
      details: [{ path: 'blockIds', message: 'Worked: 1 work records' }],
    })
    expect((await list(team)).total).toBe(2)
    expect((await remove(farmer, both, true)).statusCode).toBe(404)
    expect((await remove(team, both, true)).statusCode).toBe(204)
    expect((await list(team)).total).toBe(0)
    const record = await db
      .selectFrom('work_record')
      .select('plot_id')
      .where('sortie_id', '=', flight)
      .executeTakeFirst()
    expect(record?.plot_id).toBe(worked.blockId)
    expect((await readAudit(worked.blockId)).at(-1)).toMatchObject({
      action: 'plot.force-delete',
      details: { workNum: 1 },
    })
  })
})

describe('sharing', () => {
  type Offers = { items: { shareId: string; blockName: string; accountName: string }[] }
  const share = (body: object, person = team) => console_.send('sharePlots', { body }, person)
  const offers = async (person: TestPerson) =>
    (await console_.ask<Offers>(person, 'listOfferedPlots')).items
  const answer = (person: TestPerson, shareId: string, opr: 'accept' | 'decline') =>
    console_.send('answerPlotShare', { params: { shareId }, body: { opr } }, person)

  test('offered to a number, accepted by the person with it, changed with the right, and revoked', async () => {
    const { blockId } = await create(team)
    const shareBody = { blockIds: [blockId], targetUserPhone: farmer.phone, rights: 'edit' }
    expect((await share(shareBody)).statusCode).toBe(204)
    expect(await names(farmer)).toEqual([])
    const [offer] = await offers(farmer)
    expect(offer).toMatchObject({ blockName: 'River field', accountName: 'Green Team' })
    const stranger = await console_.person({ type: 'farmer' })
    expect((await answer(stranger, offer!.shareId, 'accept')).statusCode).toBe(404)
    expect((await answer(farmer, offer!.shareId, 'accept')).statusCode).toBe(204)
    expect(await offers(farmer)).toEqual([])

    await create(farmer, { blockName: 'Of the farmer', acceptsOverlap: true })
    const { items } = await list(farmer, { sortParam: 'blockName' })
    expect(items.map(({ blockName, holding, can }) => [blockName, holding, can.update])).toEqual([
      ['Of the farmer', 'own', true],
      ['River field', 'shared', true],
    ])
    expect(items[1]!.can).toEqual({ update: true, delete: false, share: false })
    // Drawing over a shared plot warns just as for a plot of the own account.
    const { overlaps } = await console_.ask<{ overlaps: { blockName: string }[] }>(
      farmer,
      'checkPlot',
      { body: { parts: items[1]!.parts } },
    )
    expect(overlaps.map(({ blockName }) => blockName)).toContain('River field')
    const changed = await console_.ask<PlotDetail>(farmer, 'updatePlot', {
      params: { blockId },
      body: buildBody({ blockName: 'Lake field' }),
    })
    expect(changed).toMatchObject({ blockName: 'Lake field', shares: [] })
    const refusal = await console_.refusal(farmer, 'deletePlots', { query: { blockIds: blockId } })
    expect(refusal).toEqual([403, 'forbidden'])

    const { shares } = await read(team, blockId)
    expect(shares).toMatchObject([
      { state: 'accepted', receiverName: 'Old Zhang', rights: 'edit', until: null },
    ])
    const { shareId } = shares[0]!
    const recall = { params: { shareId } }
    expect(await console_.refusal(farmer, 'recallPlotShare', recall)).toEqual([403, 'forbidden'])
    await console_.ask(team, 'recallPlotShare', recall)
    expect(await names(farmer)).toEqual(['Of the farmer'])
    expect(await console_.refusal(farmer, 'getPlot', { params: { blockId } })).toEqual([
      404,
      'not_found',
    ])
  })

  test('view only; ends automatically; can be declined and offered again', async () => {
    const { blockId } = await create(team)
    const shareBody = { blockIds: [blockId], targetUserPhone: farmer.phone }
    await share({ ...shareBody, until: '2099-01-01T00:00:00Z' })
    const { shareId } = (await offers(farmer))[0]!
    await answer(farmer, shareId, 'accept')
    const body = buildBody({ blockName: 'Mine now' })
    expect(await console_.refusal(farmer, 'updatePlot', { params: { blockId }, body })).toEqual([
      403,
      'forbidden',
    ])
    expect((await list(farmer)).items[0]!.sharedUntil).toBe('2099-01-01T00:00:00.000Z')
    await share({ ...shareBody, until: '2020-01-01T00:00:00Z' })
    expect(await names(farmer)).toEqual([])
    expect((await read(team, blockId)).shares).toMatchObject([{ state: 'ended' }])
    await share(shareBody)
    expect(await names(farmer)).toEqual(['River field'])
    await answer(farmer, shareId, 'decline')
    expect(await names(farmer)).toEqual([])
    await share(shareBody)
    expect(await offers(farmer)).toHaveLength(1)
  })

  test('is refused with oneself; plots of others do not exist', async () => {
    const { blockId } = await create(team)
    const own = { blockIds: [blockId], targetUserPhone: team.phone }
    expect((await share(own)).json()).toMatchObject({ code: 'not_yourself' })
    expect((await share(own, farmer)).statusCode).toBe(404)
  })
})
