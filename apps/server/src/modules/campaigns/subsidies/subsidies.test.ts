import { beforeEach, describe, expect, test } from 'vitest'
import {
  subsidyRoutes,
  type SubsidyDetail,
  type SubsidyLineDetail,
} from '@swath/contract/campaigns/subsidies'
import type {
  Subsidy,
  SubsidyLeftOut,
  SubsidyLine,
  SubsidyObjection,
} from '@swath/contract/campaigns/subsidy-rows'
import { subsidyRuleRoutes, type SubsidyRule } from '@swath/contract/campaigns/subsidy-rules'
import type { Caller } from '@swath/domain/access/caller'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { flyPasses, insertField } from '../../flights/flights/testing-field.queries.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  insertOwnChemical,
  readCsv,
  type TestDrone,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { countSubsidiesForWorkbench } from './subsidy-summary.queries.ts'
import { workOutSubsidy } from './propose.ts'
import { subsidyHandlers } from './subsidies.routes.ts'
import { endObjectionTime, suspect } from './testing-subsidies.queries.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const routes = { ...subsidyRuleRoutes, ...subsidyRoutes }
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
const quiet = new AbortController().signal
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
let county: TestPerson
let second: TestPerson
let team: TestPerson
let rival: TestPerson
let farmer: TestPerson
let drone: TestDrone
let plotId: string
/** Each test has its own county and year. */
let region = 0

const insertDrone = async (owner: TestPerson, regionCode: string): Promise<TestDrone> => {
  const maker = await console_.person({ type: 'manufacturer' })
  return insertDroneRow(db, {
    modelId: await insertModel(db, maker.account.id),
    manufacturerId: maker.account.id,
    operatorId: owner.account.id,
    region_code: regionCode,
  })
}

const insertPlot = (owner: TestPerson, region: string): Promise<string> =>
  insertField(db, { accountId: owner.account.id, regionCode: region })

const codes = [
  '156330102',
  '156330105',
  '156330106',
  '156330108',
  '156330109',
  '156330110',
  '156330111',
  '156330112',
  '156330122',
  '156330127',
  '156330182',
  '156330203',
  '156330205',
  '156330206',
  '156330211',
  '156330212',
  '156330225',
  '156330226',
  '156330281',
  '156330282',
  '156330302',
  '156330303',
]
let regionCode = codes[0]!

beforeEach(async () => {
  regionCode = codes[region++ % codes.length]!
  console_ = await openConsole(database, routes, subsidyHandlers, now)
  county = await console_.person({ type: 'government', region_code: regionCode })
  second = await console_.colleague(county, { user_type: 4 })
  const operator = (name: string) =>
    console_.person({ type: 'operator', operator_type: 'team', name, region_code: regionCode })
  team = await operator('Northern team')
  rival = await operator('Southern team')
  farmer = await console_.person({ type: 'farmer', name: 'Old Wang', region_code: regionCode })
  drone = await insertDrone(team, regionCode)
  plotId = await insertPlot(farmer, regionCode)
  return () => console_.close()
})

const any = { cropId: null, chemicalId: null, taskType: null }
const content = {
  rates: [
    { ...any, rateMinor: 800 },
    { ...any, cropId: 'rice', rateMinor: 1_000 },
  ],
  seasons: [{ name: 'Early rice', fromDay: '2026-05-01', untilDay: '2026-07-31' }],
}
const createRule = (given: object = {}) =>
  console_.ask<SubsidyRule>(county, 'createSubsidyRule', {
    body: { region: regionCode, year: 2026, currency: 'CNY', ...content, ...given },
  })
const ask = <T>(person: TestPerson, call: keyof typeof routes, request: object = {}) =>
  console_.ask<T>(person, call, request)
const inPath = (subsidyId: string) => ({ params: { subsidyId } })
const read = (subsidyId: string, person = county) =>
  ask<SubsidyDetail>(person, 'getSubsidy', inPath(subsidyId))
/** Computes a subsidy as the job does. */
const workOut = async (subsidyId: string): Promise<SubsidyDetail> => {
  const { revision } = await read(subsidyId)
  await workOutSubsidy(console_.services, { subsidyId: Number(subsidyId), revision }, quiet)
  return read(subsidyId)
}
const propose = async (ruleId: string): Promise<SubsidyDetail> => {
  const { subsidyId } = await ask<Subsidy>(county, 'proposeSubsidy', { body: { ruleId } })
  return workOut(subsidyId)
}
const linesOf = async (subsidyId: string, person = county) =>
  (await ask<{ items: SubsidyLine[] }>(person, 'listSubsidyLines', { query: { subsidyId } })).items
const readLine = (lineId: string, person = county) =>
  ask<SubsidyLineDetail>(person, 'getSubsidyLine', { params: { lineId } })
const approve = (subsidyId: string, person = second) =>
  ask<Subsidy>(person, 'approveSubsidy', { ...inPath(subsidyId), body: {} })

const fly = (startMs: number, norths: readonly number[], given: object = {}, by = drone) =>
  insertFlight(db, by, {
    startMs,
    points: flyPasses(startMs, norths),
    plotId,
    coveredM2: 500 * norths.length,
    cropId: 'rice',
    regionCode,
    ...given,
  })
const south = [2.5, 7.5, 12.5, 17.5]
const middle = [17.5, 22.5, 27.5, 32.5]

describe('from flights to lines', () => {
  test('ground is paid to the operator who covered it first, by the rate of its crop, and each line has its reasons', async () => {
    const other = await insertDrone(rival, regionCode)
    await fly(now - 9 * hourMs, south)
    await fly(now - 8 * hourMs, middle, {}, other)
    const { ruleId } = await createRule()
    const subsidy = await propose(ruleId)
    const lines = await linesOf(subsidy.subsidyId)
    expect(lines.map((line) => line.yyAccountName)).toEqual(['Northern team', 'Southern team'])
    // 2,000 m² and the 1,500 m² that only the second flight covered, at 10.00 per mu.
    expect(lines[0]!.groundArea).toBeCloseTo(3, 1)
    expect(lines[1]!.groundArea).toBeCloseTo(2.25, 1)
    expect(lines[0]!.amountMinor).toBeCloseTo(3_000, -2)
    expect(lines.every(({ rate }) => rate.amountMinor === 1_000 && rate.per === 'mu')).toBe(true)
    expect(subsidy.totalMinor).toBe(lines[0]!.amountMinor + lines[1]!.amountMinor)
    expect(subsidy).toMatchObject({
      state: 'proposed',
      seasons: 'Early rice',
      lineNum: 2,
      isIntact: true,
      sortieNum: 2,
    })
    const detail = await readLine(lines[1]!.lineId)
    expect(detail.flights).toMatchObject([{ droneId: other.id, isUnchanged: true }])
    expect(detail.flights[0]!.coveredArea).toBeGreaterThan(detail.flights[0]!.groundArea)
  })

  test('the rate of an own product is paid for flights that name it', async () => {
    const chemicalId = await insertOwnChemical(db, county.account.id, 'Tebuconazole 43% SC')
    await fly(now - 9 * hourMs, south, { chemical: 'tebuconazole 43% SC + urea' })
    const { ruleId } = await createRule({
      rates: [
        { ...any, rateMinor: 800 },
        { ...any, chemicalId, rateMinor: 1_200 },
      ],
    })
    const { subsidyId } = await propose(ruleId)
    expect((await linesOf(subsidyId)).map(({ rate }) => rate.amountMinor)).toEqual([1_200])
  })

  test('recomputing has the same result, in any order of arrival', async () => {
    await fly(now - 9 * hourMs, south)
    const { ruleId } = await createRule()
    const first = await propose(ruleId)
    await ask(county, 'correctSubsidy', { ...inPath(first.subsidyId), body: { text: 'Again' } })
    const again = await workOut(first.subsidyId)
    expect(again.revision).toBe(2)
    expect(again.linesHash).toBe(first.linesHash)
    expect(again.objectionUntil).toBe(first.objectionUntil)
  })

  test('excluded flights have a reason; missing evidence can be admitted', async () => {
    await fly(now - 46 * dayMs, south)
    const unknown = await fly(now - 9 * hourMs, south, { pilotId: null })
    const { ruleId } = await createRule({ evidence: ['pilot'] })
    const { subsidyId, leftOut, totalMinor } = await propose(ruleId)
    expect(totalMinor).toBe(0)
    expect(leftOut).toEqual([
      { why: 'evidence', sortieCount: 1 },
      { why: 'season', sortieCount: 1 },
    ])
    const query = { subsidyId, why: 'evidence' }
    const { items, stats } = await ask<{
      items: SubsidyLeftOut[]
      stats: { coveredArea: number; reasons: Record<string, number> }
    }>(county, 'listSubsidyLeftOut', { query })
    expect(items).toMatchObject([{ sortieId: unknown, can: { decide: true } }])
    expect(stats.coveredArea).toBe(items[0]!.coveredArea)
    expect(stats.reasons).toMatchObject({ evidence: 1, season: 1, rate: 0 })
    const file = await console_.send('exportSubsidyLeftOut', { query }, county)
    expect(readCsv(file.body)).toMatchObject([{ Reason: 'Missing evidence' }])
    await ask(county, 'ruleSubsidyFlight', {
      params: { subsidyId, droneId: drone.id, sortieId: unknown },
      body: { ruling: 'admit', text: 'The team named its pilot on paper' },
    })
    expect((await workOut(subsidyId)).totalMinor).toBeGreaterThan(2_900)
  })

  test('a suspicion holds a line until someone decides; a false claim is not paid', async () => {
    const sortieId = await fly(now - 9 * hourMs, south)
    await suspect(db, drone, sortieId, { state: 'open', regionCode, at: new Date(now) })
    const { ruleId } = await createRule({ objectionDays: 0 })
    const stopped = await propose(ruleId)
    expect(stopped).toMatchObject({ totalMinor: 0, stoppedNum: 1 })
    expect(stopped.stoppedMinor).toBeGreaterThan(2_900)
    await suspect(db, drone, sortieId, { state: 'false_claim', regionCode, at: new Date(now) })
    await ask(county, 'correctSubsidy', { ...inPath(stopped.subsidyId), body: { text: 'Decided' } })
    const corrected = await workOut(stopped.subsidyId)
    expect(corrected).toMatchObject({ totalMinor: 0, stoppedMinor: 0, lineNum: 0 })
    expect(corrected.leftOut).toEqual([{ why: 'false_claim', sortieCount: 1 }])
  })

  test('paid area is not paid again by a later proposal', async () => {
    await fly(now - 9 * hourMs, south)
    const { ruleId } = await createRule({ objectionDays: 0 })
    const first = await propose(ruleId)
    await approve(first.subsidyId)
    await fly(now - 5 * hourMs, middle)
    const later = await propose(ruleId)
    const lines = await linesOf(later.subsidyId)
    expect(lines).toHaveLength(1)
    expect(lines[0]!.groundArea).toBeCloseTo(2.25, 1)
    expect(later.leftOut).toEqual([{ why: 'paid_before', sortieCount: 1 }])
  })
})

describe('from a proposal to its payment', () => {
  test('an objection in time is upheld, the subsidy corrected, approved by a second person, and paid', async () => {
    const sortieId = await fly(now - 9 * hourMs, south)
    const { ruleId } = await createRule({ objectionDays: 10 })
    const { subsidyId } = await propose(ruleId)
    const [line] = await linesOf(subsidyId, farmer)
    expect(line).toMatchObject({ blockName: 'East field', can: { object: true, decide: false } })
    const objection = await ask<SubsidyObjection>(farmer, 'objectToSubsidy', {
      ...inPath(subsidyId),
      body: { lineId: line!.lineId, text: 'Nobody sprayed my field' },
    })
    await endObjectionTime(db, subsidyId, now)
    expect(
      await console_.refusal(second, 'approveSubsidy', { ...inPath(subsidyId), body: {} }),
    ).toEqual([409, 'subsidy_objections_open'])
    await ask(county, 'decideSubsidyObjection', {
      params: { objectionId: objection.objectionId },
      body: { decision: 'upheld', text: 'Seen on site' },
    })
    await ask(county, 'ruleSubsidyFlight', {
      params: { subsidyId, droneId: drone.id, sortieId },
      body: { ruling: 'exclude', text: 'Seen on site' },
    })
    expect(await workOut(subsidyId)).toMatchObject({ totalMinor: 0, lineNum: 0 })
    // A changed line can be objected to again.
    expect(
      await console_.refusal(second, 'approveSubsidy', { ...inPath(subsidyId), body: {} }),
    ).toEqual([409, 'subsidy_objection_time'])
    await endObjectionTime(db, subsidyId, now)
    expect(
      await console_.refusal(county, 'approveSubsidy', { ...inPath(subsidyId), body: {} }),
    ).toEqual([409, 'subsidy_own_proposal'])
    expect(
      await console_.refusal(county, 'paySubsidy', {
        ...inPath(subsidyId),
        body: { paymentReference: 'CZ-2026-16' },
      }),
    ).toEqual([409, 'subsidy_not_approved'])
    expect(await approve(subsidyId)).toMatchObject({ state: 'approved' })
    expect(
      await ask<Subsidy>(county, 'paySubsidy', {
        ...inPath(subsidyId),
        body: { paymentReference: 'CZ-2026-17' },
      }),
    ).toMatchObject({ state: 'paid', paymentReference: 'CZ-2026-17' })
  })

  test('open tasks: objections and approvals for authorities, the objection period for others', async () => {
    await fly(now - 9 * hourMs, south)
    const { ruleId } = await createRule({ objectionDays: 10 })
    const { subsidyId, objectionUntil } = await propose(ruleId)
    const atHand = (person: TestPerson, rights: Caller['rights'], scope: Caller['scope']) =>
      countSubsidiesForWorkbench(
        db,
        {
          userId: person.id,
          accountId: person.account.id,
          accountType: scope.kind === 'region' ? 'government' : 'operator',
          rights,
          scope,
        } as Caller,
        new Date(now),
      )
    const ofRegion = { kind: 'region', prefix: regionCode } as const
    const ofTeam = { kind: 'accounts', accountIds: [team.account.id], as: 'operator' } as const
    const none = { 'subsidies-objected': 0, 'subsidies-approvable': 0 }
    expect(await atHand(second, ['task.manage'], ofRegion)).toEqual(none)
    expect(await atHand(team, [], ofTeam)).toEqual({
      'subsidies-objectable': { count: 1, firstAt: new Date(objectionUntil!) },
    })
    const [line] = await linesOf(subsidyId)
    const objection = await ask<SubsidyObjection>(farmer, 'objectToSubsidy', {
      ...inPath(subsidyId),
      body: { lineId: line!.lineId, text: 'Nobody came' },
    })
    await endObjectionTime(db, subsidyId, now)
    expect(await atHand(second, ['task.manage'], ofRegion)).toEqual({
      ...none,
      'subsidies-objected': 1,
    })
    expect(await atHand(team, [], ofTeam)).toMatchObject({ 'subsidies-objectable': { count: 0 } })
    await ask(county, 'decideSubsidyObjection', {
      params: { objectionId: objection.objectionId },
      body: { decision: 'declined', text: 'Seen on site' },
    })
    const { items, stats } = await ask<{ items: SubsidyObjection[]; stats: object }>(
      county,
      'listSubsidyObjections',
      { query: { subsidyId: String(subsidyId), state: 'open' } },
    )
    expect([items, stats]).toEqual([[], { open: 0, upheld: 0, declined: 1 }])
    // A proposal's author cannot approve it.
    expect(await atHand(county, ['task.manage'], ofRegion)).toEqual(none)
    expect(await atHand(second, ['task.manage'], ofRegion)).toEqual({
      ...none,
      'subsidies-approvable': 1,
    })
    const elsewhere = { kind: 'region', prefix: '156410100' } as const
    expect(await atHand(second, ['task.manage'], elsewhere)).toEqual(none)
  })

  test('objections after the period, or to lines of others, are refused', async () => {
    await fly(now - 9 * hourMs, south)
    const { ruleId } = await createRule({ objectionDays: 10 })
    const { subsidyId } = await propose(ruleId)
    const [line] = await linesOf(subsidyId)
    const object = { ...inPath(subsidyId), body: { lineId: line!.lineId, text: 'Wrong' } }
    expect(await console_.refusal(rival, 'objectToSubsidy', object)).toEqual([404, 'not_found'])
    expect(await console_.refusal(county, 'objectToSubsidy', object)).toEqual([
      409,
      'subsidy_objection_late',
    ])
    await endObjectionTime(db, subsidyId, now)
    expect(await console_.refusal(team, 'objectToSubsidy', object)).toEqual([
      409,
      'subsidy_objection_late',
    ])
  })

  test('changes since the computation block approval until they are reviewed; after approval nothing changes it', async () => {
    const sortieId = await fly(now - 9 * hourMs, south)
    const { ruleId } = await createRule({ objectionDays: 0 })
    const { subsidyId, totalMinor, linesHash } = await propose(ruleId)
    await suspect(db, drone, sortieId, { state: 'open', regionCode, at: new Date(now) })
    expect(
      await console_.refusal(second, 'approveSubsidy', { ...inPath(subsidyId), body: {} }),
    ).toEqual([409, 'subsidy_changed_flights'])
    await suspect(db, drone, sortieId, { state: 'in_order', regionCode, at: new Date(now) })
    await approve(subsidyId)
    for (const [call, body] of [
      ['correctSubsidy', { text: 'Again' }],
      ['approveSubsidy', {}],
    ] as const)
      expect(await console_.refusal(county, call, { ...inPath(subsidyId), body })).toEqual([
        409,
        'conflict',
      ])
    await fly(now - 5 * hourMs, middle)
    await workOutSubsidy(console_.services, { subsidyId: Number(subsidyId), revision: 1 }, quiet)
    expect(await read(subsidyId)).toMatchObject({ totalMinor, linesHash, isIntact: true })
  })

  test('payees see their own lines and totals, and no others', async () => {
    const other = await insertDrone(rival, regionCode)
    await fly(now - 9 * hourMs, south)
    await fly(now - 8 * hourMs, middle, {}, other)
    const { ruleId } = await createRule()
    const { subsidyId } = await propose(ruleId)
    const [own] = await linesOf(subsidyId, rival)
    expect(await linesOf(subsidyId, rival)).toHaveLength(1)
    expect(await read(subsidyId, rival)).toMatchObject({
      isPart: true,
      lineNum: 1,
      totalMinor: own!.amountMinor,
      can: { approve: false, correct: false },
    })
    const outsider = await console_.person({ type: 'government', region_code: '156410100' })
    expect(await console_.refusal(outsider, 'getSubsidy', inPath(subsidyId))).toEqual([
      404,
      'not_found',
    ])
    expect(await linesOf(subsidyId, outsider)).toEqual([])
  })

  test('an announced period is not shortened by new rules', async () => {
    await fly(now - 9 * hourMs, south)
    const { ruleId } = await createRule({ objectionDays: 10 })
    const { subsidyId, objectionUntil } = await propose(ruleId)
    await ask(county, 'updateSubsidyRule', {
      params: { ruleId },
      body: { ...content, rates: [{ ...any, rateMinor: 900 }], objectionDays: 0 },
    })
    await ask(county, 'correctSubsidy', { ...inPath(subsidyId), body: { text: 'New rates' } })
    const corrected = await workOut(subsidyId)
    expect(corrected).toMatchObject({ ruleNumber: 2, objectionUntil })
    await ask(county, 'updateSubsidyRule', {
      params: { ruleId },
      body: { ...content, objectionDays: 20 },
    })
    await ask(county, 'correctSubsidy', { ...inPath(subsidyId), body: { text: 'Old rates' } })
    expect(Date.parse((await workOut(subsidyId)).objectionUntil!)).toBe(now + 20 * dayMs)
  })

  test('a person of personal scope sees lines that pay for their own flights, and these flights', async () => {
    const pilot = await console_.colleague(team, { user_type: 4, data_scope: 'personal' })
    const mate = await console_.colleague(team, { user_type: 4, data_scope: 'personal' })
    const own = await fly(now - 9 * hourMs, south, { pilotId: pilot.id })
    await fly(now - 8 * hourMs, middle, { pilotId: null })
    await fly(now - 46 * dayMs, south, { pilotId: null })
    const { ruleId } = await createRule()
    const { subsidyId, totalMinor } = await propose(ruleId)
    const [line] = await linesOf(subsidyId, pilot)
    expect(line).toMatchObject({ amountMinor: totalMinor, sortieCount: 2 })
    expect((await readLine(line!.lineId, pilot)).flights).toMatchObject([{ sortieId: own }])
    expect((await readLine(line!.lineId, team)).flights).toHaveLength(2)
    expect(await read(subsidyId, pilot)).toMatchObject({ sortieNum: 1, leftOutNum: 0 })
    const tracks = await ask<{ tracks: { sortieId: string }[] }>(pilot, 'getSubsidyTracks', {
      ...inPath(subsidyId),
    })
    expect(tracks.tracks).toMatchObject([{ sortieId: own }])
    expect(await linesOf(subsidyId, mate)).toEqual([])
    expect(await console_.refusal(mate, 'getSubsidy', inPath(subsidyId))).toEqual([
      404,
      'not_found',
    ])
  })

  test('the file for the treasury has every line, in whole currency units', async () => {
    await fly(now - 9 * hourMs, south)
    const { ruleId } = await createRule()
    const { subsidyId, totalMinor } = await propose(ruleId)
    const { body } = await console_.send('exportSubsidyLines', { query: { subsidyId } }, county)
    const [row] = readCsv(body)
    expect(Number(row!['Amount'])).toBe(totalMinor / 100)
    expect(row!['Payee']).toBe('Northern team')
    expect(row!['Rate (mu)']).toBe('10.00')
    const inRai = await console_.send(
      'exportSubsidyLines',
      { query: { subsidyId, areaUnit: 'rai' } },
      county,
    )
    expect(readCsv(inRai.body)[0]!['Rate (rai)']).toBe('24.000')
  })
})

describe('flights without stored tracks', () => {
  const forget = (sortieId: string) =>
    db.deleteFrom('track_chunk').where('sortie_id', '=', sortieId).execute()
  const tracksOf = (subsidyId: string) =>
    ask<{ tracks: { sortieId: string; path: unknown[] }[]; withoutTrackNum: number }>(
      county,
      'getSubsidyTracks',
      inPath(subsidyId),
    )

  test('over the same ground are paid once, with a note, and in full only if a person decides so', async () => {
    const other = await insertDrone(rival, regionCode)
    await forget(await fly(now - 9 * hourMs, south))
    const second_ = await fly(now - 8 * hourMs, south, {}, other)
    await forget(second_)
    const { ruleId } = await createRule()
    const { subsidyId } = await propose(ruleId)
    const [first, later] = await linesOf(subsidyId)
    expect(first!.groundArea).toBeCloseTo(3, 0)
    expect(first!.unprovenArea).toBe(0)
    expect(later).toMatchObject({ groundArea: 0, amountMinor: 0, state: 'nothing' })
    expect(later!.unprovenArea).toBeCloseTo(3, 0)
    expect((await readLine(later!.lineId)).flights[0]!.unprovenArea).toBeCloseTo(3, 0)
    await ask(county, 'ruleSubsidyFlight', {
      params: { subsidyId, droneId: other.id, sortieId: second_ },
      body: { ruling: 'admit', text: 'Seen on site: the northern half' },
    })
    expect((await workOut(subsidyId)).totalMinor).toBeGreaterThan(5_800)
    const [, admitted] = await linesOf(subsidyId)
    expect(admitted).toMatchObject({ state: 'payable', unprovenArea: 0 })
  })

  test('do not hide the tracks of others on the map', async () => {
    await forget(await fly(now - 9 * hourMs, south))
    const kept = await fly(now - 8 * hourMs, middle)
    const { ruleId } = await createRule()
    const { tracks, withoutTrackNum } = await tracksOf((await propose(ruleId)).subsidyId)
    expect(tracks.map(({ sortieId }) => sortieId)).toEqual([kept])
    expect(tracks[0]!.path.length).toBeGreaterThan(1)
    expect(withoutTrackNum).toBe(1)
  })
})

test('held amounts are counted once, however many proposals carry them over', async () => {
  const stopped = await fly(now - 9 * hourMs, south)
  await suspect(db, drone, stopped, { state: 'open', regionCode, at: new Date(now - 9 * hourMs) })
  const { ruleId } = await createRule({ objectionDays: 1 })
  const summary = async () =>
    (
      await ask<{ items: { stoppedMinor: number; lineNum: number }[] }>(
        county,
        'getSubsidySummary',
        { query: { region: regionCode } },
      )
    ).items
  const first = await propose(ruleId)
  expect(first.stoppedMinor).toBeGreaterThan(2_800)
  const once = [{ stoppedMinor: first.stoppedMinor, lineNum: 1 }]
  expect(await summary()).toMatchObject(once)
  for (let round = 0; round < 2; round += 1) {
    const { subsidyId } = round === 0 ? first : await propose(ruleId)
    await endObjectionTime(db, subsidyId, now)
    await approve(subsidyId)
  }
  expect(await summary()).toMatchObject(once)
})

describe('rules', () => {
  test('one set of rules per region and year; each change is a version, and a season ends within the year', async () => {
    const { ruleId, number } = await createRule()
    expect(number).toBe(1)
    expect(
      await console_.refusal(county, 'createSubsidyRule', {
        body: { region: regionCode, year: 2026, currency: 'CNY', ...content },
      }),
    ).toEqual([409, 'subsidy_rule_exists'])
    const changed = await ask<SubsidyRule>(county, 'updateSubsidyRule', {
      params: { ruleId },
      body: { ...content, objectionDays: 3, note: 'Shorter' },
    })
    expect(changed.number).toBe(2)
    const { versions } = await ask<{ versions: { number: number; note: string }[] }>(
      county,
      'getSubsidyRule',
      { params: { ruleId } },
    )
    expect(versions.map((one) => [one.number, one.note])).toEqual([
      [2, 'Shorter'],
      [1, ''],
    ])
    expect(
      await console_.refusal(county, 'updateSubsidyRule', {
        params: { ruleId },
        body: {
          ...content,
          seasons: [{ name: 'X', fromDay: '2027-01-01', untilDay: '2027-02-01' }],
        },
      }),
    ).toEqual([400, 'invalid_input'])
    expect(
      await console_.refusal(county, 'updateSubsidyRule', {
        params: { ruleId },
        body: { ...content, rates: [{ ...any, cropId: 'no-such-crop', rateMinor: 1 }] },
      }),
    ).toEqual([400, 'invalid_input'])
    expect(await console_.refusal(team, 'deleteSubsidyRule', { params: { ruleId } })).toEqual([
      403,
      'forbidden',
    ])
  })
})
