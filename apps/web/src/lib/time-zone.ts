import { currentUser } from './session.ts'

/** The zone of the viewer's account; before anyone has signed in, the browser's. */
export const viewerTimeZone = (): string =>
  currentUser()?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

type Fields = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>
const clocks = new Map<string, Intl.DateTimeFormat>()

const pickClock = (timeZone: string): Intl.DateTimeFormat => {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  clocks.set(timeZone, clock)
  return clock
}

/** The calendar fields of a moment in the viewer's zone, padded to two digits. */
export const dateTimeFields = (ms: number, timeZone = viewerTimeZone()): Fields =>
  Object.fromEntries(
    pickClock(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  ) as Fields

/**
 * The moment at which clocks in the viewer's zone show this (YYYY-MM-DDTHH:mm:ss), ms since 1970.
 */
export const parseWallClock = (wallClock: string, timeZone = viewerTimeZone()): number => {
  const wanted = Date.parse(`${wallClock}Z`)
  const shiftAt = (ms: number): number => {
    const { year, month, day: date, hour, minute, second } = dateTimeFields(ms, timeZone)
    return Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`) - ms
  }
  // Twice, because the shift at the first guess may be that of before a change of the clocks.
  const guess = wanted - shiftAt(wanted)
  return wanted - shiftAt(guess)
}

/** The moment at which a day (YYYY-MM-DD) begins in the viewer's zone, ms since 1970. */
export const startOfDay = (day: string, timeZone = viewerTimeZone()): number =>
  parseWallClock(`${day}T00:00:00`, timeZone)
