import { startOfZoneDayMs, zoneDay } from '@swath/domain/zone-days'

/** The start of the day that contains `nowMs` in an IANA time zone, with daylight saving time. */
export const startOfDay = (nowMs: number, timeZone: string): Date =>
  new Date(startOfZoneDayMs(timeZone, zoneDay(timeZone, nowMs)))
