// The result of an inspection of a file, as codes that the page translates.

export type FirmwareKind =
  | 'elf'
  | 'intel_hex'
  | 'uf2'
  | 'dfu'
  | 'dfuse'
  | 'apj'
  | 'px4'
  | 'zip'
  | 'gzip'
  | 'uimage'
  | 'cortex_m'
  | 'unknown'

export type FactName =
  | 'machine'
  | 'bits'
  | 'entry'
  | 'dataBytes'
  | 'addresses'
  | 'blocks'
  | 'family'
  | 'usbDevice'
  | 'checksum'
  | 'boardId'
  | 'boardRevision'
  | 'description'
  | 'version'
  | 'commit'
  | 'imageBytes'
  | 'packedBytes'
  | 'flashBytes'
  | 'entries'
  | 'unpackedBytes'
  | 'records'

export type Fact = { readonly name: FactName; readonly value: string | number }

export type ProblemCode =
  /** The file is shorter than it declares; `expected` is in bytes. */
  | 'cut'
  /** Intel HEX; `line` counts from 1. */
  | 'not_a_record'
  | 'odd_length'
  | 'bad_checksum'
  | 'bad_type'
  | 'no_end'
  | 'after_end'
  | 'bad_block'
  | 'missing_blocks'
  | 'odd_size'
  | 'bad_dfu_checksum'
  | 'bad_json'
  | 'bad_image'
  | 'image_size'
  | 'bad_directory'

export type Problem = {
  readonly code: ProblemCode
  /** A line, a block or an offset in bytes, depending on the code. */ readonly at?: number
  readonly expected?: number
  readonly found?: number
}

export type FirmwareReport = {
  readonly kind: FirmwareKind
  readonly facts: readonly Fact[]
  /** The first problems only; `problemCount` counts all. */
  readonly problems: readonly Problem[]
  readonly problemCount: number
  /** For archives: the first names of their entries. */
  readonly names: readonly string[]
}

export const mostProblems = 50
export const mostNames = 100

export const buildReport = (
  kind: FirmwareKind,
  facts: readonly Fact[],
  problems: readonly Problem[] = [],
  names: readonly string[] = [],
  problemCount = problems.length,
): FirmwareReport => ({
  kind,
  facts,
  problems: problems.slice(0, mostProblems),
  problemCount,
  names: names.slice(0, mostNames),
})

export const formatHex = (value: number, digits = 8): string =>
  `0x${value.toString(16).toUpperCase().padStart(digits, '0')}`
export const formatRange = (from: number, to: number): string =>
  `${formatHex(from)}–${formatHex(to)}`

export const toDataView = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
