const clocks = new Map<string, Intl.DateTimeFormat>()

const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', {
    timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
  })
  clocks.set(timeZone, clock)
  return clock
}

/** YYYY/MM/DD HH:mm:ss (specification, section 9) on the clocks of an IANA zone. */
export const formatLocalTime = (time: Date, timeZone: string): string => {
  const part = Object.fromEntries(clockOf(timeZone).formatToParts(time).map(({ type, value }) => [type, value]))
  return `${part['year']}/${part['month']}/${part['day']} ${part['hour']}:${part['minute']}:${part['second']}`
}
