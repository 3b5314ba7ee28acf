// Columns and rows of a file of drones, with headings in any of the languages. Runs in a worker,
// because the duration depends on the file.
import {
  importColumns,
  importRowsAtMost,
  type DroneImport,
  type ImportColumn,
} from '@swath/contract/fleet/drone-imports'
import { droneList } from '@swath/contract/fleet/drone-list'
import { languages } from '@swath/i18n/languages'
import { fail } from '../../../platform/errors/fail.ts'
import { labelsIn } from '../../../platform/http/messages.ts'
import { formatHead } from '../../../platform/listing/heads.ts'
import { readTable } from '../../../platform/listing/read-table.ts'

const columnsAtMost = 60

export type Cells = Partial<Record<ImportColumn, string>>
export type Table = Pick<DroneImport, 'columns' | 'unknown'> & {
  rows: { line: number; cells: Cells }[]
}

export const plain = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/**
 * Accepted spellings of a heading or a value: the contract's key, and the label in each language.
 */
export const spellings = <T extends string>(
  names: readonly T[],
  inLanguage: (name: T, label: (key: string) => string) => readonly string[],
): ReadonlyMap<string, T> =>
  new Map(
    names.flatMap((name) =>
      [name, ...languages.flatMap((language) => inLanguage(name, labelsIn(language)))].map(
        (spelling): [string, T] => [plain(spelling), name],
      ),
    ),
  )

/**
 * Headings as in the export of the list and in the template; no column is an area or a time, which
 * would have a unit.
 */
export const headOfColumn = (name: ImportColumn, label: (key: string) => string): string =>
  formatHead(droneList.columns[name], label, { areaWord: '', timeZone: '' })

/** A unit in the heading is optional. */
const columnSpellings = spellings(importColumns, (name, label) => [
  label(droneList.columns[name].label),
  headOfColumn(name, label),
])

/** @throws table_too_long, table_unreadable, table_without_columns */
export const readDroneTable = async (bytes: Uint8Array): Promise<Table> => {
  const read = await readTable(bytes, {
    rows: importRowsAtMost + 1,
    columns: columnsAtMost,
    letters: 2000,
  })
  if ('mistake' in read)
    return fail(read.mistake === 'too_long' ? 'table_too_long' : 'table_unreadable')
  const [head = [], ...rows] = read.rows
  const found = head.map((title) => columnSpellings.get(plain(title)) ?? null)
  const columns = importColumns.filter((column) => found.includes(column))
  if (
    !columns.includes('droneId') ||
    columns.length < found.filter((column) => column !== null).length
  )
    return fail('table_without_columns')
  return {
    columns,
    unknown: head
      .filter((title, index) => found[index] === null && title !== '')
      .slice(0, columnsAtMost),
    // Line numbers as in a spreadsheet: the heading is line 1.
    rows: rows.map((row, index) => ({
      line: index + 2,
      cells: Object.fromEntries(
        found.flatMap((column, at) => (column && row[at] ? [[column, row[at]]] : [])),
      ) as Cells,
    })),
  }
}
