// Reads an uploaded table: CSV as spreadsheets write it, or the first sheet of an XLSX. Treat the
// file as hostile: call this only in a job of platform/workers.
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { parseCsv, type CsvLimits, type CsvMistake } from '@swath/file-syntax/csv-table'
import { decodeGuessed } from '@swath/file-syntax/text-decoder'
import { isZip } from '@swath/file-syntax/zip-reader'

export type ReadTable = { rows: string[][] } | { mistake: CsvMistake }

class Unfit extends Error {
  readonly mistake: CsvMistake
  constructor(mistake: CsvMistake) {
    super(mistake)
    this.mistake = mistake
  }
}

/** Limit of the unpacked workbook: a zip bomb is refused before it is unpacked. */
const unpackedAtMost = 96 * 1024 * 1024
const partsAtMost = 2000
/** Sheets have only six levels of nesting. */
const deepestElement = 64
/** Limit of the characters of all cells: a text that is stored once may be used in every cell. */
const lettersInAllAtMost = 16 * 1024 * 1024

const readPart = async (zip: ZipFile, entry: Entry, budget: { bytes: number }): Promise<string> => {
  if (entry.uncompressedSize > budget.bytes) throw new Unfit('too_long')
  const chunks: Buffer[] = []
  // yauzl fails if an entry unpacks to more than it claims.
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    budget.bytes -= (chunk as Buffer).length
    if (budget.bytes < 0) throw new Unfit('too_long')
    chunks.push(chunk as Buffer)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}

type Element = { local: string; attributes: SaxesTagPlain['attributes'] }
type Reading = {
  open?: (element: Element) => void
  close?: (local: string) => void
  text?: (text: string) => void
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Parses strictly and without declarations, so that no entity is created or fetched. Prefixes of
 * names are dropped, because resolving them would search all ancestors of each element.
 */
const readXml = (xml: string, { open, close, text }: Reading): void => {
  const parser = new SaxesParser()
  let depth = 0
  parser.on('error', () => {
    throw new Unfit('unreadable')
  })
  parser.on('doctype', () => {
    throw new Unfit('unreadable')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > deepestElement) throw new Unfit('unreadable')
    open?.({ local: localName(name), attributes })
  })
  parser.on('closetag', ({ name }) => {
    depth--
    close?.(localName(name))
  })
  if (text) parser.on('text', text)
  parser.write(xml).close()
}

const attribute = ({ attributes }: Element, name: string): string | undefined =>
  Object.entries(attributes).find(([full]) => localName(full) === name)?.[1]

/** Shared strings: the runs of each are joined, without phonetic text (rPh). */
const sharedTexts = (xml: string): string[] => {
  const texts: string[] = []
  let now = ''
  let inText = false
  let aside = 0
  readXml(xml, {
    open: ({ local }) => {
      if (local === 'si') now = ''
      if (local === 'rPh') aside++
      inText = local === 't' && aside === 0
    },
    text: (text) => {
      if (inText) now += text
    },
    close: (local) => {
      if (local === 'si') texts.push(now)
      if (local === 'rPh') aside--
      inText = false
    },
  })
  return texts
}

const columnNumber = (at: string): number =>
  at
    .replace(/\d+$/, '')
    .split('')
    .reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

const sheetRows = (
  xml: string,
  shared: readonly string[],
  { rows: rowsAtMost, columns, letters }: CsvLimits,
): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  let cell = { at: 0, type: '', text: '' }
  let next = 0
  let inValue = false
  let aside = 0
  let lettersInAll = 0
  const readValue = (): string => {
    if (cell.type === 's') return shared[Number(cell.text)] ?? ''
    if (cell.type === 'e') return ''
    if (cell.type === 'b') return cell.text === '1' ? 'TRUE' : 'FALSE'
    // Stored numbers have sixteen digits and an exponent: 5.5 may be stored as 5.4999999999999991,
    // and a serial number as 1.2E+13.
    const isNumber =
      (cell.type === '' || cell.type === 'n') &&
      /^-?\d+(\.\d{6,})?(E[+-]?\d+)?$|^-?\d+\.\d+E[+-]?\d+$/i.test(cell.text)
    return isNumber && !/^-?\d+$/.test(cell.text)
      ? String(Number(Number(cell.text).toPrecision(14)))
      : cell.text
  }
  readXml(xml, {
    open: (tag) => {
      if (tag.local === 'row') {
        row = []
        next = 0
      }
      if (tag.local === 'c') {
        const at = attribute(tag, 'r')
        cell = {
          at: at && /^[A-Z]{1,3}\d{1,7}$/.test(at) ? columnNumber(at) : next,
          type: attribute(tag, 't') ?? '',
          text: '',
        }
        next = cell.at + 1
      }
      if (tag.local === 'rPh') aside++
      inValue = aside === 0 && (tag.local === 'v' || tag.local === 't')
    },
    text: (text) => {
      if (inValue) cell.text += text
    },
    close: (local) => {
      inValue = false
      if (local === 'rPh') aside--
      if (local === 'c') {
        const value = readValue().trim()
        if (value === '') return
        if (cell.at >= columns || value.length > letters) throw new Unfit('unreadable')
        lettersInAll += value.length
        if (lettersInAll > lettersInAllAtMost) throw new Unfit('too_long')
        while (row.length < cell.at) row.push('')
        row[cell.at] = value
      }
      if (local === 'row' && row.length > 0) {
        rows.push(row)
        if (rows.length > rowsAtMost) throw new Unfit('too_long')
      }
    },
  })
  return rows
}

/** Path of the sheet that is first in the workbook, regardless of file names. */
const firstSheet = (workbook: string, relations: string): string => {
  const targets = new Map<string, string>()
  readXml(relations, {
    open: (tag) => {
      if (tag.local === 'Relationship')
        targets.set(attribute(tag, 'Id') ?? '', attribute(tag, 'Target') ?? '')
    },
  })
  let id: string | undefined
  readXml(workbook, {
    open: (tag) => {
      if (tag.local === 'sheet') id ??= attribute(tag, 'id')
    },
  })
  const target = targets.get(id ?? '') ?? ''
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

const workbookRows = async (bytes: Uint8Array, limits: CsvLimits): Promise<string[][]> => {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (zip.entryCount > partsAtMost) throw new Unfit('unreadable')
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  const budget = { bytes: unpackedAtMost }
  const part = async (path: string): Promise<string> => {
    const entry = entries.get(path)
    if (!entry) throw new Unfit('unreadable')
    return readPart(zip, entry, budget)
  }
  const sheet = firstSheet(await part('xl/workbook.xml'), await part('xl/_rels/workbook.xml.rels'))
  const shared = entries.has('xl/sharedStrings.xml')
    ? sharedTexts(await part('xl/sharedStrings.xml'))
    : []
  return sheetRows(await part(sheet), shared, limits)
}

/**
 * Returns rows of texts, without empty rows. Errors of the file are returned rather than thrown.
 */
export const readTable = async (bytes: Uint8Array, limits: CsvLimits): Promise<ReadTable> => {
  try {
    if (isZip(bytes)) return { rows: await workbookRows(bytes, limits) }
    const decoded = decodeGuessed(bytes)
    return decoded
      ? parseCsv(decoded.text.replace(/^\uFEFF/, ''), limits)
      : { mistake: 'unreadable' }
  } catch (error) {
    // A damaged archive, invalid XML and an unknown encoding are the same error to the sender.
    return { mistake: error instanceof Unfit ? error.mistake : 'unreadable' }
  }
}
