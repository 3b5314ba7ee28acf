// What the events of a flight say, as text that its record's hash covers.
import type { DeviceEvent, DeviceEventType } from '@swath/domain/device-event'
import type { Sortie } from '@swath/domain/flight-state'
import { sha256 } from '../tracks/public.ts'

/** A device tells two of a flight; one that tells very many makes no record longer than this. */
export const eventsAtMost = 1_000

/** Time, ms since 1970; type; boot, '' where none was told; sequence number, or -1; flight's number. */
export type EventKey = readonly [tMs: number, type: DeviceEventType, boot: string, seq: number]

/** All that is stored of an event, in one order whatever order the database gives. */
export const eventText = ({ tMs, type, boot, seq, number, ...told }: DeviceEvent): string =>
  JSON.stringify([
    tMs,
    type,
    boot ?? '',
    seq ?? -1,
    number,
    Object.entries(told).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ])

/** Of a text of `eventText`. */
export const keyOfEvent = (text: string): EventKey => {
  const [tMs, type, boot, seq] = JSON.parse(text) as EventKey
  return [tMs, type, boot, seq]
}

/** A line each of what a record keeps; undefined: it is not what was hashed, or nothing was. */
export const coveredEvents = (text: string | null, hash: Buffer | null): string[] | undefined => {
  if (text === null || hash === null || !sha256(text).equals(hash)) return undefined
  return text === '' ? [] : text.split('\n')
}

/** Of the rows that a record was made of. */
export const coveredKeys = (text: string | null, hash: Buffer | null): EventKey[] =>
  (coveredEvents(text, hash) ?? []).map(keyOfEvent)

/**
 * Those told between take-off and landing, and the two that the flight was cut by, wherever their
 * clock stood: the times of a span are put right, those of stored events are as they were told.
 */
const belongsTo = (
  { startMs, endMs, takeoffEvent, landingEvent }: Sortie,
  event: DeviceEvent,
): boolean =>
  (event.tMs >= startMs && event.tMs <= endMs) ||
  isSame(event, takeoffEvent) ||
  isSame(event, landingEvent)

const isSame = (stored: DeviceEvent, told: DeviceEvent | null): boolean =>
  told !== null &&
  stored.type === told.type &&
  stored.boot === told.boot &&
  stored.seq === told.seq &&
  stored.number === told.number &&
  (stored.seq !== null || stored.tMs === told.tMs)

export type FlightEvents = { readonly text: string; readonly hash: Buffer }

/** In one order however they came; a line each, none where the flight has none. */
export const coverEvents = (events: readonly DeviceEvent[]): FlightEvents => {
  const text = events
    .toSorted((a, b) => a.tMs - b.tMs)
    .slice(0, eventsAtMost)
    .map(eventText)
    .toSorted()
    .join('\n')
  return { text, hash: sha256(text) }
}

export const eventsOfFlight = (sortie: Sortie, stored: readonly DeviceEvent[]): FlightEvents =>
  coverEvents(stored.filter((event) => belongsTo(sortie, event)))
