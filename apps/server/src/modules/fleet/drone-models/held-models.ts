// Shared by the calls about models: presentation of a model, and the right to change it.
import type { DroneModel } from '@swath/contract/fleet/drone-models'
import type { Caller } from '@swath/domain/access/caller'
import { muFromM2 } from '@swath/domain/units'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { RowKind } from '../../../platform/change/change.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { findModel, lockModels, type ModelRow } from './drone-models.queries.ts'

/**
 * A maker may change its own models, platforms all within their scope; others can only choose
 * models.
 */
export const manages = ({ rights, scope }: Caller, manufacturerId: string): boolean =>
  rights.includes('equipment.manage') &&
  (scope.kind === 'all' ||
    (scope.kind === 'accounts' &&
      (scope.as === 'manufacturer' || scope.as === 'sub-platform') &&
      scope.accountIds.includes(manufacturerId)))

export const present = (row: ModelRow, caller: Caller): DroneModel => {
  const may = manages(caller, row.manufacturer_id)
  return {
    flyModelId: row.id,
    modelName: row.name,
    shape: row.shape,
    power: row.power,
    tankL: row.tank_l,
    sprayWidth: row.swath_width_m,
    pictureUrl: row.picture_url,
    zzAccountId: row.manufacturer_id,
    zzAccountName: row.manufacturer_name,
    droneNum: row.drones ?? 0,
    workArea: muFromM2(row.covered_m2 ?? 0),
    sortieCount: row.sorties ?? 0,
    idRanges: may
      ? row.ranges.map(({ id, firstId, lastId, drones }) => ({
          rangeId: id,
          firstId,
          lastId,
          droneNum: drones,
        }))
      : [],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    can: { update: may, delete: may, merge: may },
  }
}

/** @throws not_found */
export const readModel = async (from: Db | Tx, caller: Caller, id: string): Promise<DroneModel> =>
  present((await findModel(from, caller.scope, id)) ?? fail('not_found'), caller)

/**
 * Refuses before anything is locked. Models that are missing after locking were deleted meanwhile.
 * @throws not_found, forbidden
 */
export const modelsToChange = async (
  db: Db | Tx,
  caller: Caller,
  ids: readonly string[],
): Promise<ModelRow[]> => {
  const found: ModelRow[] = []
  for (const id of ids) found.push((await findModel(db, caller.scope, id)) ?? fail('not_found'))
  if (!found.every((model) => manages(caller, model.manufacturer_id))) fail('forbidden')
  return found
}

/**
 * Locks the models until the transaction ends, in the order of their ids.
 * @throws conflict if one was deleted meanwhile
 */
export const lockedModels = async (trx: Tx, ids: readonly string[]) => {
  const rows = await lockModels(trx, ids)
  return ids.map((id) => rows.find((row) => row.id === id) ?? fail('conflict'))
}

export const modelKind: RowKind<ModelRow, 'change'> = {
  type: 'drone-model',
  lock: async (trx, { caller }, id) => {
    await modelsToChange(trx, caller, [id])
    await lockedModels(trx, [id])
    return (await findModel(trx, caller.scope, id)) ?? fail('conflict')
  },
  refusal: () => null,
  identify: (model) => model,
  readVersion: (model) => model.version,
}

/** A model in the log. */
export const modelObject = (id: string, name: string) => ({ type: modelKind.type, id, name })
export const rangeText = (firstId: string, lastId: string): string =>
  firstId === lastId ? firstId : `${firstId} – ${lastId}`
