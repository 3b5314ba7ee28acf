import type { ErrorCode } from '@swath/contract/errors'
import type { RowKind } from '../../../platform/change/change.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { lockImport, type ImportRow } from './geometry-imports.queries.ts'
import { presentImport } from './import-presenters.ts'
import { mayImport } from './import-deps.ts'

type Ability = 'change' | 'apply' | 'cancel' | 'undo'

const refusal = (
  { caller }: SignedInContext,
  row: ImportRow,
  ability: Ability,
): ErrorCode | null => {
  if (!mayImport(caller, row.target)) return 'forbidden'
  if (presentImport(row, caller).can[ability]) return null
  return ability === 'apply' && row.status === 'ready'
    ? 'geometry_none_chosen'
    : 'geometry_import_closed'
}

export const importKind: RowKind<ImportRow, Ability> = {
  type: 'geometry-import',
  lock: (trx, { caller }, id) => lockImport(trx, caller, id),
  refusal,
  identify: ({ id, file_name: name }) => ({ id, name }),
  readVersion: ({ version }) => version,
}
