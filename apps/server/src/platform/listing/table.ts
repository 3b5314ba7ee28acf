// A list as a file of its rows: the one way in which lists are exported.
import type { Readable } from 'node:stream'
import type { TableFormat } from '@swath/contract/fields'
import { inTurns } from '../aside/in-turns.ts'
import type { RequestContext } from '../http/context.ts'
import { begun, csvStream, type Cell } from './csv.ts'
import { xlsxStream } from './xlsx.ts'

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<TableFormat, string>

type Reader = { format: TableFormat; timeZone: string } & Pick<
  RequestContext,
  'signal' | 'setHeader'
>

/**
 * Streams the rows as they are read, so that memory does not grow with them; times stand in the
 * zone. `name`: of the file, without what follows the dot. Rejects with what the first row fails
 * of, and stops when the caller goes away. However many they are, the loop has its turn between them.
 */
export const tableStream = async (
  name: string,
  header: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
  { format, timeZone, signal, setHeader }: Reader,
): Promise<Readable> => {
  const inTime = inTurns(rows)
  const stream =
    format === 'csv'
      ? await csvStream(header, inTime, { timeZone, signal })
      : xlsxStream(header, await begun(inTime), { timeZone, signal, sheetName: name })
  setHeader('content-disposition', `attachment; filename="${name}.${format}"`)
  setHeader('content-type', mediaTypes[format])
  return stream
}
