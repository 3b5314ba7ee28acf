import { stepFlight, applyLateTakeoff, type FlightState } from '@swath/domain/flight-state'
import {
  replayMs,
  type Handler,
  type PipelineMessage,
  type PipelineContext,
} from './pipeline-message.ts'

const follow = (
  message: PipelineMessage,
  { effects }: PipelineContext,
  next: FlightState,
): void => {
  const { drone } = message
  drone.flight = next
  if (next.change === 'opened' || next.change === 'closed_opened') effects.tookOff(drone)
  if (
    next.change === 'closed' ||
    next.change === 'closed_opened' ||
    (next.change === 'amended' && next.open === null)
  )
    effects.landed(drone)
  if (next.change === 'reopened' || (next.change === 'amended' && next.open !== null))
    effects.changedFlight(drone)
}

/** Follows take-off and landing as reported or detected. Late data is left to the recomputation. */
export const flightPhase: Handler = (message, context) => {
  const { drone, event, receivedAtMs } = message
  if (!message.stored) return
  for (const point of message.points) {
    if (receivedAtMs - point.tMs > replayMs) continue
    const next = stepFlight(drone.flight, { kind: 'point', point })
    if (next !== drone.flight) follow(message, context, next)
  }
  if (event === null) return
  if (receivedAtMs - event.tMs > replayMs) {
    if (event.type !== 'takeoff') context.effects.changedFlight(drone)
    return
  }
  if (event.simulated && event.tMs < drone.flight.lastMs) {
    drone.flight = applyLateTakeoff(drone.flight, event)
    return context.effects.simulated(drone)
  }
  follow(message, context, stepFlight(drone.flight, { kind: 'event', event }))
}
