// Computes the payments by given rules from stored data. Repeating it has the same result.
import { createHash } from 'node:crypto'
import {
  buildSubsidyLines,
  ceilingKeys,
  groupByPlot,
  sumLines,
  type MeasuredPlot,
  type PlotInSeason,
  type SubsidyLine,
} from '@swath/domain/subsidy-lines'
import {
  judgeFlight,
  type CountedFlight,
  type LeftOutFlight,
  type SubsidyFlight,
  type SubsidyRules,
} from '@swath/domain/subsidy-rules'
import { regionContains } from '@swath/domain/region-code'
import { chemicalIdsIn, findChemicals, type NamedChemical } from '@swath/domain/chemicals'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { uuidFromHash } from '../../../platform/database/uuid.ts'
import { undecidedAmong } from '../../flights/public.ts'
import type { FlightToMeasure, MeasurePlot } from './measure-plot.ts'
import {
  listFlights,
  listPaidFlights,
  listPlots,
  listSpent,
  spanOf,
  type FlightFacts,
  type FlightToWrite,
  type LineToWrite,
  type PlotFacts,
  type ToWorkOut,
} from './propose.queries.ts'
import { namedChemicals, regionsWithin } from './rules.queries.ts'

export type WorkedOut = {
  lines: LineToWrite[]
  flights: FlightToWrite[]
  totalMinor: number
  stoppedMinor: number
  groundMilliM2: number
}

const keyOf = (droneId: string, sortieId: string, plotId: string | null): string =>
  `${droneId} ${sortieId} ${plotId ?? '-'}`

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

const askedAtOnce = 2_000

const findSuspected = async (
  db: Db | Tx,
  flights: readonly FlightFacts[],
): Promise<ReadonlySet<string>> => {
  const suspected = new Set<string>()
  for (let from = 0; from < flights.length; from += askedAtOnce) {
    const some = flights
      .slice(from, from + askedAtOnce)
      .map(({ drone_id, sortie_id }) => ({ droneId: drone_id, sortieId: sortie_id }))
    for (const { droneId, sortieId } of await undecidedAmong(db, some))
      suspected.add(`${droneId} ${sortieId}`)
  }
  return suspected
}

const toFlight = (
  facts: FlightFacts,
  isSuspected: boolean,
  otherRegions: readonly string[],
  chemicals: readonly NamedChemical[],
): SubsidyFlight => ({
  droneId: facts.drone_id,
  sortieId: facts.sortie_id,
  startAtMs: facts.start_at.getTime(),
  day: facts.day,
  plotId: facts.plot_id,
  operatorId: facts.operator_id,
  pilotId: facts.pilot_id,
  cropId: facts.crop_id,
  chemicalIds:
    facts.chemical === null
      ? []
      : [...chemicalIdsIn(facts.chemical), ...findChemicals(facts.chemical, chemicals)],
  taskId: facts.task_id,
  taskType: facts.task_type,
  isPaid: facts.is_paid,
  isOfOtherRules:
    facts.plot_region !== null &&
    otherRegions.some((region) => regionContains(region, facts.plot_region!)),
  isFalse: facts.is_false,
  undecided: isSuspected ? 'suspicion' : facts.has_alarm ? 'alarm' : null,
  ruling: facts.ruling,
})

const toMeasure = (facts: {
  drone_id: string
  sortie_id: string
  start_at: Date
  end_at: Date
  width_m: number
  covered_m2: number
  paid_milli_m2?: number
  ruling?: 'exclude' | 'admit' | null
}): FlightToMeasure => ({
  droneId: facts.drone_id,
  sortieId: facts.sortie_id,
  startAt: facts.start_at,
  endAt: facts.end_at,
  widthM: facts.width_m,
  coveredM2: facts.covered_m2,
  paidM2: facts.paid_milli_m2 === undefined ? null : facts.paid_milli_m2 / 1000,
  isAdmitted: facts.ruling === 'admit',
})

type Measuring = {
  measure: MeasurePlot
  signal: AbortSignal
  tell?: (done: number, all: number) => Promise<void>
}

type Known = {
  facts: ReadonlyMap<string, FlightFacts>
  plots: ReadonlyMap<string, PlotFacts>
  paid: ReadonlyMap<string, readonly FlightToMeasure[]>
}

const measureGroup = async (
  group: PlotInSeason,
  { facts, plots, paid }: Known,
  { measure, signal }: Measuring,
): Promise<MeasuredPlot | null> => {
  const plot = plots.get(group.plotId)
  if (!plot) return null
  const before = paid.get(`${group.season} ${group.plotId}`) ?? []
  const own = group.flights.map(({ flight }) =>
    toMeasure(facts.get(keyOf(flight.droneId, flight.sortieId, flight.plotId))!),
  )
  const ground = await measure(group.plotId, [...before, ...own], signal)
  if (!ground) return null
  return {
    ...group,
    farmerId: plot.is_farmers ? plot.owner_id : null,
    plotMilliM2: ground.plotMilliM2,
    paidMilliM2: ground.newMilliM2.slice(0, before.length).reduce((sum, one) => sum + one, 0),
    newMilliM2: ground.newMilliM2.slice(before.length),
    unprovenMilliM2: ground.unprovenMilliM2.slice(before.length),
  }
}

const readPaid = async (
  db: Db | Tx,
  subsidy: ToWorkOut,
  rules: SubsidyRules,
  plotIds: readonly string[],
): Promise<Map<string, FlightToMeasure[]>> => {
  const paid = new Map<string, FlightToMeasure[]>()
  for (const [season, days] of rules.seasons.entries())
    for (const row of await listPaidFlights(db, subsidy, plotIds, days)) {
      const key = `${season} ${row.plot_id}`
      paid.set(key, [...(paid.get(key) ?? []), toMeasure(row)])
    }
  return paid
}

const readSpent = async (
  db: Db | Tx,
  subsidy: ToWorkOut,
  plots: ReadonlyMap<string, PlotFacts>,
): Promise<Map<string, number>> => {
  const spent = new Map<string, number>()
  for (const row of await listSpent(db, subsidy)) {
    const isFarmers = plots.get(row.plot_id)?.is_farmers ?? true
    const keys = [
      ceilingKeys.plot(row.season, row.plot_id),
      ...(isFarmers ? [ceilingKeys.farmer(row.owner_id)] : []),
      ceilingKeys.operator(row.operator_id),
      ceilingKeys.season(row.season),
    ]
    for (const key of keys) spent.set(key, (spent.get(key) ?? 0) + row.amount_minor)
  }
  return spent
}

const writeLine = (
  subsidyId: number,
  rules: SubsidyRules,
  line: SubsidyLine,
  number: number,
  plot: PlotFacts,
): LineToWrite => ({
  id: uuidFromHash(sha256(`subsidy ${subsidyId} ${line.name}`)),
  number,
  state: line.state,
  season: line.season,
  season_name: rules.seasons[line.season]!.name,
  plot_id: line.plotId,
  plot_name: plot.name,
  owner_id: plot.owner_id,
  operator_id: line.operatorId,
  region_code: plot.region_code,
  crop_id: line.rate.cropId,
  chemical_id: line.rate.chemicalId,
  task_type: line.rate.taskType,
  rate_minor: line.rate.rateMinor,
  rate_unit: rules.rateUnit,
  plot_milli_m2: line.plotMilliM2,
  covered_milli_m2: line.coveredMilliM2,
  ground_milli_m2: line.groundMilliM2,
  unproven_milli_m2: line.unprovenMilliM2,
  flight_count: line.flights.length,
  first_at: new Date(line.firstAtMs),
  gross_minor: line.grossMinor,
  amount_minor: line.amountMinor,
  cuts: JSON.stringify(line.cuts),
})

const describeFlight = (
  facts: FlightFacts,
): Omit<
  FlightToWrite,
  'number' | 'line_id' | 'why' | 'ground_milli_m2' | 'unproven_milli_m2' | 'stopped_by'
> => ({
  drone_id: facts.drone_id,
  sortie_id: facts.sortie_id,
  plot_id: facts.plot_id,
  operator_id: facts.operator_id,
  region_code: facts.plot_region ?? facts.region_code,
  start_at: facts.start_at,
  covered_m2: facts.covered_m2,
  track_hash: facts.track_hash,
  facts_hash: facts.facts_hash,
})

const sortLeftOut = (leftOut: readonly LeftOutFlight[]): LeftOutFlight[] =>
  leftOut.toSorted(
    ({ flight: a }, { flight: b }) =>
      a.startAtMs - b.startAtMs ||
      (keyOf(a.droneId, a.sortieId, a.plotId) < keyOf(b.droneId, b.sortieId, b.plotId) ? -1 : 1),
  )

const describeAll = (
  subsidyId: number,
  rules: SubsidyRules,
  lines: readonly SubsidyLine[],
  leftOut: readonly LeftOutFlight[],
  { facts, plots }: Known,
): WorkedOut => {
  const written = lines.map((line, place) =>
    writeLine(subsidyId, rules, line, place + 1, plots.get(line.plotId)!),
  )
  const factsOf = ({ droneId, sortieId, plotId }: SubsidyFlight): FlightFacts =>
    facts.get(keyOf(droneId, sortieId, plotId))!
  const counted = lines.flatMap((line, place) =>
    line.flights.map(({ flight, groundMilliM2, unprovenMilliM2 }) => ({
      ...describeFlight(factsOf(flight.flight)),
      line_id: written[place]!.id,
      why: null,
      ground_milli_m2: groundMilliM2,
      unproven_milli_m2: unprovenMilliM2,
      stopped_by: flight.stoppedBy,
    })),
  )
  const others = sortLeftOut(leftOut).map(({ flight, why }) => ({
    ...describeFlight(factsOf(flight)),
    line_id: null,
    why,
    ground_milli_m2: 0,
    unproven_milli_m2: 0,
    stopped_by: null,
  }))
  return {
    lines: written,
    flights: [...counted, ...others].map((flight, place) => ({ ...flight, number: place + 1 })),
    ...sumLines(lines),
  }
}

const reportEvery = 20

export const workOut = async (
  db: Db | Tx,
  subsidy: ToWorkOut,
  rules: SubsidyRules,
  measuring: Measuring,
): Promise<WorkedOut> => {
  const rows = await listFlights(db, subsidy, spanOf(rules))
  const suspected = await findSuspected(db, rows)
  const otherRegions = await regionsWithin(db, subsidy.region_code, subsidy.year)
  const chemicals = await namedChemicals(
    db,
    rules.rates.flatMap(({ chemicalId }) => chemicalId ?? []),
  )
  const judged = rows.map((row) =>
    judgeFlight(
      toFlight(row, suspected.has(`${row.drone_id} ${row.sortie_id}`), otherRegions, chemicals),
      rules,
    ),
  )
  const counted = judged.filter((one): one is CountedFlight => 'rate' in one)
  const groups = groupByPlot(counted)
  const plotIds = [...new Set(groups.map(({ plotId }) => plotId))]
  const plots = new Map((await listPlots(db, plotIds)).map((plot) => [plot.id, plot]))
  const known: Known = {
    facts: new Map(rows.map((row) => [keyOf(row.drone_id, row.sortie_id, row.plot_id), row])),
    plots,
    paid: await readPaid(db, subsidy, rules, plotIds),
  }
  const measured: MeasuredPlot[] = []
  for (const [done, group] of groups.entries()) {
    measuring.signal.throwIfAborted()
    if (done % reportEvery === 0) await measuring.tell?.(done, groups.length)
    const plot = await measureGroup(group, known, measuring)
    if (plot) measured.push(plot)
  }
  const lines = buildSubsidyLines(measured, rules, await readSpent(db, subsidy, plots))
  const leftOut = judged.filter((one): one is LeftOutFlight => 'why' in one)
  return describeAll(subsidy.id, rules, lines, leftOut, known)
}
