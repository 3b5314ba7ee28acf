// Tables as XLSX (ECMA-376, SpreadsheetML), written as their rows come. Texts stand in their cells,
// not in a shared list, which would have to be known to its end first; what names the sheets is
// written last, when their number is known.
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Cell } from './csv.ts'
import { localSerial } from './local-time.ts'

/** Of a sheet: more rows go on in a next one. */
const rowsAtMost = 1_048_576
/** Of a cell: more than these are cut off, since no program opens the file otherwise. */
const lettersAtMost = 32_767
/** So much is gathered before it is handed on. */
const portion = 32_768

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

/** XML holds no control characters but three, and reads _x000D_ as one. */
const xmlText = (text: string): string =>
  text
    .slice(0, lettersAtMost)
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these are what must not stand in XML
    .replaceAll(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')

/** Formats of styles.xml below, by number. */
const style = { bold: 1, time: 2, decimals: [3, 4, 5, 6] } as const

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

const styles =
  `${head}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy/mm/dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="0.0"/>` +
  '<numFmt numFmtId="166" formatCode="0.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7">' +
  [
    [0, 0],
    [0, 1],
    [164, 0],
    [1, 0],
    [165, 0],
    [2, 0],
    [166, 0],
  ]
    .map(
      ([format, font]) =>
        `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
    )
    .join('') +
  '</cellXfs></styleSheet>'

const sheetNumbers = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => index + 1)

const partsNaming = (sheetName: string, count: number): [path: string, text: string][] => [
  ['xl/styles.xml', styles],
  [
    'xl/workbook.xml',
    `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheetNumbers(count)
      .map(
        (n) =>
          `<sheet name="${xmlText(sheetName)
            .replaceAll(/[\\/*?:[\]"']/g, ' ')
            .slice(0, 26)}${n > 1 ? ` ${n}` : ''}" sheetId="${n}" r:id="rId${n}"/>`,
      )
      .join('')}</sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${head}<Relationships xmlns="${packages}/relationships">${sheetNumbers(count)
      .map(
        (n) =>
          `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rId${count + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    '_rels/.rels',
    `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    '[Content_Types].xml',
    `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${sheetNumbers(
        count,
      )
        .map(
          (n) =>
            `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
        )
        .join('')}</Types>`,
  ],
]

type Options = {
  timeZone: string
  signal: AbortSignal
  sheetName: string
  /** Rows of a sheet with its head, for tests. */ sheetRows?: number
}

/**
 * Memory does not grow with the rows. Where the source fails or `signal` is aborted the stream
 * breaks off: no file that looks whole.
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
  // Whoever reads goes away: what is read from, is closed.
  output.once('close', () => {
    part?.destroy()
    void source.return?.()
  })
  addSheet(1)
  return output
}
