// A campaign from the first flight to the payment: compares the county's results and payments with
// the real flights; false claims are found, and nothing else is. CAMPAIGN_DRONES=25
// CAMPAIGN_DAYS=10 flies 300 drones for ten days.
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClaimSuspicion } from '@swath/contract/flights/claims'
import type { Subsidy, SubsidyLine } from '@swath/contract/campaigns/subsidy-rows'
import type { SubsidyRule } from '@swath/contract/campaigns/subsidy-rules'
import type { SubsidyDetail } from '@swath/contract/campaigns/subsidies'
import type { UnifiedTask } from '@swath/contract/campaigns/unified-task-rows'
import type { TaskPlot, TaskSortie } from '@swath/contract/campaigns/unified-task-stats'
import type { TaskOverview } from '@swath/contract/campaigns/unified-task-overview'
import { muFromM2 } from '@swath/domain/units'
import { compareClaims } from '../modules/flights/claims/compare-claims.ts'
import { loadRegionTable } from '../modules/people/regions/regions.seed.ts'
import { workOutSubsidy } from '../modules/campaigns/subsidies/propose.ts'
import { measureTasks } from '../modules/campaigns/unified-tasks/measure-tasks.ts'
import { isFrozenIntact } from '../modules/campaigns/unified-tasks/task-freeze.queries.ts'
import { ownTestDatabase } from '../platform/database/testing-file.ts'
import { flyCampaign, groundOf, type CampaignFlight, type Deed } from './testing-campaign.ts'
import { county, openCampaign, receiveCampaign } from './testing-county.ts'

const dayMs = 86_400_000
const dronesEach = Number(process.env['CAMPAIGN_DRONES'] ?? 2)
const days = Number(process.env['CAMPAIGN_DAYS'] ?? 3)
/** Until all late data has arrived. */
const allDays = days + 3
const startMs = Date.parse('2026-06-02T00:00:00Z')
const rateMinor = 1_000
const log = pino({ level: process.env['LOG'] ?? 'silent' })
const quiet = new AbortController().signal

const campaign = flyCampaign(dronesEach, days, startMs)
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
const held = await openCampaign(database, campaign, startMs + allDays * dayMs)
const { authority, treasurer, tftzId, ask, services } = held
afterAll(() => held.close())

const overview = () => ask<TaskOverview>(authority, 'getTaskOverview', { query: { tftzId } })
/** Every page of a list. */
const listAll = async <T>(call: Parameters<typeof ask>[1], query: object): Promise<T[]> => {
  const rows: T[] = []
  for (let currentPage = 1; ; currentPage++) {
    const { items, total } = await ask<{ items: T[]; total: number }>(authority, call, {
      query: { ...query, currentPage, pageSize: 100 },
    })
    rows.push(...items)
    if (rows.length >= total || items.length === 0) return rows
  }
}

/** Over none of the task's fields: over a neighbouring one, or without spraying. */
const beside: readonly Deed[] = ['neighbours-field', 'pump-off']
/** Flights that count for the task. */
const counts = ({ deed }: CampaignFlight): boolean =>
  deed === null || (deed !== 'wrong-chemical' && !beside.includes(deed))
const withDeed = (...deeds: readonly Deed[]): CampaignFlight[] =>
  campaign.flights.filter(({ deed }) => deed !== null && deeds.includes(deed))
const arrivedBy = (day: number): CampaignFlight[] =>
  campaign.flights.filter((flight) => flight.day + (flight.deed === 'late' ? 2 : 0) <= day)
const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0)
const truthM2 = (flights: readonly CampaignFlight[]): number => sum(groundOf(flights).values())
const toM2 = (mu: number): number => mu / muFromM2(1)
/** Expects a difference of less than half a percent. */
const expectNear = (found: number, truth: number, what: string): void => {
  expect(Math.abs(found / truth - 1), `${what}: ${found} of ${truth}`).toBeLessThan(0.005)
}

const progress: { day: number; seen: TaskOverview }[] = []

beforeAll(async () => {
  const { receiveDay, judgeAgain, stop } = await receiveCampaign(db, campaign, log)
  for (let day = 0; day < allDays; day++) {
    await receiveDay(day)
    let seen: TaskOverview
    // One run of the job ends before the next is due, and may leave part of a large day to the
    // next.
    do {
      await measureTasks(services, quiet)
      await judgeAgain()
      seen = await overview()
    } while (seen.isMeasuring)
    await compareClaims(services, quiet)
    progress.push({ day, seen })
  }
  await stop()
}, 3_600_000)

test('each evening the county sees the area truly covered', () => {
  for (const { day, seen } of progress) {
    const flown = arrivedBy(day).filter(counts)
    expectNear(toM2(seen.coveredArea), truthM2(flown), `day ${day}`)
  }
  expect(progress.at(-1)!.seen.sortieCount).toBe(campaign.flights.filter(counts).length)
})

test('flights that do not count have the right reason, and no other flights are excluded', async () => {
  const { leftOut } = await overview()
  expect(leftOut.toSorted((a, b) => (a.why < b.why ? -1 : 1))).toEqual([
    { why: 'chemical', sortieCount: withDeed('wrong-chemical').length },
    { why: 'plots', sortieCount: withDeed(...beside).length },
  ])
  const sorties = await listAll<TaskSortie>('getTaskSorties', { tftzId, counts: 'false' })
  expect(sorties.map(({ droneId }) => droneId).sort()).toEqual(
    withDeed('wrong-chemical', ...beside)
      .map(({ droneId }) => droneId)
      .sort(),
  )
})

test('the covered area of each field is right, and the fields add up to the task', async () => {
  const truth = groundOf(campaign.flights.filter(counts))
  const plots = await listAll<TaskPlot>('getTaskPlots', { tftzId })
  expect(plots).toHaveLength(campaign.fields.length)
  for (const { blockId, coveredArea } of plots) {
    const trueM2 = truth.get(blockId) ?? 0
    expect(Math.abs(toM2(coveredArea) - trueM2), blockId).toBeLessThan(0.005 * 9_000)
  }
  const seen = await overview()
  expect(sum(plots.map(({ coveredArea }) => coveredArea))).toBeCloseTo(seen.coveredArea, 1)
})

test('false claims are suspected, and nothing else is', async () => {
  const suspicions = await listAll<ClaimSuspicion>('listClaimSuspicions', { state: 'all' })
  const found = suspicions.map(({ droneId, cause }) => `${droneId} ${cause}`).sort()
  const causes: Partial<Record<Deed, string>> = {
    'pump-off': 'pump_off',
    'copied-track': 'same_track',
    'impossible-area': 'impossible_area',
  }
  expect(found).toEqual(
    campaign.flights
      .flatMap(({ droneId, deed }) => (deed && causes[deed] ? [`${droneId} ${causes[deed]}`] : []))
      .sort(),
  )
})

test('a closed task does not change', async () => {
  const before = await overview()
  const closed = await ask<UnifiedTask>(authority, 'setUnifiedTaskState', {
    params: { tftzId },
    body: { opr: 'close' },
  })
  const { measuredAt } = await overview()
  const hasNoForecast = { forecastDate: null, paceArea: null, measuredAt }
  expect(await overview()).toEqual({ ...before, ...hasNoForecast })
  expect(closed.coveredArea).toBe(before.coveredArea)
  expect(await isFrozenIntact(db, Number(tftzId))).toBe(true)
})

/** Recomputes the subsidy as the job does. */
const workOut = async (subsidyId: string): Promise<SubsidyDetail> => {
  const inPath = { params: { subsidyId } }
  const { revision } = await ask<SubsidyDetail>(authority, 'getSubsidy', inPath)
  await workOutSubsidy(services, { subsidyId: Number(subsidyId), revision }, quiet)
  return ask<SubsidyDetail>(authority, 'getSubsidy', inPath)
}
const proposePayment = async (): Promise<SubsidyDetail> => {
  const { ruleId } = await ask<SubsidyRule>(authority, 'createSubsidyRule', {
    body: {
      region: county,
      year: 2026,
      currency: 'CNY',
      rates: [{ cropId: 'rice', chemicalId: null, taskType: 1, rateMinor }],
      seasons: [{ name: 'Early rice', fromDay: '2026-05-01', untilDay: '2026-07-31' }],
      objectionDays: 0,
    },
  })
  const { subsidyId } = await ask<Subsidy>(authority, 'proposeSubsidy', { body: { ruleId } })
  return workOut(subsidyId)
}
const decideAll = async (): Promise<void> => {
  for (const { suspicionId } of await listAll<ClaimSuspicion>('listClaimSuspicions', {
    state: 'undecided',
  }))
    await ask(authority, 'decideClaim', {
      params: { suspicionId },
      body: { decision: 'false_claim', text: 'Seen on site' },
    })
}

test('covered area is paid for to the cent, and false claims are not', async () => {
  const proposed = await proposePayment()
  const paid = campaign.flights.filter((one) => counts(one) && one.deed !== 'impossible-area')
  const dueMinor = muFromM2(truthM2(paid)) * rateMinor
  expectNear(proposed.totalMinor, dueMinor, 'proposed')
  // A false claim that covered nothing itself delays no one's payment.
  expect(proposed.stoppedNum).toBe(withDeed('impossible-area').length)

  const lines = await listAll<SubsidyLine>('listSubsidyLines', { subsidyId: proposed.subsidyId })
  const toPay = lines.filter(({ state }) => state === 'payable')
  expect(sum(toPay.map(({ amountMinor }) => amountMinor))).toBe(proposed.totalMinor)
  const seen = new Map(
    (await listAll<TaskPlot>('getTaskPlots', { tftzId })).map((plot) => [plot.blockId, plot]),
  )
  for (const { blockId, groundArea } of lines)
    expect(groundArea, blockId).toBeCloseTo(seen.get(blockId)!.coveredArea, 3)

  await decideAll()
  const inPath = { params: { subsidyId: proposed.subsidyId } }
  await ask(authority, 'correctSubsidy', { ...inPath, body: { text: 'Decided' } })
  const corrected = await workOut(proposed.subsidyId)
  expect(corrected).toMatchObject({ totalMinor: proposed.totalMinor, stoppedNum: 0 })
  await ask(treasurer, 'approveSubsidy', { ...inPath, body: {} })
  expect(
    await ask<Subsidy>(authority, 'paySubsidy', {
      ...inPath,
      body: { paymentReference: 'CZ-2026-17' },
    }),
  ).toMatchObject({ state: 'paid', totalMinor: proposed.totalMinor })
})
