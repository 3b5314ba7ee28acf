import { sortieKey } from '@swath/domain/sortie-detector'
import { type Sortie } from '@swath/domain/flight-state'
import { uuidFromHash } from '../../platform/database/uuid.ts'
import { sha256 } from './chunk.ts'

/**
 * The id of a sortie for good, whenever it is worked out. The time of the take-off event belongs to
 * it: there are devices that begin to count anew, and whose every run has the same name.
 */
export const computeSortieId = (
  droneId: string,
  sortie: Pick<Sortie, 'startMs' | 'boot' | 'number' | 'takeoffEvent'>,
): string =>
  uuidFromHash(sha256(sortieKey(droneId, sortie), String(sortie.takeoffEvent?.tMs ?? '')))

/** Once per sortie and cause. */
export const computeAnomalyId = (
  droneId: string,
  sortieId: string,
  type: number,
  cause: string,
): string => uuidFromHash(sha256(JSON.stringify(['anomaly', droneId, sortieId, type, cause])))

/** Once per sortie and cause, and with each other sortie. */
export const computeSuspicionId = (
  droneId: string,
  sortieId: string,
  cause: string,
  other: { droneId: string; sortieId: string } | null,
): string =>
  uuidFromHash(
    sha256(
      JSON.stringify([
        'suspicion',
        droneId,
        sortieId,
        cause,
        ...(other ? [other.droneId, other.sortieId] : []),
      ]),
    ),
  )
