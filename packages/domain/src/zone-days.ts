// Calendar days of a zone as moments.
import { dateTimeIn } from './local-time.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** Minutes that the zone's clocks are ahead of UTC. */
export const zoneOffsetMinutes = (timeZone: string, atMs: number): number => {
  const { year, month, day, hour, minute, second } = dateTimeIn(atMs, timeZone)
  const shownMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Math.round((shownMs - Math.floor(atMs / 1000) * 1000) / minuteMs)
}

/**
 * The moment of a local date and time (`2026-11-01T08:00`) in the zone. If clocks skip it, as much
 * later; if they show it twice, the first time.
 */
export const zoneTimeMs = (timeZone: string, shown: string): number => {
  const wantedMs = Date.parse(`${shown}Z`)
  const startAt = (aroundMs: number): { atMs: number; holds: boolean } => {
    const offsetMs = zoneOffsetMinutes(timeZone, aroundMs) * minuteMs
    const atMs = wantedMs - offsetMs
    return { atMs, holds: zoneOffsetMinutes(timeZone, atMs) * minuteMs === offsetMs }
  }
  const before = startAt(wantedMs - dayMs)
  const after = startAt(wantedMs + dayMs)
  return !before.holds && after.holds ? after.atMs : before.atMs
}

/**
 * The moment at which a day (YYYY-MM-DD) begins. Where clocks skip midnight, the first moment after
 * it.
 */
export const startOfZoneDayMs = (timeZone: string, day: string): number =>
  zoneTimeMs(timeZone, `${day}T00:00:00`)

const steady = new Map<string, number | null>()
/** No flight is older, and the rules of a zone are unknown beyond this. */
const [lookedFromMs, lookedUntilMs] = [Date.UTC(2015, 0), Date.UTC(2040, 0)]

/** The zone's offset where its clocks have one and keep it; null where they are changed. */
export const steadyOffsetMinutes = (timeZone: string): number | null => {
  const known = steady.get(timeZone)
  if (known !== undefined) return known
  const offset = zoneOffsetMinutes(timeZone, lookedFromMs)
  let isSteady = true
  for (let atMs = lookedFromMs; isSteady && atMs < lookedUntilMs; atMs += 15 * dayMs)
    isSteady = zoneOffsetMinutes(timeZone, atMs) === offset
  steady.set(timeZone, isSteady ? offset : null)
  return isSteady ? offset : null
}

/** The day (YYYY-MM-DD) that clocks in the zone show at a moment. */
export const zoneDay = (timeZone: string, atMs: number): string =>
  new Date(atMs + zoneOffsetMinutes(timeZone, atMs) * minuteMs).toISOString().slice(0, 10)
