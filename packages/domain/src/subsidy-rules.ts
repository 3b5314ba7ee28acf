// Rules by which an authority pays for spraying, and by which flights count. Days are whole days of
// the zone of the rules' region, `YYYY-MM-DD`, both ends included; amounts are whole numbers of the
// currency's smallest unit.

import type { AreaUnit } from './units.ts'

/** Evidence required of a flight, in addition to its track and its plot. */
export const subsidyEvidence = ['task', 'crop', 'chemical', 'pilot'] as const
export type SubsidyEvidence = (typeof subsidyEvidence)[number]

/** If several rates match, the most specific one applies. */
export type SubsidyRate = {
  /** Null: any crop. */
  readonly cropId: string | null
  /** Null: any chemical. */
  readonly chemicalId: string | null
  /** Type of the unified task for which it was flown; null: any, and none. */
  readonly taskType: 1 | 2 | 3 | 4 | null
  /** For one of the rules' unit of area. */
  readonly rateMinor: number
}

export type SubsidySeason = {
  readonly name: string
  readonly fromDay: string
  readonly untilDay: string
}

/** Null: no ceiling. */
export type SubsidyCeilings = {
  /** For a plot in a season. */
  readonly plotMinor: number | null
  /** For the plots of one farmer, in the year. */
  readonly farmerMinor: number | null
  /** For one operator, in the year. */
  readonly operatorMinor: number | null
  /** For all together in a season. */
  readonly seasonMinor: number | null
}

export type SubsidyRules = {
  /** Unit of the rates: a mu, a rai, an acre or a hectare. */
  readonly rateUnit: AreaUnit
  readonly rates: readonly SubsidyRate[]
  /** Seasons do not overlap: area is paid once in each. */
  readonly seasons: readonly SubsidySeason[]
  readonly ceilings: SubsidyCeilings
  /** A plot with a smaller covered share in the season is not paid, 0..1. */
  readonly leastCoveredRatio: number
  readonly evidence: readonly SubsidyEvidence[]
  /** Days in which objections are possible. */
  readonly objectionDays: number
}

/**
 * All payments by one rate form one line. The name identifies a rate regardless of the order of
 * rates.
 */
export const nameRate = ({ cropId, chemicalId, taskType }: SubsidyRate): string =>
  [cropId ?? '*', chemicalId ?? '*', taskType ?? '*'].join('/')

/**
 * If two rates name equally many, crop takes precedence over chemical, and chemical over kind of
 * task.
 */
const weigh = ({ cropId, chemicalId, taskType }: SubsidyRate): number => {
  const named = [cropId, chemicalId, taskType].map((one) => (one === null ? 0 : 1))
  const count = named.reduce<number>((sum, one) => sum + one, 0)
  return count * 8 + named.reduce<number>((sum, one) => sum * 2 + one, 0)
}

type Sprayed = {
  readonly cropId: string | null
  /** Chemicals that the flight reports, possibly several. */
  readonly chemicalIds: readonly string[]
  readonly taskType: 1 | 2 | 3 | 4 | null
}

const fits = (rate: SubsidyRate, sprayed: Sprayed): boolean =>
  (rate.cropId === null || rate.cropId === sprayed.cropId) &&
  (rate.chemicalId === null || sprayed.chemicalIds.includes(rate.chemicalId)) &&
  (rate.taskType === null || rate.taskType === sprayed.taskType)

export const findRate = (
  rates: readonly SubsidyRate[],
  sprayed: Sprayed,
): SubsidyRate | undefined =>
  rates
    .filter((rate) => fits(rate, sprayed))
    .toSorted((a, b) => weigh(b) - weigh(a) || (nameRate(a) < nameRate(b) ? -1 : 1))[0]

/** A flight over one plot. */
export type SubsidyFlight = Sprayed & {
  readonly droneId: string
  readonly sortieId: string
  readonly startAtMs: number
  /** In the time zone of the rules. */
  readonly day: string
  /** Null: it sprayed none. */
  readonly plotId: string | null
  /** The operator that sprayed and is paid. */
  readonly operatorId: string | null
  readonly pilotId: string | null
  readonly taskId: number | null
  /** Already paid, by any authority's rules. */
  readonly isPaid: boolean
  /** Its plot falls to the rules of a smaller region. */
  readonly isOfOtherRules: boolean
  /** It was decided that its claim is false, or that its alarm is real. */
  readonly isFalse: boolean
  /** An undecided suspicion or alarm about it. */
  readonly undecided: 'suspicion' | 'alarm' | null
  /**
   * The authority's decision: the flight does not count; or it counts although evidence is missing
   * or something is undecided.
   */
  readonly ruling: 'exclude' | 'admit' | null
}

export const subsidyLeftOutReasons = [
  'no_plot',
  'no_operator',
  'paid_before',
  'other_rules',
  'excluded',
  'false_claim',
  'season',
  'rate',
  'evidence',
] as const
export type SubsidyLeftOutReason = (typeof subsidyLeftOutReasons)[number]

export type CountedFlight = {
  readonly flight: SubsidyFlight & { readonly plotId: string; readonly operatorId: string }
  /** Index among the seasons. */
  readonly season: number
  readonly rate: SubsidyRate
  readonly stoppedBy: 'suspicion' | 'alarm' | null
}
export type LeftOutFlight = { readonly flight: SubsidyFlight; readonly why: SubsidyLeftOutReason }

const hasEvidence = (flight: SubsidyFlight, evidence: readonly SubsidyEvidence[]): boolean => {
  const known: Readonly<Record<SubsidyEvidence, boolean>> = {
    task: flight.taskId !== null,
    crop: flight.cropId !== null,
    chemical: flight.chemicalIds.length > 0,
    pilot: flight.pilotId !== null,
  }
  return evidence.every((one) => known[one])
}

/** Whether a flight counts, by which season and rate; else the first reason why it does not. */
export const judgeFlight = (
  flight: SubsidyFlight,
  rules: SubsidyRules,
): CountedFlight | LeftOutFlight => {
  const { plotId, operatorId, ruling } = flight
  if (plotId === null) return { flight, why: 'no_plot' }
  if (operatorId === null) return { flight, why: 'no_operator' }
  if (flight.isPaid) return { flight, why: 'paid_before' }
  if (flight.isOfOtherRules) return { flight, why: 'other_rules' }
  if (ruling === 'exclude') return { flight, why: 'excluded' }
  if (flight.isFalse) return { flight, why: 'false_claim' }
  const season = rules.seasons.findIndex(
    ({ fromDay, untilDay }) => fromDay <= flight.day && flight.day <= untilDay,
  )
  if (season < 0) return { flight, why: 'season' }
  const rate = findRate(rules.rates, flight)
  if (!rate) return { flight, why: 'rate' }
  if (ruling !== 'admit' && !hasEvidence(flight, rules.evidence)) return { flight, why: 'evidence' }
  return {
    flight: { ...flight, plotId, operatorId },
    season,
    rate,
    stoppedBy: ruling === 'admit' ? null : flight.undecided,
  }
}
