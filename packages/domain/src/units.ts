/** One mu, the unit of area in the API: a fifteenth of a hectare. */
export const MU_M2 = 2000 / 3

export type AreaUnit = 'mu' | 'rai' | 'acre' | 'hectare'
export const AREA_UNITS = ['mu', 'acre', 'hectare', 'rai'] as const satisfies readonly AreaUnit[]

/**
 * Specification, section 9: how much of the unit one mu is. Exactly these figures, though rai and
 * acre are known to more places.
 */
export const UNITS_PER_MU: Readonly<Record<AreaUnit, number>> = {
  mu: 1,
  rai: 0.4166667,
  acre: 0.1647369,
  hectare: 0.0666667,
}

/**
 * One of each in m², as laws define it: whole numbers `[numerator, denominator]`, for money. The
 * acre is the international one.
 */
export const M2_OF_UNIT: Readonly<Record<AreaUnit, readonly [bigint, bigint]>> = {
  mu: [2_000n, 3n],
  rai: [1_600n, 1n],
  acre: [40_468_564_224n, 10_000_000n],
  hectare: [10_000n, 1n],
}

/** A price for one of a unit, as the price for one of another; not rounded. */
export function convertAreaRate(rate: number, from: AreaUnit, to: AreaUnit): number {
  if (from === to) return rate
  const [ofTo, overTo] = M2_OF_UNIT[to]
  const [ofFrom, overFrom] = M2_OF_UNIT[from]
  return (rate * Number(ofTo * overFrom)) / Number(overTo * ofFrom)
}

export function muFromM2(areaM2: number): number {
  return areaM2 / MU_M2
}

export function m2FromMu(mu: number): number {
  return mu * MU_M2
}

export function fromMu(mu: number, unit: AreaUnit): number {
  return mu * UNITS_PER_MU[unit]
}

export function toMu(area: number, unit: AreaUnit): number {
  return area / UNITS_PER_MU[unit]
}

/** Converts an amount per other unit of area to one per mu; `doseFromPerMu` does the opposite. */
export function dosePerMu(dose: number, per: AreaUnit): number {
  return dose * UNITS_PER_MU[per]
}

export function doseFromPerMu(dosePerMu: number, per: AreaUnit): number {
  return dosePerMu / UNITS_PER_MU[per]
}

/** `language` as a BCP 47 tag. */
export function defaultAreaUnit(language: string): AreaUnit {
  const primary = language.toLowerCase().split('-')[0]
  return primary === 'en' ? 'acre' : primary === 'th' ? 'rai' : 'mu'
}

/** Decimals that figures are shown with; a missing value is a dash. */
export const DECIMALS = { area: 2, headlineArea: 1, durationHours: 1, default: 2 } as const
export const MISSING = '-'

export function hoursFromSeconds(seconds: number): number {
  return seconds / 3600
}

/** Seconds as whole hours, minutes and seconds, for languages to put in words. */
export function durationParts(seconds: number): {
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
} {
  const whole = Math.max(0, Math.round(seconds))
  return {
    hours: Math.floor(whole / 3600),
    minutes: Math.floor((whole % 3600) / 60),
    seconds: whole % 60,
  }
}
