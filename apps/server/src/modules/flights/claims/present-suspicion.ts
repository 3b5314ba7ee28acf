import type { ClaimDetail, ClaimSuspicion, FlightSuspicion } from '@swath/contract/flights/claims'
import type { Caller } from '@swath/domain/access/caller'
import type { ClaimCause } from '@swath/domain/claim-rules'
import { muFromM2 } from '@swath/domain/units'
import type { Language } from '@swath/i18n/languages'
import { isInSight } from '../../../platform/access/in-sight.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import { stepsOf } from './claim-steps.queries.ts'
import { findSuspicion, type SuspicionRecord } from './claims.queries.ts'

export type Reader = { caller: Caller; language: Language }
export type Ability = keyof ClaimSuspicion['can']

/** Allowed actions in each state, for a caller with the right. */
export const abilitiesAt = (state: ClaimSuspicion['state']): ClaimSuspicion['can'] => ({
  look: state === 'open',
  comment: true,
  decide: state === 'open' || state === 'looking',
  reopen: state === 'false_claim' || state === 'in_order',
})
const noAbilities: ClaimSuspicion['can'] = {
  look: false,
  comment: false,
  decide: false,
  reopen: false,
}

export const presentFlightSuspicion = (
  row: SuspicionRecord,
  language: Language,
): FlightSuspicion => ({
  suspicionId: row.id,
  cause: row.cause as ClaimCause,
  state: row.state,
  decidedAt: row.decided_at?.toISOString() ?? null,
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
  questionedArea: row.questioned_m2 === null ? null : muFromM2(row.questioned_m2),
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

export const presentSuspicion = (
  row: SuspicionRecord,
  { caller, language }: Reader,
): ClaimSuspicion => ({
  ...presentFlightSuspicion(row, language),
  handlerName: isInSight(caller, row.handler_account_id)
    ? row.handler_name
    : row.handler_account_name,
  version: row.version,
  can: caller.rights.includes('alarm.handle') ? abilitiesAt(row.state) : noAbilities,
})

/** @throws not_found */
export const readSuspicion = async (
  db: Db | Tx,
  reader: Reader,
  id: string,
): Promise<ClaimDetail> => {
  const { caller } = reader
  const row = (await findSuspicion(db, caller.scope, id)) ?? fail('not_found')
  const steps = await stepsOf(db, row.drone_id, row.id)
  return {
    ...presentSuspicion(row, reader),
    steps: steps.map((one) => ({
      kind: one.kind,
      at: one.at.toISOString(),
      userName: isInSight(caller, one.account_id) ? one.user_name : null,
      accountName: one.account_name,
      decision: one.decision,
      text: one.text,
    })),
  }
}
