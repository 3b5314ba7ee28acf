// Alarms raised during a flight, written and announced at once.
import type { Logger } from 'pino'
import { ANOMALY_TYPES, type Anomaly } from '@swath/domain/anomaly-rules'
import type { Db } from '../../platform/database/database.ts'
import type { EventBus } from '../../platform/events/events.ts'
import { raiseAnomaly } from '../recompute/public.ts'
import type { LiveState } from '../live/public.ts'
import { computeAnomalyId } from '../tracks/public.ts'

export type RaiseAlarm = (droneId: string, sortieId: string, anomaly: Anomaly) => void

export const createAlarms = ({
  db,
  live,
  events,
  log,
}: {
  db: Db
  live: LiveState
  events: EventBus
  log: Logger
}): RaiseAlarm => {
  const raise = async (
    droneId: string,
    sortieId: string,
    { type, level, cause, tMs, lngLat, evidence }: Anomaly,
  ): Promise<void> => {
    const drone = live.get(droneId)
    if (!drone || lngLat === null) return
    const id = computeAnomalyId(droneId, sortieId, ANOMALY_TYPES[type].code, cause)
    const isNew = await raiseAnomaly(db, droneId, {
      id,
      sortieId,
      type,
      level,
      cause,
      tMs,
      lng: lngLat[0],
      lat: lngLat[1],
      evidence,
      replayed: false,
      manufacturerId: drone.manufacturerId,
      operatorId: drone.operatorId,
      tenantId: drone.tenantId,
      regionCode: drone.regionCode,
    })
    if (isNew) events.emit('anomaly', { droneId, anomalyId: id, live: true })
  }
  return (droneId, sortieId, anomaly) => {
    // If the database is unavailable, the recomputation of the flight finds the anomaly again.
    raise(droneId, sortieId, anomaly).catch((error: unknown) =>
      log.warn({ droneId, error }, 'An alarm could not be written'),
    )
  }
}
