import { startOfZoneDayMs, zoneDay } from '@swath/domain/zone-days'

/** The start of the day that `nowMs` falls on in an IANA zone, clock changes considered. */
export const startOfDay = (nowMs: number, timeZone: string): Date =>
  new Date(startOfZoneDayMs(timeZone, zoneDay(timeZone, nowMs)))
