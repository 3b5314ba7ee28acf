// The table of a Shapefile: dBASE III and FoxPro's variants.
import { LIMITS } from '../limits.ts'
import { pickEncoding } from './code-pages.ts'

type Column = {
  readonly name: Uint8Array
  readonly type: string
  readonly at: number
  readonly length: number
}

export type DbfTable = {
  readonly encoding: string
  readonly isGuessed: boolean
  /** The row with this number from 0 is deleted; its shape may still exist. */
  readonly isDeleted: (index: number) => boolean
  /** Empty after the end. */
  readonly readRow: (index: number) => Record<string, string>
}

const HEAD_BYTES = 32
const END_OF_COLUMNS = 0x0d
/** An asterisk before a deleted row (dBASE III). */
const DELETED = 0x2a
const sampleBytes = 262_144

const untilZero = (bytes: Uint8Array): Uint8Array => {
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

const readColumns = (bytes: Uint8Array, headBytes: number): Column[] => {
  const columns: Column[] = []
  let at = 1 // after the deletion flag
  for (
    let from = HEAD_BYTES;
    from + HEAD_BYTES <= Math.min(headBytes, bytes.length) && bytes[from] !== END_OF_COLUMNS;
    from += HEAD_BYTES
  ) {
    const length = bytes[from + 16]!
    columns.push({
      name: untilZero(bytes.subarray(from, from + 11)),
      type: String.fromCharCode(bytes[from + 11]!),
      at,
      length,
    })
    at += length
  }
  return columns
}

/** 1.0 of a number column becomes 1, as people wrote it. */
const tidy = (text: string, type: string): string => {
  const trimmed = text.replaceAll('\0', '').trim()
  if ((type !== 'N' && type !== 'F') || !/^[-+]?\d*\.?\d+(e[-+]?\d+)?$/i.test(trimmed))
    return trimmed
  return String(Number(trimmed))
}

/**
 * Null if it is another kind of file. `override`: the encoding that a person chose; `country`:
 * where the shapes are.
 */
export const readDbf = (
  bytes: Uint8Array,
  cpg: string | null,
  override: string,
  country: string | null,
): DbfTable | null => {
  if (bytes.length < HEAD_BYTES + 1) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headBytes = view.getUint16(8, true)
  const rowBytes = view.getUint16(10, true)
  const columns = readColumns(bytes, headBytes).slice(0, LIMITS.properties)
  if (columns.length === 0 || rowBytes === 0 || headBytes > bytes.length) return null
  const sample = concat([
    ...columns.map(({ name }) => name),
    bytes.subarray(headBytes, headBytes + sampleBytes - (sampleBytes % rowBytes)),
  ])
  const { name: encoding, isGuessed } =
    override === ''
      ? pickEncoding(cpg, bytes[29]!, sample, country)
      : { name: override, isGuessed: false }
  const decoder = new TextDecoder(encoding)
  const titled = columns.map((column) => ({ ...column, title: decoder.decode(column.name).trim() }))
  return {
    encoding,
    isGuessed,
    isDeleted: (index) => bytes[headBytes + index * rowBytes] === DELETED,
    readRow: (index) => {
      const from = headBytes + index * rowBytes
      if (from + rowBytes > bytes.length) return {}
      return Object.fromEntries(
        titled.map(({ title, type, at, length }) => [
          title,
          tidy(decoder.decode(bytes.subarray(from + at, from + at + length)), type),
        ]),
      )
    },
  }
}

const concat = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
