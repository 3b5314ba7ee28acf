import { isAirborne } from '@swath/domain/anomaly-rules'
import { reachable } from '@swath/domain/track-conflicts'
import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import type { PipelineDroneState } from '../pipeline-drone-state.ts'
import { replayMs, type Handler } from './pipeline-message.ts'

/** After this long without a plausible position, the next one is accepted. */
const lostMs = 30_000

export const detectPhase = (
  drone: PipelineDroneState,
  point: TelemetryPoint,
): 'ground' | 'flying' | 'spraying' => {
  if (drone.flight.open === null && !isAirborne(point.heightM ?? NaN, point.speedMs ?? NaN))
    return 'ground'
  return (point.pumpOn ?? (point.flowLMin ?? 0) > 0) ? 'spraying' : 'flying'
}

/**
 * Shows the newest point of a message on the map, unless a newer one is shown or the drone cannot
 * have reached it.
 */
export const livePosition: Handler = (message, { live }) => {
  const { drone, decoded, receivedAtMs } = message
  if (message.refusal !== '') return
  if (decoded.type === 'state') {
    if (decoded.online) live.hear(drone.droneId, receivedAtMs)
    else live.leave(drone.droneId)
    return
  }
  live.hear(drone.droneId, receivedAtMs)
  let newest: TelemetryPoint | null = null
  for (const point of message.points) if (newest === null || point.tMs >= newest.tMs) newest = point
  const shown = live.get(drone.droneId)
  if (newest === null || !shown || receivedAtMs - newest.tMs > replayMs) return
  if (newest.tMs < shown.tMs) return
  const believable =
    Number.isNaN(shown.lng) ||
    newest.tMs - shown.tMs > lostMs ||
    reachable(shown.tMs, shown.lng, shown.lat, newest.tMs, newest.lng, newest.lat)
  if (!believable) return
  live.move(drone.droneId, newest, detectPhase(drone, newest), receivedAtMs)
}
