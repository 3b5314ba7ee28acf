// Local time in an IANA time zone. The zone data come from Intl.

export type DateTimeFields = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>

/** A cache: creating a formatter takes a hundred times as long as using it. */
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

/** Calendar fields in an IANA time zone, padded to two digits. */
export const dateTimeIn = (time: Date | number, timeZone: string): DateTimeFields =>
  Object.fromEntries(
    pickClock(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  ) as DateTimeFields

export const isTimeZone = (name: string): boolean => {
  try {
    pickClock(name)
    return true
  } catch {
    return false // Intl throws where it does not know the zone
  }
}
