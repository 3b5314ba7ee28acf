// Inserts an import in a given state, for the demonstration.
import type { ImportSettings } from '@swath/contract/land/geometry-imports'
import type { Tx } from '../../../platform/database/database.ts'
import {
  countItems,
  insertImport,
  replaceItems,
  setOutcome,
  updateImport,
  type ImportRow,
} from './geometry-imports.queries.ts'
import type { FoundFile } from './read-geometry.job.ts'

type Whole = Pick<
  ImportRow,
  | 'id'
  | 'account_id'
  | 'created_by'
  | 'created_by_name'
  | 'created_at'
  | 'target'
  | 'file_name'
  | 'bytes'
  | 'key'
> & {
  settings: ImportSettings
  found: FoundFile
  /** Results of its first rows; empty: it waits for review. */
  made: readonly { id: string; name: string }[]
}

export const writeImport = async (
  trx: Tx,
  { settings, found, made, ...row }: Whole,
): Promise<void> => {
  const { format, system, encoding, notes, noteDetails, columns, items } = found
  await insertImport(trx, {
    ...row,
    format,
    system,
    encoding,
    notes: JSON.stringify(notes),
    note_details: JSON.stringify(noteDetails),
    columns: JSON.stringify(columns),
    settings: JSON.stringify(settings),
  })
  await replaceItems(trx, row.id, items)
  for (const [i, { id, name }] of made.entries())
    await setOutcome(
      trx,
      { import_id: row.id, number: i + 1 },
      { made_id: id, made_name: name, refusal: null },
    )
  await countItems(trx, row.id)
  if (made.length > 0)
    await updateImport(trx, row.id, { status: 'applied', finished_at: row.created_at })
}
