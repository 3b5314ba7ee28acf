// The stored track and events of a flight, moved to the place and time of a drone's flight.
import type { DeviceEvent } from '@swath/domain/device-event'
import { sha256 } from '@swath/server/gateway/tracks/public'
import { uuidFromHash } from '@swath/server/platform/database/uuid'
import { packedTrackAt, trackAt } from './moved-track.seed.ts'
import { hex, iso, type Flown, type PastRows } from './flown-rows.seed.ts'

/**
 * The stored events of a flight: properties of the plot are missing on a field that is not drawn.
 */
export const reportedEvents = ({
  plotId,
  eastSteps,
  sortie: { takeoffEvent, landingEvent },
}: Flown): DeviceEvent[] =>
  [takeoffEvent, landingEvent].flatMap((event) =>
    event === null
      ? []
      : [{ ...event, plotId: eastSteps === 0 && plotId !== null ? event.plotId : plotId }],
  )

export const addTrack = (rows: PastRows, flown: Flown, hash: Buffer): void => {
  const { droneId, sortieId, flight, movedMs, eastSteps, boot } = flown
  const chunk = (
    id: string | null,
    packed: Uint8Array,
    trackHash: Buffer,
    fromMs: number,
    untilMs: number,
    points: number,
  ): void => {
    rows.chunks.push({
      drone_id: droneId,
      id: uuidFromHash(sha256(JSON.stringify([droneId, id, false]), trackHash)),
      sortie_id: id,
      rejected: false,
      from_at: iso(fromMs),
      until_at: iso(untilMs),
      point_count: points,
      columns: hex(packed),
    })
  }
  chunk(
    sortieId,
    packedTrackAt(flight.track, flight.trackFirstMs + movedMs, boot, eastSteps),
    hash,
    flight.trackFirstMs + movedMs,
    flight.trackLastMs + movedMs,
    flight.record.pointCount,
  )
  for (const { track, firstMs, lastMs, pointCount } of flight.onGround) {
    const at = [firstMs + movedMs, boot, eastSteps] as const
    chunk(
      null,
      packedTrackAt(track, ...at),
      sha256(trackAt(track, ...at)),
      firstMs + movedMs,
      lastMs + movedMs,
      pointCount,
    )
  }
  for (const event of reportedEvents(flown)) {
    rows.events.push({
      drone_id: droneId,
      at: iso(event.tMs),
      boot,
      seq: event.seq,
      type: event.type,
      sortie_number: event.number,
      folded: true,
      payload: {
        claimedAreaM2: event.claimedAreaM2,
        pilotId: event.pilotId,
        cropId: event.cropId,
        chemical: event.chemical,
        plotId: event.plotId,
        ...(event.simulated ? { simulated: true } : {}),
      },
    })
  }
}
