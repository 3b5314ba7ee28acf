/** The calendar day of a moment in an IANA zone, YYYY-MM-DD. */
export const dayIn = (nowMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(nowMs)

/** The start of the day that `nowMs` falls on in an IANA zone, clock changes considered. */
export const startOfDay = (nowMs: number, timeZone: string): Date => {
  const parts = Object.fromEntries(
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
      .formatToParts(nowMs)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const sinceMidnightMs =
    ((parts['hour']! * 60 + parts['minute']!) * 60 + parts['second']!) * 1000 +
    (((nowMs % 1000) + 1000) % 1000)
  const guess = nowMs - sinceMidnightMs
  // If the clock was changed since midnight, the guess is an hour off.
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', hour: '2-digit' }).format(guess),
  )
  return new Date(
    hour === 0 ? guess : hour > 12 ? guess + (24 - hour) * 3_600_000 : guess - hour * 3_600_000,
  )
}
