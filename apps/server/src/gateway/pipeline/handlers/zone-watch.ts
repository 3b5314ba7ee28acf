import { buildAnomaly, isAirborne } from '@swath/domain/anomaly-rules'
import { isSimulated } from '@swath/domain/flight-state'
import { judgeFor, zoneEvidence } from '@swath/domain/zones-in-force'
import { computeSortieId } from '../../tracks/public.ts'
import { replayMs, type Handler } from './pipeline-message.ts'

/**
 * Raises an alarm at the second consecutive point inside a zone in force, or outside the stay-in
 * areas; once per flight and zone, never during simulated flight.
 */
export const zoneWatch: Handler = (message, { zones, live, watch, effects }) => {
  const { drone, receivedAtMs } = message
  if (zones.stayOut.zones.length === 0 && zones.stayIn.length === 0) return
  const judge = judgeFor(zones, live.get(drone.droneId))
  for (const point of message.points) {
    // A position may arrive twice: first to be shown, later in a batch to be stored.
    if (receivedAtMs - point.tMs > replayMs || point.tMs <= drone.watchedMs) continue
    drone.watchedMs = point.tMs
    const heightM = point.heightM ?? NaN
    const airborne = drone.flight.open !== null && isAirborne(heightM, point.speedMs ?? NaN)
    const altitudeM = point.aboveSeaM ?? NaN
    const inside = judge.zonesAt(point.lng, point.lat, heightM, point.tMs, altitudeM)
    const entered = watch.observe(
      drone.droneId,
      inside.length === 0 ? noZones : inside.map((zone) => zone.id),
      airborne,
    )
    if (entered.length === 0 || drone.flight.open === null || isSimulated(drone.flight)) continue
    const sortieId = computeSortieId(drone.droneId, drone.flight.open)
    for (const zoneId of entered) {
      effects.alarm(
        drone,
        sortieId,
        buildAnomaly(
          'intrude_nfz',
          zoneId,
          point.tMs,
          [point.lng, point.lat],
          zoneEvidence(
            inside.find(({ id }) => id === zoneId)!,
            { ...point, heightM, altitudeM },
          ),
        ),
      )
    }
  }
}

const noZones: readonly string[] = []
