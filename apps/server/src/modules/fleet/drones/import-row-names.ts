// Finds the model and the operator that a row of a table of drones names.
import type { ImportColumn } from '@swath/contract/fleet/drone-imports'
import type { Caller } from '@swath/domain/access/caller'
import { plain, type Cells } from './drone-table.ts'

export type Refuse = (
  column: ImportColumn,
  message: string,
  values?: Readonly<Record<string, string | number>>,
) => null
export type Model = { id: string; name: string; manufacturer_id: string; manufacturer_name: string }

/**
 * By the serial number if a model's range contains it, which cannot be overridden; else by name,
 * and by the maker's name if two models have the same.
 */
export const modelFor = (
  cells: Cells,
  numbered: Model | 'foreign' | undefined,
  modelsByName: ReadonlyMap<string, Model[]>,
  refuse: Refuse,
): Model | null => {
  if (numbered === 'foreign') return refuse('droneId', 'numberRefused')
  const wanted = cells.modelName === undefined ? null : plain(cells.modelName)
  const maker = cells.zzAccountName === undefined ? null : plain(cells.zzAccountName)
  if (numbered) {
    return (wanted === null || plain(numbered.name) === wanted) &&
      (maker === null || plain(numbered.manufacturer_name) === maker)
      ? numbered
      : refuse('modelName', 'numberOfOther', { model: numbered.name })
  }
  if (wanted === null) return refuse('modelName', 'required')
  const named = (modelsByName.get(wanted) ?? []).filter(
    (model) => maker === null || plain(model.manufacturer_name) === maker,
  )
  if (named.length > 1) return refuse('zzAccountName', 'modelOfSeveral')
  return named[0] ?? refuse('modelName', 'modelUnknown')
}

type Operator = { id: string | null; region_code: string }

export const operatorFor = (
  cells: Cells,
  { accountType, accountId, regionCode }: Caller,
  operatorsByName: ReadonlyMap<string, { id: string; region_code: string }[]>,
  refuse: Refuse,
): Operator | null => {
  if (cells.yyAccountName === undefined)
    return { id: accountType === 'operator' ? accountId : null, region_code: regionCode }
  const named = operatorsByName.get(plain(cells.yyAccountName)) ?? []
  if (named.length > 1) return refuse('yyAccountName', 'operatorOfSeveral')
  return named[0] ?? refuse('yyAccountName', 'operatorUnknown')
}
