// Proposed subsidy payments: lines by season, plot, operator and rate, each with the amounts cut
// and the reasons. The result does not depend on the order of flights. Ground is counted in
// thousandths of a square metre and amounts in the currency's smallest unit, both whole numbers, so
// that sums are exact.
import { divideHalfEven } from './money.ts'
import {
  nameRate,
  type CountedFlight,
  type SubsidyRate,
  type SubsidyRules,
} from './subsidy-rules.ts'
import { M2_OF_UNIT, type AreaUnit } from './units.ts'

/** The amount for an area at a rate. */
export const payForGround = (rateMinor: number, unit: AreaUnit, groundMilliM2: number): number => {
  const [m2, over] = M2_OF_UNIT[unit]
  return divideHalfEven(BigInt(rateMinor) * BigInt(groundMilliM2) * over, m2 * 1000n)
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The flight that covers an area first is paid for it. */
const compareFlights = ({ flight: a }: CountedFlight, { flight: b }: CountedFlight): number =>
  a.startAtMs - b.startAtMs ||
  compareTexts(a.droneId, b.droneId) ||
  compareTexts(a.sortieId, b.sortieId)

/** Flights that are measured together: over one plot in one season, in order of time. */
export type PlotInSeason = {
  readonly plotId: string
  readonly season: number
  readonly flights: readonly CountedFlight[]
}

export const groupByPlot = (counted: readonly CountedFlight[]): PlotInSeason[] => {
  const groups = new Map<string, { plotId: string; season: number; flights: CountedFlight[] }>()
  for (const one of counted) {
    const { plotId } = one.flight
    const key = `${one.season} ${plotId}`
    const group = groups.get(key) ?? { plotId, season: one.season, flights: [] }
    group.flights.push(one)
    groups.set(key, group)
  }
  return [...groups.entries()]
    .toSorted(([a], [b]) => compareTexts(a, b))
    .map(([, group]) => ({ ...group, flights: group.flights.toSorted(compareFlights) }))
}

export type MeasuredPlot = PlotInSeason & {
  /** The farmer whose ceiling applies; null: the plot has no farmer. */
  readonly farmerId: string | null
  readonly plotMilliM2: number
  /** Area of the plot covered by flights that were paid before. */
  readonly paidMilliM2: number
  /**
   * For each flight: area of the plot that it covered and no flight before it, including paid ones.
   */
  readonly newMilliM2: readonly number[]
  /**
   * For each flight: area that it may have covered beyond that, without a stored track as proof.
   */
  readonly unprovenMilliM2: readonly number[]
}

export const subsidyCutReasons = ['share', 'plot', 'farmer', 'operator', 'season'] as const
export type SubsidyCutReason = (typeof subsidyCutReasons)[number]
/** `share`: too little of the plot was covered; else the ceiling that is reached. */
export type SubsidyCut = { readonly why: SubsidyCutReason; readonly amountMinor: number }

type LineFlight = {
  readonly flight: CountedFlight
  readonly groundMilliM2: number
  readonly unprovenMilliM2: number
}

export type SubsidyLine = {
  /** A stable name: the same in each proposal. */
  readonly name: string
  readonly season: number
  readonly plotId: string
  readonly operatorId: string
  readonly rate: SubsidyRate
  readonly plotMilliM2: number
  /** Area of the plot that all flights that count covered in the season. */
  readonly coveredMilliM2: number
  readonly groundMilliM2: number
  readonly unprovenMilliM2: number
  readonly flights: readonly LineFlight[]
  readonly firstAtMs: number
  readonly grossMinor: number
  readonly amountMinor: number
  readonly cuts: readonly SubsidyCut[]
  /** stopped: a flight of it awaits a decision; nothing: there is nothing to be paid. */
  readonly state: 'payable' | 'stopped' | 'nothing'
}

/** Amounts paid before by the same rules, in smallest units, by ceiling. */
export type SpentBefore = ReadonlyMap<string, number>
export const ceilingKeys = {
  plot: (season: number, plotId: string): string => `plot ${season} ${plotId}`,
  farmer: (farmerId: string): string => `farmer ${farmerId}`,
  operator: (operatorId: string): string => `operator ${operatorId}`,
  season: (season: number): string => `season ${season}`,
}

type Draft = Omit<SubsidyLine, 'amountMinor' | 'cuts' | 'state'> & {
  farmerId: string | null
  isStopped: boolean
}

const draftLines = (plot: MeasuredPlot, { rateUnit }: SubsidyRules): Draft[] => {
  const coveredMilliM2 = plot.newMilliM2.reduce((sum, one) => sum + one, plot.paidMilliM2)
  const groups = new Map<string, LineFlight[]>()
  plot.flights.forEach((flight, place) => {
    const name = [plot.season, plot.plotId, flight.flight.operatorId, nameRate(flight.rate)].join(
      ' ',
    )
    const group = groups.get(name) ?? []
    group.push({
      flight,
      groundMilliM2: plot.newMilliM2[place] ?? 0,
      unprovenMilliM2: plot.unprovenMilliM2[place] ?? 0,
    })
    groups.set(name, group)
  })
  return [...groups].map(([name, flights]) => {
    const { rate, flight: first } = flights[0]!.flight
    const groundMilliM2 = flights.reduce((sum, one) => sum + one.groundMilliM2, 0)
    return {
      name,
      season: plot.season,
      plotId: plot.plotId,
      operatorId: first.operatorId,
      farmerId: plot.farmerId,
      rate,
      plotMilliM2: plot.plotMilliM2,
      coveredMilliM2,
      groundMilliM2,
      unprovenMilliM2: flights.reduce((sum, one) => sum + one.unprovenMilliM2, 0),
      flights,
      firstAtMs: first.startAtMs,
      grossMinor: payForGround(rate.rateMinor, rateUnit, groundMilliM2),
      // A decision about a flight that covered no new ground changes no amount.
      isStopped: flights.some(
        ({ flight: { stoppedBy }, groundMilliM2: own }) => stoppedBy !== null && own > 0,
      ),
    }
  })
}

type Limit = { why: SubsidyCutReason; key: string; mostMinor: number }

const limitsOf = (
  { season, plotId, farmerId, operatorId }: Draft,
  { ceilings }: SubsidyRules,
): Limit[] => {
  const { plotMinor, farmerMinor, operatorMinor, seasonMinor } = ceilings
  const limits: { why: SubsidyCutReason; key: string | null; mostMinor: number | null }[] = [
    { why: 'plot', key: ceilingKeys.plot(season, plotId), mostMinor: plotMinor },
    {
      why: 'farmer',
      key: farmerId === null ? null : ceilingKeys.farmer(farmerId),
      mostMinor: farmerMinor,
    },
    { why: 'operator', key: ceilingKeys.operator(operatorId), mostMinor: operatorMinor },
    { why: 'season', key: ceilingKeys.season(season), mostMinor: seasonMinor },
  ]
  return limits.filter((limit): limit is Limit => limit.key !== null && limit.mostMinor !== null)
}

/**
 * Lines in the order of their first flights, in which ceilings are used up. A stopped line uses
 * them too, so that deciding about it takes nothing from others.
 */
export const buildSubsidyLines = (
  measured: readonly MeasuredPlot[],
  rules: SubsidyRules,
  spentBefore: SpentBefore = new Map(),
): SubsidyLine[] => {
  const spent = new Map(spentBefore)
  const drafts = measured
    .flatMap((plot) => draftLines(plot, rules))
    .toSorted((a, b) => a.firstAtMs - b.firstAtMs || compareTexts(a.name, b.name))
  return drafts.map((draft) => {
    const { isStopped, farmerId: _farmerId, ...line } = draft
    const cuts: SubsidyCut[] = []
    let amountMinor = draft.grossMinor
    const cutTo = (why: SubsidyCutReason, mostMinor: number): void => {
      if (amountMinor <= mostMinor) return
      cuts.push({ why, amountMinor: amountMinor - mostMinor })
      amountMinor = mostMinor
    }
    if (line.coveredMilliM2 < rules.leastCoveredRatio * line.plotMilliM2) cutTo('share', 0)
    const limits = limitsOf(draft, rules)
    for (const { why, key, mostMinor } of limits)
      cutTo(why, Math.max(0, mostMinor - (spent.get(key) ?? 0)))
    for (const { key } of limits) spent.set(key, (spent.get(key) ?? 0) + amountMinor)
    return {
      ...line,
      amountMinor,
      cuts,
      state: isStopped ? 'stopped' : amountMinor > 0 ? 'payable' : 'nothing',
    }
  })
}

export type SubsidySums = {
  readonly totalMinor: number
  readonly stoppedMinor: number
  readonly groundMilliM2: number
}

/** The total is always the sum of the payable lines. */
export const sumLines = (
  lines: readonly Pick<SubsidyLine, 'state' | 'amountMinor' | 'groundMilliM2'>[],
): SubsidySums =>
  lines.reduce<SubsidySums>(
    (sums, { state, amountMinor, groundMilliM2 }) => ({
      totalMinor: sums.totalMinor + (state === 'payable' ? amountMinor : 0),
      stoppedMinor: sums.stoppedMinor + (state === 'stopped' ? amountMinor : 0),
      groundMilliM2: sums.groundMilliM2 + (state === 'payable' ? groundMilliM2 : 0),
    }),
    { totalMinor: 0, stoppedMinor: 0, groundMilliM2: 0 },
  )
