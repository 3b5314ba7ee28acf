// Creates plots from a file, and undoes that.
import type { Caller } from '@swath/domain/access/caller'
import type { Parts } from '@swath/domain/plot-parts'
import type { Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { groundColumns, measurePlot, pickPlotRegion, refuseElsewhere } from './plot-ground.ts'
import { deletePlotRows, insertPlots, lockUntouchedPlots } from './plots.queries.ts'

type ImportedPlot = {
  name: string
  village: string
  parts: Parts
  cropId: string | null
  owner: { id: string; regionCode: string }
}

/**
 * Overlaps with other plots of the account are accepted: a land register is more reliable than
 * drawings by hand.
 * @returns its id
 * @throws ServiceError before anything is written
 */
export const recordImportedPlot = async (
  trx: Tx,
  caller: Caller,
  { name, village, parts, cropId, owner }: ImportedPlot,
  now: Date,
): Promise<string> => {
  const ground = measurePlot(parts)
  const regionCode = pickPlotRegion(ground.middle, {
    said: null,
    known: [owner.regionCode, caller.regionCode],
  })
  refuseElsewhere(caller, regionCode)
  const id = uuidv7(now.getTime())
  await insertPlots(trx, [
    {
      ...groundColumns(ground),
      id,
      account_id: owner.id,
      name,
      village,
      region_code: regionCode,
      crop_id: cropId,
      shape_at: now,
      shape_by: caller.userId,
      created_by: caller.userId,
      created_at: now,
      updated_at: now,
    },
  ])
  return id
}

/** Deletes those that have not been changed or worked on since. */
export const takeBackPlots = async (
  trx: Tx,
  ids: readonly string[],
): Promise<{ keptIds: string[] }> => {
  const plots = await lockUntouchedPlots(trx, ids)
  const removed = plots.filter(({ isUntouched }) => isUntouched).map(({ id }) => id)
  if (removed.length > 0) await deletePlotRows(trx, removed)
  return { keptIds: plots.filter(({ isUntouched }) => !isUntouched).map(({ id }) => id) }
}
