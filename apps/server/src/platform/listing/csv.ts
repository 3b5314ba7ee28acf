import { Readable } from 'node:stream'
import { formatLocalTime } from './local-time.ts'

/**
 * A number for display: rounded to its decimals, and written as a number if the file format has
 * numbers.
 */
export type Figure = { readonly figure: number; readonly decimals: 0 | 1 | 2 | 3 | 4 }
export type Cell = string | number | Date | Figure | null

// Neutralises a cell that a spreadsheet would take for a formula (OWASP, CSV injection; full-width
// signs count there too), even if the sign follows spaces, which some programs drop, or a character
// that is a separator in spreadsheets of other countries.
const guarded = (text: string): string => {
  if (/^-?\d+(\.\d+)?$/.test(text)) return text
  const inner = text.replace(/([;|\t\r\n][\s\p{C}"']*)(?=[=+\-@＝＋－＠]\S)/gu, "$1'")
  return /^([\s\p{C}"';,|]*[=+\-@＝＋－＠]|[\t\r\n])/u.test(text) ? `'${inner}` : inner
}
const cell = (value: Cell, timeZone: string): string => {
  if (value === null) return ''
  const text = guarded(
    value instanceof Date
      ? formatLocalTime(value, timeZone)
      : typeof value === 'object'
        ? value.figure.toFixed(value.decimals)
        : String(value),
  )
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const line = (cells: readonly Cell[], timeZone: string): string =>
  `${cells.map((each) => cell(each, timeZone)).join(',')}\r\n`

/**
 * Written with a decimal point and without thousands separators, which every spreadsheet can read;
 * null is an empty cell.
 */
export const figure = (value: number | null, decimals: Figure['decimals'] = 2): Figure | null =>
  value === null ? null : { figure: value, decimals }

/**
 * Waits for the first row, so that an error before it is answered as an error rather than with a
 * truncated file.
 */
export const begun = async <T>(rows: AsyncIterable<T>): Promise<AsyncIterable<T>> => {
  const iterator = rows[Symbol.asyncIterator]()
  const first = await iterator.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* { [Symbol.asyncIterator]: () => iterator }
  })()
}

/**
 * Characters per chunk: for one string per row, made from its cells, the reader needs fifteen times
 * the memory of the file.
 */
const portion = 16_384

/**
 * A CSV with byte-order mark, written as its rows arrive, so that memory does not grow with them.
 * Times are in the given zone. Stops when `signal` is aborted. Rejects with an error of the first
 * row.
 */
export const csvStream = async (
  header: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
  { timeZone, signal }: { timeZone: string; signal: AbortSignal },
): Promise<Readable> => {
  const open = await begun(rows)
  return Readable.from(
    (async function* () {
      let text = `\uFEFF${line(header, timeZone)}`
      for await (const row of open) {
        if (signal.aborted) return
        text += line(row, timeZone)
        if (text.length < portion) continue
        yield Buffer.from(text)
        text = ''
      }
      yield Buffer.from(text)
    })(),
  )
}
