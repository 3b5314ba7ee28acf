import { dateTimeIn, type DateTimeFields } from '@swath/domain/local-time'
import { startOfZoneDayMs, zoneTimeMs } from '@swath/domain/zone-days'
import { currentUser } from './session.ts'

let reportZone: string | null = null
/** Shows all times of this page in the zone of a shared report, as on its print. */
export const showTimesIn = (timeZone: string): void => {
  reportZone = timeZone
}

/** The time zone of the viewer's account; without a session the browser's. */
export const viewerTimeZone = (): string =>
  reportZone ?? currentUser()?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** The calendar fields of a moment in the viewer's zone, padded to two digits. */
export const dateTimeFields = (ms: number, timeZone = viewerTimeZone()): DateTimeFields =>
  dateTimeIn(ms, timeZone)

/**
 * The moment at which clocks in the viewer's zone show this (YYYY-MM-DDTHH:mm:ss), ms since 1970.
 */
export const parseLocalTime = (localTime: string, timeZone = viewerTimeZone()): number =>
  zoneTimeMs(timeZone, localTime)

/** The start of a day (YYYY-MM-DD) in the viewer's zone, ms since 1970. */
export const startOfDay = (day: string, timeZone = viewerTimeZone()): number =>
  startOfZoneDayMs(timeZone, day)
