// Properties that hold for all sequences of changes of flights, rules and a proposal: the same
// flights are paid the same, no area is paid twice in a season, no ceiling is exceeded, and paid
// amounts never change.
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { subsidyRoutes, type SubsidyDetail } from '@swath/contract/campaigns/subsidies'
import type { Subsidy, SubsidyLine, SubsidyObjection } from '@swath/contract/campaigns/subsidy-rows'
import { subsidyRuleRoutes, type SubsidyRule } from '@swath/contract/campaigns/subsidy-rules'
import { muFromM2 } from '@swath/domain/units'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { flyPasses, insertField } from '../../flights/flights/testing-field.queries.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  recordFlight,
  type TestDrone,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { workOutSubsidy } from './propose.ts'
import { subsidyHandlers } from './subsidies.routes.ts'
import { endObjectionTime, listCounties } from './testing-subsidies.queries.ts'

/** Set RUNS=1000 before a release. */
const numRuns = Number(process.env['RUNS'] ?? 6)
const now = Date.parse('2026-06-15T04:00:00Z')
const hourMs = 3_600_000
const routes = { ...subsidyRuleRoutes, ...subsidyRoutes }
const quiet = new AbortController().signal
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
const console_ = await openConsole(database, routes, subsidyHandlers, now)
afterAll(() => console_.close())
const ask = <T>(person: TestPerson, call: keyof typeof routes, request: object = {}) =>
  console_.ask<T>(person, call, request)

const fields = 2
const operators = 2
/** Indexes of the field and the operator, which determine all properties that separate lines. */
type Flight = { field: number; operator: number; from: number; passes: number }
const flight: fc.Arbitrary<Flight> = fc.record({
  field: fc.nat({ max: fields - 1 }),
  operator: fc.nat({ max: operators - 1 }),
  from: fc.nat({ max: 7 }),
  passes: fc.integer({ min: 1, max: 5 }),
})
/** Events that may happen between the arrival of two flights. */
const events = ['propose', 'work-out', 'change-rules', 'object', 'recompute', 'reassign'] as const
const event = fc.constantFrom(...events)

const any = { cropId: null, chemicalId: null, taskType: null }
const ceilings = { operatorMinor: 5_000, plotMinor: 6_500 }
const seasons = [{ name: 'Early rice', fromDay: '2026-05-01', untilDay: '2026-07-31' }]
const content = { rates: [{ ...any, rateMinor: 1_000 }], seasons, ceilings, objectionDays: 10 }
const otherContent = { ...content, rates: [{ ...any, rateMinor: 333 }], ceilings: {} }

const counties = await listCounties(db)
let nextCounty = 0

type County = {
  authority: TestPerson
  treasurer: TestPerson
  regionCode: string
  plotIds: string[]
  drones: TestDrone[]
  farmer: TestPerson
}
const openCounty = async (): Promise<County> => {
  const regionCode = counties[nextCounty++]!
  const authority = await console_.person({ type: 'government', region_code: regionCode })
  const treasurer = await console_.colleague(authority, { user_type: 4 })
  const farmer = await console_.person({ type: 'farmer', region_code: regionCode })
  const maker = await console_.person({ type: 'manufacturer' })
  const modelId = await insertModel(db, maker.account.id)
  const plotIds: string[] = []
  for (let i = 0; i < fields; i++)
    plotIds.push(
      await insertField(db, { accountId: farmer.account.id, regionCode, eastM: i * 300 }),
    )
  const drones: TestDrone[] = []
  for (let i = 0; i < operators; i++) {
    const { account } = await console_.person({
      type: 'operator',
      operator_type: 'team',
      name: `Team ${i}`,
      region_code: regionCode,
    })
    drones.push(
      await insertDroneRow(db, {
        modelId,
        manufacturerId: maker.account.id,
        operatorId: account.id,
        region_code: regionCode,
      }),
    )
  }
  return { authority, treasurer, regionCode, plotIds, drones, farmer }
}

/** The flight with this number. Its takeoff time does not depend on the order of arrival. */
const toTestFlight = (county: County, { field, from, passes }: Flight, number: number) => {
  const startMs = now - (60 - number) * hourMs
  const norths = Array.from({ length: passes }, (_, i) => 2.5 + (from + i) * 5)
  return {
    startMs,
    points: flyPasses(startMs, norths, field * 300),
    plotId: county.plotIds[field]!,
    coveredM2: 500 * passes,
    cropId: 'rice',
    regionCode: county.regionCode,
  }
}
const land = (county: County, flown: Flight, number: number) =>
  insertFlight(db, county.drones[flown.operator]!, toTestFlight(county, flown, number))

const inPath = (subsidyId: string) => ({ params: { subsidyId } })
const workOut = async ({ authority }: County, subsidyId: string): Promise<SubsidyDetail> => {
  const read = () => ask<SubsidyDetail>(authority, 'getSubsidy', inPath(subsidyId))
  const { revision } = await read()
  await workOutSubsidy(console_.services, { subsidyId: Number(subsidyId), revision }, quiet)
  return read()
}
const createRule = ({ authority, regionCode }: County) =>
  ask<SubsidyRule>(authority, 'createSubsidyRule', {
    body: { region: regionCode, year: 2026, currency: 'CNY', ...content },
  })
const propose = async (county: County, ruleId: string): Promise<SubsidyDetail> => {
  const { subsidyId } = await ask<Subsidy>(county.authority, 'proposeSubsidy', { body: { ruleId } })
  return workOut(county, subsidyId)
}
const again = async (county: County, subsidyId: string): Promise<SubsidyDetail> => {
  await ask(county.authority, 'correctSubsidy', { ...inPath(subsidyId), body: { text: 'Again' } })
  return workOut(county, subsidyId)
}
const linesOf = async ({ authority }: County, subsidyId: string): Promise<SubsidyLine[]> =>
  (await ask<{ items: SubsidyLine[] }>(authority, 'listSubsidyLines', { query: { subsidyId } }))
    .items

/** Lines without names that differ between counties. */
const describeLines = async (county: County, subsidyId: string) =>
  (await linesOf(county, subsidyId))
    .map((line) => ({
      field: county.plotIds.indexOf(line.blockId),
      operator: line.yyAccountName,
      ground: line.groundArea,
      amountMinor: line.amountMinor,
      state: line.state,
    }))
    .toSorted((a, b) => a.field - b.field || (a.operator < b.operator ? -1 : 1))

/** The farmer objects to a line and the objection is rejected, which changes nothing. */
const object = async (county: County, subsidyId: string): Promise<void> => {
  const [line] = await linesOf(county, subsidyId)
  if (!line) return
  const { objectionId } = await ask<SubsidyObjection>(county.farmer, 'objectToSubsidy', {
    ...inPath(subsidyId),
    body: { lineId: line.lineId, text: 'Nobody came' },
  })
  await ask(county.authority, 'decideSubsidyObjection', {
    params: { objectionId },
    body: { decision: 'declined', text: 'Seen on the track' },
  })
}

/**
 * Changes a flight and reverts the change: moved to the other field with twice the area, or flown
 * for the other operator after a transfer of the drone.
 */
const changeAndBack = async (
  county: County,
  what: 'recompute' | 'reassign',
  { flown, number, id }: { flown: Flight; number: number; id: string },
  subsidyId: string | null,
): Promise<void> => {
  const drone = county.drones[flown.operator]!
  const was = toTestFlight(county, flown, number)
  const other = county.drones[1 - flown.operator]!
  const give = (operatorId: string | null) =>
    db.updateTable('drone').set({ operator_id: operatorId }).where('id', '=', drone.id).execute()
  if (what === 'reassign') {
    await give(other.operatorId)
    await recordFlight(db, { ...drone, operatorId: other.operatorId }, id, was)
  } else
    await recordFlight(db, drone, id, {
      ...was,
      plotId: county.plotIds[1 - flown.field]!,
      coveredM2: 2 * was.coveredM2,
    })
  if (subsidyId !== null) await again(county, subsidyId)
  await give(drone.operatorId)
  await recordFlight(db, drone, id, was)
}

/** Adds flights in some order, with events between them. */
const comeBy = async (
  county: County,
  flights: readonly Flight[],
  order: readonly number[],
  between: readonly (readonly (typeof events)[number][])[],
): Promise<SubsidyDetail> => {
  const { ruleId } = await createRule(county)
  let subsidyId: string | null = null
  for (const [i, number] of order.entries()) {
    const flown = flights[number]!
    const id = await land(county, flown, number)
    for (const what of between[i] ?? []) {
      if (what === 'propose') subsidyId ??= (await propose(county, ruleId)).subsidyId
      else if (what === 'recompute' || what === 'reassign')
        await changeAndBack(county, what, { flown, number, id }, subsidyId)
      else if (what === 'change-rules')
        await ask(county.authority, 'updateSubsidyRule', {
          params: { ruleId },
          body: i % 2 === 0 ? otherContent : content,
        })
      else if (subsidyId !== null && what === 'work-out') await again(county, subsidyId)
      else if (subsidyId !== null) await object(county, subsidyId)
    }
  }
  await ask(county.authority, 'updateSubsidyRule', { params: { ruleId }, body: content })
  return subsidyId === null ? propose(county, ruleId) : again(county, subsidyId)
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)
/** The area of a field that any of the flights covered, in mu; passes are whole steps of 5 m. */
const coveredMu = (flights: readonly Flight[], field: number): number => {
  const steps = flights
    .filter((one) => one.field === field)
    .flatMap(({ from, passes }) => Array.from({ length: passes }, (_, i) => from + i))
  return muFromM2(500 * new Set(steps).size)
}
const nearM2 = 25

test('the same flights result in the same lines, in any order of events', async () => {
  const flights = fc.array(flight, { minLength: 2, maxLength: 7 })
  const course = flights.chain((flown) =>
    fc.record({
      flown: fc.constant(flown),
      order: fc.shuffledSubarray(
        flown.map((_, i) => i),
        { minLength: flown.length },
      ),
      between: fc.array(fc.array(event, { maxLength: 3 }), { maxLength: flown.length }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(course, async ({ flown, order, between }) => {
      const plain = await openCounty()
      const eventful = await openCounty()
      const expected = await comeBy(
        plain,
        flown,
        flown.map((_, i) => i),
        [],
      )
      const found = await comeBy(eventful, flown, order, between)
      const lines = await describeLines(eventful, found.subsidyId)
      expect(lines).toEqual(await describeLines(plain, expected.subsidyId))

      // Area is counted once, no ceiling is exceeded, and the total is the exact sum.
      expect(found.totalMinor).toBe(sum(lines.map(({ amountMinor }) => amountMinor)))
      for (let field = 0; field < fields; field++) {
        const own = lines.filter((line) => line.field === field)
        const differs = sum(own.map(({ ground }) => ground)) - coveredMu(flown, field)
        expect(Math.abs(differs)).toBeLessThan(muFromM2(nearM2))
        expect(sum(own.map(({ amountMinor }) => amountMinor))).toBeLessThanOrEqual(
          ceilings.plotMinor,
        )
      }
      for (const lineList of Map.groupBy(lines, ({ operator }) => operator).values())
        expect(sum(lineList.map(({ amountMinor }) => amountMinor))).toBeLessThanOrEqual(
          ceilings.operatorMinor,
        )
    }),
    { numRuns },
  )
}, 3_600_000)

test('paid in two rounds, ground is paid once and paid amounts never change', async () => {
  const flights = fc.array(flight, { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(flights, fc.nat({ max: 5 }), async (flown, cut) => {
      const county = await openCounty()
      const { ruleId } = await createRule(county)
      const atCut = 1 + (cut % (flown.length - 1))
      for (const [i, one] of flown.slice(0, atCut).entries()) await land(county, one, i)
      const first = await propose(county, ruleId)
      await endObjectionTime(db, first.subsidyId, now)
      await ask(county.treasurer, 'approveSubsidy', { ...inPath(first.subsidyId), body: {} })
      await ask(county.authority, 'paySubsidy', {
        ...inPath(first.subsidyId),
        body: { paymentReference: 'CZ-1' },
      })
      const paidLines = await describeLines(county, first.subsidyId)
      for (const [i, one] of flown.slice(atCut).entries()) await land(county, one, atCut + i)
      const second = await propose(county, ruleId)
      const later = await describeLines(county, second.subsidyId)

      expect(await describeLines(county, first.subsidyId)).toEqual(paidLines)
      // A line that a ceiling reduced to zero is not paid, and its area is available to the next
      // proposal.
      const all = [...paidLines.filter(({ state }) => state === 'payable'), ...later]
      for (let field = 0; field < fields; field++) {
        const own = all.filter((line) => line.field === field)
        const differs = sum(own.map(({ ground }) => ground)) - coveredMu(flown, field)
        expect(differs).toBeLessThan(muFromM2(nearM2))
        // If a ceiling reduced a line to zero, a paid flight may overlap its area.
        const isLeft = paidLines.some((line) => line.field === field && line.state !== 'payable')
        if (!isLeft) expect(differs).toBeGreaterThan(-muFromM2(nearM2))
        expect(sum(own.map(({ amountMinor }) => amountMinor))).toBeLessThanOrEqual(
          ceilings.plotMinor,
        )
      }
    }),
    { numRuns },
  )
}, 3_600_000)
