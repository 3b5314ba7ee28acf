// The events of a flight as text that its record's hash covers.
import type { DeviceEvent, DeviceEventType } from '@swath/domain/device-event'
import type { Sortie } from '@swath/domain/flight-state'
import { sha256 } from '../tracks/public.ts'

/** A flight normally has two events; this limits the record of a device that sends very many. */
export const eventsAtMost = 1_000

/**
 * Time, ms since 1970; type; boot, '' if not reported; sequence number, or -1; number of the
 * flight.
 */
export type EventKey = readonly [tMs: number, type: DeviceEventType, boot: string, seq: number]

/** All stored fields of an event, in a fixed order that does not depend on the database. */
export const eventText = ({ tMs, type, boot, seq, number, ...reported }: DeviceEvent): string =>
  JSON.stringify([
    tMs,
    type,
    boot ?? '',
    seq ?? -1,
    number,
    Object.entries(reported).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ])

/** Parses a text of `eventText`. */
export const keyOfEvent = (text: string): EventKey => {
  const [tMs, type, boot, seq] = JSON.parse(text) as EventKey
  return [tMs, type, boot, seq]
}

/**
 * One line per event covered by a record; undefined if the text does not match the hash, or nothing
 * was hashed.
 */
export const coveredEvents = (text: string | null, hash: Buffer | null): string[] | undefined => {
  if (text === null || hash === null || !sha256(text).equals(hash)) return undefined
  return text === '' ? [] : text.split('\n')
}

/** Keys of the events that a record covers. */
export const coveredKeys = (text: string | null, hash: Buffer | null): EventKey[] =>
  (coveredEvents(text, hash) ?? []).map(keyOfEvent)

/**
 * Events between take-off and landing, plus the two events that delimit the flight, on any clock:
 * the times of a span are corrected, those of stored events are as reported.
 */
const belongsTo = (
  { startMs, endMs, takeoffEvent, landingEvent }: Sortie,
  event: DeviceEvent,
): boolean =>
  (event.tMs >= startMs && event.tMs <= endMs) ||
  isSame(event, takeoffEvent) ||
  isSame(event, landingEvent)

const isSame = (stored: DeviceEvent, reported: DeviceEvent | null): boolean =>
  reported !== null &&
  stored.type === reported.type &&
  stored.boot === reported.boot &&
  stored.seq === reported.seq &&
  stored.number === reported.number &&
  (stored.seq !== null || stored.tMs === reported.tMs)

export type FlightEvents = { readonly text: string; readonly hash: Buffer }

/** In a fixed order, one line per event; empty if the flight has none. */
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
