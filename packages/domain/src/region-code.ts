/**
 * ISO 3166-1 numeric country (three digits) and a six-digit area code, as nine digits of text:
 * China 156000000.
 */
export type RegionCode = string

export const CHINA_REGION: RegionCode = '156000000'

export function isRegionCode(code: string): boolean {
  return /^\d{9}$/.test(code)
}

/**
 * The digits that every code inside begins with: trailing pairs of zeros are taken off the area
 * code, never off the country.
 */
export function regionPrefix(code: RegionCode): string {
  let end = code.length
  while (end > 3 && code.slice(end - 2, end) === '00') end -= 2
  return code.slice(0, end)
}

/** Whether `outer` is `inner` or holds it. */
export function regionContains(outer: RegionCode, inner: RegionCode): boolean {
  return inner.startsWith(regionPrefix(outer))
}

/**
 * The lowest and highest code inside, both included: text order and number order are the same at
 * nine digits.
 */
export function regionRange(code: RegionCode): {
  readonly low: RegionCode
  readonly high: RegionCode
} {
  const prefix = regionPrefix(code)
  return { low: prefix.padEnd(9, '0'), high: prefix.padEnd(9, '9') }
}

export type RegionLevel = 'country' | 'province' | 'city' | 'county'

export function regionLevel(code: RegionCode): RegionLevel {
  const levels = ['country', 'province', 'city', 'county'] as const
  return levels[(regionPrefix(code).length - 3) / 2] ?? 'county'
}

/**
 * The region at a level that holds this one, itself at its own level. Null where it is coarser than
 * the level.
 */
export function regionAt(code: RegionCode, level: RegionLevel): RegionCode | null {
  const digits = { country: 3, province: 5, city: 7, county: 9 }[level]
  return regionPrefix(code).length < digits ? null : code.slice(0, digits).padEnd(9, '0')
}

/** Country first, itself last. */
export function regionPath(code: RegionCode): RegionCode[] {
  return (['country', 'province', 'city', 'county'] as const)
    .map((level) => regionAt(code, level))
    .filter((at) => at !== null)
}

export function toCountryCode(code: RegionCode): string {
  return code.slice(0, 3)
}
