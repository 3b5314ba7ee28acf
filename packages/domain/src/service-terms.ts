// Services sold per drone and year, and the consequences of an unpaid year.
import type { Currency } from './money.ts'

/** Codes in the API (specification, section 3: orderType). */
export const orderTypes = { platform: 1, rtk: 2, firmware: 3 } as const
export type OrderType = (typeof orderTypes)[keyof typeof orderTypes]

/** Days before the end of a service's year at which the first and the last warning are sent. */
export const warnedDaysBeforeEnd = [30, 7] as const
/** For this many days of an unpaid year everything still works. */
export const graceDays = 30

/** The year of a day (YYYY-MM-DD), in the zone of the drone's account. */
const yearOf = (day: string): number => Number(day.slice(0, 4))

const dayMs = 86_400_000
const daysBetween = (from: string, until: string): number =>
  Math.round((Date.parse(until) - Date.parse(from)) / dayMs)

/** Years that can be ordered: the current one and the next. */
export const orderableYears = (day: string): readonly [number, number] => [
  yearOf(day),
  yearOf(day) + 1,
]

export type ServiceState = 'never' | 'running' | 'ending' | 'grace' | 'lapsed'

/** State of a service on a day, by the last paid year; null: never paid, so nothing can lapse. */
export const serviceStateOn = (lastYear: number | null, day: string): ServiceState => {
  if (lastYear === null) return 'never'
  const daysLeft = daysBetween(day, `${lastYear}-12-31`)
  if (daysLeft > warnedDaysBeforeEnd[0]) return 'running'
  if (daysLeft >= 0) return 'ending'
  return daysLeft >= -graceDays ? 'grace' : 'lapsed'
}

/** The warning due about a year's end: days before it, -1 once it is over; null: none yet. */
export const pickWarning = (year: number, day: string): number | null => {
  const daysLeft = daysBetween(day, `${year}-12-31`)
  if (daysLeft < -graceDays) return null
  if (daysLeft < 0) return -1
  return warnedDaysBeforeEnd.toReversed().find((days) => daysLeft <= days) ?? null
}

/** ISO 3166-1 numeric of the countries whose currency is accepted; dollars elsewhere. */
const currencyByCountry: Readonly<Record<string, Currency>> = {
  '156': 'CNY',
  '158': 'TWD',
  '764': 'THB',
  '410': 'KRW',
  '356': 'INR',
}

/** The currency in which an account of a region pays. */
export const currencyOfRegion = (regionCode: string): Currency =>
  currencyByCountry[regionCode.slice(0, 3)] ?? 'USD'
