// Exports rows as a file; all exports use this.
import type { Readable } from 'node:stream'
import type { TableFormat } from '@swath/contract/fields'
import { inTurns } from '../workers/in-turns.ts'
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
 * Streams the rows as they are read, so that memory use does not grow with them; times are in the
 * given time zone. `name` is that of the file, without extension. Rejects with an error of the
 * first row, and stops when the client disconnects. The event loop gets turns between rows, however
 * many there are.
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
