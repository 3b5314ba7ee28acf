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

/** The calendar fields on the clocks of an IANA zone, padded to two digits. */
export const dateTimeIn = (
  time: Date,
  timeZone: string,
): Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string> =>
  Object.fromEntries(
    pickClock(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  ) as ReturnType<typeof dateTimeIn>

/** YYYY/MM/DD HH:mm:ss (specification, section 9) on the clocks of an IANA zone. */
export const formatLocalTime = (time: Date, timeZone: string): string => {
  const { year, month, day, hour, minute, second } = dateTimeIn(time, timeZone)
  return `${year}/${month}/${day} ${hour}:${minute}:${second}`
}

/**
 * The same as spreadsheets count it: days since the last day of 1899, hours as their share. They
 * know no zones: what a clock of the zone showed is written as if it were UTC.
 */
export const localSerial = (time: Date, timeZone: string): number => {
  const [day, clock] = formatLocalTime(time, timeZone).split(' ') as [string, string]
  return (
    Math.round((Date.parse(`${day.replaceAll('/', '-')}T${clock}Z`) / 86_400_000 + 25_569) * 1e8) /
    1e8
  )
}
