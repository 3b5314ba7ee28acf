import { withoutClockSteps } from './clock-steps.ts'
import { canonicalEvents } from './device-event.ts'
import type { DeviceEvent } from './device-event.ts'
import { canonicalPoints } from './canonical-points.ts'
import type { PointColumns } from './telemetry-point.ts'
import { separatePoints } from './track-conflicts.ts'
import type { RejectedPoint } from './track-conflicts.ts'
import {
  type Sortie,
  type FlightState,
  initialFlightState,
  stepFlight,
  isSimulatedSortie,
} from './flight-state.ts'

export type SortieSpan = Sortie & {
  /** Rows [fromIndex, toIndex) of the points that are returned with the spans. */
  readonly fromIndex: number
  readonly toIndex: number
  /** Nothing flew. */
  readonly simulated: boolean
}

export type SortieResult = {
  readonly spans: readonly SortieSpan[]
  /** Sorted, each once, without the rejected ones. */
  readonly points: PointColumns
  readonly rejected: readonly RejectedPoint[]
}

/**
 * The sorties in a set of points and events. The result does not depend on order, repeats or
 * batching. `asOfMs` only decides whether the last sortie has timed out. Pass whole windows
 * (`splitActivityWindows`): a cut inside one would look like a silence.
 */
export function detectSorties(
  points: PointColumns,
  events: readonly DeviceEvent[],
  options: { readonly asOfMs: number },
): SortieResult {
  const inOrder = withoutClockSteps(canonicalPoints(points), events)
  const { kept, rejected } = separatePoints(inOrder.points)
  const sortedEvents = canonicalEvents(inOrder.events)
  const sorties: Sortie[] = []
  let state = initialFlightState
  const take = (next: FlightState) => {
    if (next.change === 'closed' || next.change === 'closed_opened') sorties.push(next.last!)
    else if (next.change === 'reopened') sorties.pop()
    else if (next.change === 'amended' && next.open === null)
      sorties[sorties.length - 1] = next.last!
    state = next
  }
  let e = 0
  for (let i = 0; i < kept.length; i++) {
    const tMs = kept.tMs[i]!
    while (
      e < sortedEvents.length &&
      (sortedEvents[e]!.tMs < tMs ||
        (sortedEvents[e]!.tMs === tMs && sortedEvents[e]!.type === 'takeoff'))
    ) {
      take(stepFlight(state, { kind: 'event', event: sortedEvents[e++]! }))
    }
    take(
      stepFlight(state, {
        kind: 'point',
        point: {
          tMs,
          lng: kept.lng[i]!,
          lat: kept.lat[i]!,
          heightM: kept.heightM[i]!,
          speedMs: kept.speedMs[i]!,
          boot: kept.bootAt(i),
        },
      }),
    )
  }
  for (; e < sortedEvents.length; e++)
    take(stepFlight(state, { kind: 'event', event: sortedEvents[e]! }))
  if (options.asOfMs > state.lastMs) take(stepFlight(state, { kind: 'clock', tMs: options.asOfMs }))
  if (state.open !== null) sorties.push(state.open)
  const spans: SortieSpan[] = []
  for (const sortie of sorties) {
    const [fromIndex, toIndex] = [
      firstAtOrAfter(kept, sortie.startMs),
      firstAtOrAfter(kept, sortie.endMs + 1),
    ]
    const before = spans.at(-1)
    // Points on the ground in between mean that the drone had landed.
    spans.push({
      ...sortie,
      fromIndex,
      toIndex,
      simulated: isSimulatedSortie(sortie, before?.toIndex === fromIndex ? before : null),
    })
  }
  return { spans, points: kept, rejected }
}

/** Index of the first row of a sorted table that is not before `tMs`. */
export function firstAtOrAfter(points: PointColumns, tMs: number): number {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (points.tMs[middle]! < tMs) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * A permanent key of a sortie: by the take-off event if the device reported one with its count,
 * else by the start. The key includes the event's time because some firmware counts every flight as
 * 1.
 */
export function sortieKey(droneId: string, span: Pick<Sortie, 'startMs' | 'takeoffEvent'>): string {
  const takeoff = span.takeoffEvent
  return takeoff !== null && takeoff.number !== null && takeoff.boot !== null
    ? JSON.stringify(['sortie', droneId, 'flight', takeoff.boot, takeoff.number, takeoff.tMs])
    : JSON.stringify(['sortie', droneId, 'start', span.startMs])
}
