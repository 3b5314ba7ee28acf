// Tables as XLSX (ECMA-376, SpreadsheetML), written as their rows arrive. Texts are stored in their
// cells rather than in a shared list, which would have to be complete first; the list of sheets is
// written last, when their number is known.
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Cell } from './csv.ts'
import { localSerial } from './local-time.ts'
import { head, main, partsNaming, style, xmlText } from './xlsx-parts.ts'

/** Limit of a sheet: further rows continue in the next one. */
const rowsAtMost = 1_048_576
/** Characters collected before they are written. */
const portion = 32_768

const letters: string[] = []
const nameColumn = (index: number): string => {
  for (let i = letters.length; i <= index; i++)
    letters.push(
      (i >= 26 ? String.fromCharCode(64 + Math.floor(i / 26)) : '') +
        String.fromCharCode(65 + (i % 26)),
    )
  return letters[index]!
}

const textCell = (at: string, text: string, format = ''): string =>
  `<c r="${at}"${format} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

const formatCell = (value: Cell, at: string, timeZone: string): string => {
  if (value === null) return ''
  if (typeof value === 'string') return textCell(at, value)
  if (value instanceof Date)
    return `<c r="${at}" s="${style.time}"><v>${localSerial(value, timeZone)}</v></c>`
  if (typeof value === 'number')
    return Number.isFinite(value) ? `<c r="${at}"><v>${value}</v></c>` : ''
  return Number.isFinite(value.figure)
    ? `<c r="${at}" s="${style.decimals[value.decimals] ?? 0}"><v>${value.figure.toFixed(value.decimals)}</v></c>`
    : ''
}

const headRow = (header: readonly string[]): string => {
  const widths = header.map(
    (title, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${Math.min(40, Math.max(14, title.length * 1.3 + 2)).toFixed(1)}" customWidth="1"/>`,
  )
  const cells = header.map((title, index) =>
    textCell(`${nameColumn(index)}1`, title, ` s="${style.bold}"`),
  )
  return (
    `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<cols>${widths.join('')}</cols><sheetData><row r="1">${cells.join('')}</row>`
  )
}

type Options = {
  timeZone: string
  signal: AbortSignal
  sheetName: string
  /** Rows of a sheet with its head, for tests. */ sheetRows?: number
}

/**
 * Writes rows as they arrive, so that memory use does not grow with them. If the source fails or
 * `signal` is aborted the stream ends with an error, so that no truncated file looks complete.
 */
export const xlsxStream = (
  header: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
  { timeZone, signal, sheetName, sheetRows = rowsAtMost }: Options,
): Readable => {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const source = rows[Symbol.asyncIterator]()
  let part: Readable | null = null
  let waiting: readonly Cell[] | null = null

  const sheetFrom = async function* (number: number): AsyncGenerator<string> {
    let text = headRow(header)
    let at = 1
    for (;;) {
      const next: { done?: boolean | undefined; value: readonly Cell[] | undefined } = waiting
        ? { value: waiting }
        : await source.next()
      waiting = null
      if (signal.aborted) throw new Error('the reader went away')
      if (next.done || !next.value) break
      if (at === sheetRows) {
        waiting = next.value
        break
      }
      at++
      text += `<row r="${at}">${next.value.map((value, index) => formatCell(value, `${nameColumn(index)}${at}`, timeZone)).join('')}</row>`
      if (text.length >= portion) {
        yield text
        text = ''
      }
    }
    yield `${text}</sheetData></worksheet>`
    if (waiting) addSheet(number + 1)
    else {
      for (const [path, content] of partsNaming(sheetName, number))
        zip.addBuffer(Buffer.from(content), path)
      zip.end()
    }
  }
  const addSheet = (number: number): void => {
    part = Readable.from(sheetFrom(number))
    part.on('error', (error) => output.destroy(error))
    zip.addReadStream(part, `xl/worksheets/sheet${number}.xml`, { compressionLevel: 4 })
  }
  zip.on('error', (error: Error) => output.destroy(error))
  // The client has disconnected: close the source.
  output.once('close', () => {
    part?.destroy()
    void source.return?.()
  })
  addSheet(1)
  return output
}
