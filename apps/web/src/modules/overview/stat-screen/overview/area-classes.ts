/** Opacity of the fill by class, from the smallest areas to the largest; names stay readable. */
export const classOpacities = [0.08, 0.17, 0.28, 0.4, 0.54] as const

/** 1, 3, 10, 30…: even steps on a logarithmic scale. */
const toLimit = (step: number): number => (step % 2 === 0 ? 1 : 3) * 10 ** Math.floor(step / 2)

/**
 * Lower limits of the classes above the first one, in the unit of the given value: the work of
 * regions differs by a factor of a thousand. Empty if there is no work.
 */
export const findClassLimits = (most: number): readonly number[] => {
  if (most <= 0) return []
  const whole = Math.floor(2 * Math.log10(most))
  const top = toLimit(whole + 1) <= most ? whole + 1 : toLimit(whole) <= most ? whole : whole - 1
  return classOpacities.slice(1).map((_, i) => toLimit(top - (classOpacities.length - 2) + i))
}

/** The class of an area, from 0; null: no work, no fill. */
export const findClass = (value: number, limits: readonly number[]): number | null =>
  value > 0 ? limits.filter((limit) => value >= limit).length : null
