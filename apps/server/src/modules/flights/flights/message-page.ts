// A page of a device's messages of a flight: points and events, merged in order of time.
import type { SortieMessage } from '@swath/contract/flights/sortie-messages'
import type { DeviceEvent } from '@swath/domain/device-event'
import { firstAtOrAfter } from '@swath/domain/sortie-detector'
import { writeMeasurements } from '@swath/domain/telemetry-fields'
import type { PointColumns } from '@swath/domain/telemetry-point'

export type MessagePart = {
  kind: SortieMessage['kind'] | undefined
  descending: boolean
  /** Rows [from, from + count) of the result. */
  from: number
  count: number
}

/** `total`: messages of the requested kind. */
export type MessagePage = {
  total: number
  items: SortieMessage[]
  /** False: the stored points are damaged, and only events are listed. */
  isReadable: boolean
}

/** Computes the position of every message, and formats only those of the page. */
export const pickMessages = (
  points: PointColumns,
  events: readonly DeviceEvent[],
  { kind, descending, from, count }: MessagePart,
): Pick<MessagePage, 'total' | 'items'> => {
  // A take-off is placed before points of the same time, the end of a flight after them.
  const placed = events.map((event, i) => ({
    event,
    place: i + firstAtOrAfter(points, event.type === 'takeoff' ? event.tMs : event.tMs + 1),
  }))
  const chosen = placed.filter(({ event }) => kind === undefined || event.type === kind)
  const total =
    kind === undefined
      ? points.length + placed.length
      : kind === 'point'
        ? points.length
        : chosen.length
  const last = Math.min(total, from + count)
  const items: SortieMessage[] = []
  for (let row = from; row < last; row++) {
    const i = descending ? total - 1 - row : row
    if (kind === 'point') items.push(presentPoint(points, i, placeOfPoint(placed, i)))
    else if (kind !== undefined) items.push(presentEvent(chosen[i]!.event, chosen[i]!.place))
    else {
      const before = countBefore(placed, i)
      const here = placed[before]
      items.push(
        here?.place === i ? presentEvent(here.event, i) : presentPoint(points, i - before, i),
      )
    }
  }
  return { total, items }
}

type Placed = { readonly event: DeviceEvent; readonly place: number }

/** Number of events before a position among all messages. */
const countBefore = (placed: readonly Placed[], place: number): number => {
  let low = 0
  let high = placed.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (placed[middle]!.place < place) low = middle + 1
    else high = middle
  }
  return low
}

/** Position among all messages of the point with this index. */
const placeOfPoint = (placed: readonly Placed[], index: number): number => {
  let low = 0
  let high = placed.length
  // The n-th event comes after `position - n` points.
  while (low < high) {
    const middle = (low + high) >> 1
    if (placed[middle]!.place - middle <= index) low = middle + 1
    else high = middle
  }
  return index + low
}

/** Reverts corrections, to show the message as the device sent it. */
const presentPoint = (points: PointColumns, i: number, place: number): SortieMessage => {
  const { tMs, lng, lat, boot, seq, clockShiftMs, ...measured } = points.at(i)
  const spreadMs = points.spreadMs[i]!
  const reportedMs = tMs - (Number.isNaN(spreadMs) ? 0 : spreadMs) + (clockShiftMs ?? 0)
  return {
    place: place + 1,
    kind: 'point',
    recordTime: new Date(tMs).toISOString(),
    boot,
    seq,
    message: JSON.stringify({ t: reportedMs, lng, lat, ...writeMeasurements(measured) }),
  }
}

const presentEvent = (event: DeviceEvent, place: number): SortieMessage => ({
  place: place + 1,
  kind: event.type,
  recordTime: new Date(event.tMs).toISOString(),
  boot: event.boot,
  seq: event.seq,
  message: JSON.stringify(
    Object.fromEntries(
      Object.entries({
        t: event.tMs,
        type: event.type,
        sortie: event.number,
        areaM2: event.claimedAreaM2,
        pilot: event.pilotId,
        plot: event.plotId,
        crop: event.cropId,
        chemical: event.chemical,
        simulated: event.simulated,
      }).filter(([, value]) => value !== null && value !== undefined),
    ),
  ),
})
