import type { ClaimSuspicion } from '@swath/contract/claims'
import type { ClaimCause } from '@swath/domain/claim-rules'
import type { Language } from '@swath/i18n/languages'
import { regionPath } from '../../platform/regions/region-path.ts'
import type { SuspicionRecord } from './claims.queries.ts'

export const presentSuspicion = (row: SuspicionRecord, language: Language): ClaimSuspicion => ({
  suspicionId: row.id,
  cause: row.cause as ClaimCause,
  droneId: row.drone_id,
  droneName: row.drone_name,
  sortieId: row.sortie_id,
  recordTime: row.at.toISOString(),
  lng: row.lng,
  lat: row.lat,
  region: regionPath(row.region_code, language),
  zzAccountName: row.manufacturer_name,
  yyAccountName: row.operator_name,
  evidence: row.evidence,
  other:
    row.other_drone_id === null
      ? null
      : {
          droneId: row.other_drone_id,
          droneName: row.other_drone_name!,
          sortieId: row.other_sortie_id!,
          startTime: row.other_start_at!.toISOString(),
          yyAccountName: row.other_operator_name,
        },
})
