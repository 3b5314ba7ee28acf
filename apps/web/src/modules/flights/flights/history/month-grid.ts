/** `month` is YYYY-MM, days are YYYY-MM-DD: calendar days, independent of time zones. */
export const addMonths = (month: string, count: number): string => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** The days of a month by week; null for days of adjacent months. `first`: 0 Sunday, 1 Monday. */
export const listWeeks = (month: string, first: 0 | 1): (string | null)[][] => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const lead = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() - first + 7) % 7
  const cells = Array.from({ length: Math.ceil((lead + count) / 7) * 7 }, (_, index) => {
    const day = index - lead + 1
    return day >= 1 && day <= count ? `${month}-${String(day).padStart(2, '0')}` : null
  })
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}
