import { stepFlight, toldLate, type FlightState } from '@swath/domain/sortie-detector'
import { replayMs, type Handler, type Passage, type Surroundings } from './pipeline-message.ts'

const follow = (passage: Passage, { demands }: Surroundings, next: FlightState): void => {
  const { drone } = passage
  drone.flight = next
  if (next.change === 'opened' || next.change === 'closed_opened') demands.tookOff(drone)
  if (
    next.change === 'closed' ||
    next.change === 'closed_opened' ||
    (next.change === 'amended' && next.open === null)
  )
    demands.landed(drone)
}

/**
 * Follows take-off and landing as they are told or seen. What comes late is left to the
 * recomputation.
 */
export const flightPhase: Handler = (passage, around) => {
  const { drone, event, receivedAtMs } = passage
  if (!passage.stored) return
  for (const point of passage.points) {
    if (receivedAtMs - point.tMs > replayMs) continue
    const next = stepFlight(drone.flight, { kind: 'point', point })
    if (next !== drone.flight) follow(passage, around, next)
  }
  if (event === null || receivedAtMs - event.tMs > replayMs) return
  if (event.simulated && event.tMs < drone.flight.lastMs) {
    drone.flight = toldLate(drone.flight, event)
    return around.demands.practised(drone)
  }
  follow(passage, around, stepFlight(drone.flight, { kind: 'event', event }))
}
