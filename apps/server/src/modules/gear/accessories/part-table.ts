// Checks the rows of a file of parts. Runs in a worker, because the duration depends on the file.
import {
  allowedPartList,
  partColumns,
  partRowsAtMost,
  type PartColumn,
} from '@swath/contract/gear/accessories'
import { partKinds, toHwId, type PartKind } from '@swath/domain/drone-parts'
import { languages } from '@swath/i18n/languages'
import { fail } from '../../../platform/errors/fail.ts'
import { labelsIn } from '../../../platform/http/messages.ts'
import { readTable } from '../../../platform/listing/read-table.ts'

const columnsAtMost = 40
const noteLetters = 200
/** Limits of rows shown, with mistakes and without. */
const badShownAtMost = 400
const goodShownAtMost = 100

type Cells = Partial<Record<PartColumn, string>>
export type NewPart = { kind: PartKind; hwId: string; note: string }
/** `message`: key of a text about input fields, in the server's translations. */
type Mistake = { column: PartColumn; message: string; values?: Record<string, number> }
export type JudgedRow = { line: number; cells: Cells; wrong: Mistake[] }
export type PartTable = {
  columns: PartColumn[]
  unknown: string[]
  rows: number
  parts: NewPart[]
  shown: JudgedRow[]
}

const plain = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** Accepted spellings: the API's value, and its label in each language. */
const spellings = <T extends string>(
  names: readonly T[],
  toLabel: (name: T) => string,
): ReadonlyMap<string, T> =>
  new Map(
    names.flatMap((name) =>
      [name, ...languages.map((language) => labelsIn(language)(toLabel(name)))].map(
        (spelling): [string, T] => [plain(spelling), name],
      ),
    ),
  )

const { labels } = allowedPartList.columns.type
const kindSpellings = spellings(partKinds, (kind) => labels[kind])
const columnSpellings = spellings(partColumns, (name) => allowedPartList.columns[name].label)

export const headOfColumn = (name: PartColumn, label: (key: string) => string): string =>
  label(allowedPartList.columns[name].label)

const judgeRow = (
  cells: Cells,
  line: number,
  usual: PartKind | null,
  firstLines: Map<string, number>,
): { wrong: Mistake[]; part: NewPart | null } => {
  const wrong: Mistake[] = []
  const kind = cells.type === undefined ? usual : kindSpellings.get(plain(cells.type))
  if (!kind)
    wrong.push({
      column: 'type',
      message: cells.type === undefined ? 'required' : 'partTypeUnknown',
    })
  const hwId = cells.hwId === undefined ? null : toHwId(cells.hwId)
  if (hwId === null)
    wrong.push({ column: 'hwId', message: cells.hwId === undefined ? 'required' : 'hwIdRule' })
  const note = cells.note ?? ''
  if (note.length > noteLetters)
    wrong.push({ column: 'note', message: 'textTooLong', values: { limit: noteLetters } })
  if (kind && hwId !== null) {
    const first = firstLines.get(`${kind} ${hwId}`)
    if (first === undefined) firstLines.set(`${kind} ${hwId}`, line)
    else wrong.push({ column: 'hwId', message: 'twiceInFile', values: { line: first } })
  }
  return { wrong, part: wrong.length === 0 ? { kind: kind!, hwId: hwId!, note } : null }
}

/**
 * @param input.usual the kind for rows without one
 * @throws parts_over_limit, table_unreadable, parts_without_columns
 */
export const readPartTable = async (input: {
  bytes: Uint8Array
  usual: PartKind | null
}): Promise<PartTable> => {
  const read = await readTable(input.bytes, {
    rows: partRowsAtMost + 1,
    columns: columnsAtMost,
    letters: 2000,
  })
  if ('mistake' in read)
    return fail(read.mistake === 'too_long' ? 'parts_over_limit' : 'table_unreadable')
  const [head = [], ...rows] = read.rows
  const found = head.map((title) => columnSpellings.get(plain(title)) ?? null)
  const columns = partColumns.filter((column) => found.includes(column))
  const isTwice = columns.length < found.filter((column) => column !== null).length
  if (!columns.includes('hwId') || (!columns.includes('type') && !input.usual) || isTwice)
    return fail('parts_without_columns')
  const firstLines = new Map<string, number>()
  const parts: NewPart[] = []
  const shown: JudgedRow[] = []
  let bad = 0
  for (const [index, row] of rows.entries()) {
    const cells: Cells = Object.fromEntries(
      found.flatMap((column, at) => (column && row[at] ? [[column, row[at]]] : [])),
    )
    // Line numbers as in a spreadsheet: the heading is line 1.
    const line = index + 2
    const { wrong, part } = judgeRow(cells, line, input.usual, firstLines)
    if (part) parts.push(part)
    else bad++
    if (part ? parts.length <= goodShownAtMost : bad <= badShownAtMost)
      shown.push({ line, cells, wrong })
  }
  return {
    columns,
    unknown: head
      .filter((title, index) => found[index] === null && title !== '')
      .slice(0, columnsAtMost),
    rows: rows.length,
    parts,
    shown,
  }
}
