import { sortieKey } from '@swath/domain/sortie-detector'
import { type Sortie } from '@swath/domain/flight-state'
import { uuidFromHash } from '../../platform/database/uuid.ts'
import { sha256 } from './chunk.ts'

/**
 * The permanent id of a sortie, the same at every computation. It includes the time of the take-off
 * event: some devices restart their numbering and use one name for every run.
 */
export const computeSortieId = (
  droneId: string,
  sortie: Pick<Sortie, 'startMs' | 'boot' | 'number' | 'takeoffEvent'>,
): string =>
  uuidFromHash(sha256(sortieKey(droneId, sortie), String(sortie.takeoffEvent?.tMs ?? '')))

/** Unique per sortie and cause. */
export const computeAnomalyId = (
  droneId: string,
  sortieId: string,
  type: number,
  cause: string,
): string => uuidFromHash(sha256(JSON.stringify(['anomaly', droneId, sortieId, type, cause])))

/** Unique per sortie, cause and other sortie. */
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
