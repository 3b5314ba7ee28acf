// Tracks in a Parquet file: a row a point, and the rows of a chunk one after the other in one row
// group, so that a chunk is read by the byte range of its group. Values are decimals of the
// precision of stored tracks; those of a chunk are read back exactly.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import {
  parquetMetadata,
  parquetMetadataAsync,
  parquetRead,
  type AsyncBuffer,
  type ColumnData,
  type FileMetaData,
  type SchemaElement,
} from 'hyparquet'
import { ByteWriter, ParquetWriter, type ColumnSource } from 'hyparquet-writer'
import { COLUMNS, PointColumns, type Column, type ColumnName } from '@swath/domain/telemetry-point'

/** A chunk, without its points. */
export type ArchivedChunk = {
  droneId: string
  id: string
  sortieId: string | null
  rejected: boolean
}

/** A file ends with the chunk that exceeds one of these; the points are in memory until then. */
const fileBytes = 16 * 1024 * 1024
const filePoints = 2_000_000
/** A read decodes a whole group, and a write keeps everything else waiting meanwhile. */
const groupPoints = 8_192

/** Beyond this a value does not fit the type of its column, and its chunk is not archived. */
const most32 = 999_999_999
const most64 = 10 ** 15

const measured = COLUMNS.filter(({ name }) => name !== 'boot')
const isWide = ({ name }: Column): boolean => name === 'tMs' || name === 'lng' || name === 'seq'

/** `heightM` → `height_m`; the time is a timestamp. */
export const parquetName = (name: ColumnName): string =>
  name === 'tMs' ? 'time' : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const describeColumn = (column: Column): SchemaElement => {
  const { name, scale } = column
  const element = {
    name: parquetName(name),
    type: isWide(column) ? 'INT64' : 'INT32',
    repetition_type: 'OPTIONAL',
  } as const
  if (name === 'tMs') return { ...element, converted_type: 'TIMESTAMP_MILLIS' }
  if (scale === 1) return element
  return {
    ...element,
    converted_type: 'DECIMAL',
    precision: isWide(column) ? 18 : 9,
    scale: Math.log10(scale),
  }
}

const text = (name: string, isRequired: boolean): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: isRequired ? 'REQUIRED' : 'OPTIONAL',
})

const schema: SchemaElement[] = [
  { name: 'root', num_children: measured.length + 5 },
  text('drone_id', true),
  text('flight_id', false),
  text('chunk_id', true),
  { name: 'rejected', type: 'BOOLEAN', repetition_type: 'REQUIRED' },
  text('boot', false),
  ...measured.map(describeColumn),
]

/** With a checksum, so that a reader notices a wrong byte. */
const zstd = (input: Uint8Array): Uint8Array =>
  zstdCompressSync(input, {
    params: { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_checksumFlag]: 1 },
  })

/** Whether all values fit the types of their columns. */
export const canArchive = (points: PointColumns): boolean =>
  points.length > 0 &&
  measured.every((column) => {
    const most = isWide(column) ? most64 : most32
    const values = points[column.name]
    for (let row = 0; row < points.length; row++)
      if (Math.abs(values[row]!) * column.scale > most) return false
    return true
  })

type Held = { chunk: ArchivedChunk; points: PointColumns }

const repeat = <T>(held: readonly Held[], pick: (chunk: ArchivedChunk) => T): T[] =>
  held.flatMap(({ chunk, points }) => Array.from({ length: points.length }, () => pick(chunk)))

const present = (value: number): number | null => (Number.isNaN(value) ? null : value)
const wide = (steps: number): bigint | null => (Number.isNaN(steps) ? null : BigInt(steps))

const toColumn = (held: readonly Held[], column: Column): ColumnSource => ({
  name: parquetName(column.name),
  data: held.flatMap(({ points }) =>
    Array.from(points[column.name].subarray(0, points.length), (value) =>
      isWide(column) ? wide(Math.round(value * column.scale)) : present(value),
    ),
  ),
  encoding: 'DELTA_BINARY_PACKED',
})

/** Collects chunks of one file. */
export const createArchiveFile = () => {
  const bytes = new ByteWriter(1024 * 1024)
  const writer = new ParquetWriter({
    writer: bytes,
    schema,
    codec: 'ZSTD',
    compressors: { ZSTD: zstd },
    createdBy: 'swath',
  })
  let held: Held[] = []
  let [heldPoints, points] = [0, 0]

  const flush = (): void => {
    if (held.length === 0) return
    const group = held
    held = []
    const columnData: ColumnSource[] = [
      { name: 'drone_id', data: repeat(group, ({ droneId }) => droneId) },
      { name: 'flight_id', data: repeat(group, ({ sortieId }) => sortieId) },
      { name: 'chunk_id', data: repeat(group, ({ id }) => id) },
      { name: 'rejected', data: repeat(group, ({ rejected }) => rejected) },
      {
        name: 'boot',
        data: group.flatMap(({ points: part }) =>
          Array.from({ length: part.length }, (_, row) => part.bootAt(row)),
        ),
      },
      ...measured.map((column) => toColumn(group, column)),
    ]
    void writer.write({ columnData, rowGroupSize: heldPoints, pageSize: 0 })
    heldPoints = 0
  }

  return {
    /** @returns the row of the chunk's first point */
    add: (chunk: ArchivedChunk, part: PointColumns): number => {
      if (heldPoints + part.length > groupPoints) flush()
      const row = points
      held.push({ chunk, points: part })
      heldPoints += part.length
      points += part.length
      return row
    },
    isFull: (): boolean => bytes.offset >= fileBytes || points >= filePoints,
    points: (): number => points,
    finish: (): Uint8Array => {
      flush()
      void writer.finish()
      return bytes.getBytes()
    },
  }
}

export const metadataOf = (file: AsyncBuffer): Promise<FileMetaData> => parquetMetadataAsync(file)

/** For a file that is in memory. */
export const inMemory = (bytes: Uint8Array): { file: AsyncBuffer; metadata: FileMetaData } => {
  const all = bytes.slice().buffer
  return {
    file: { byteLength: all.byteLength, slice: (start, end) => all.slice(start, end) },
    metadata: parquetMetadata(all),
  }
}

const fillColumn = (
  points: PointColumns,
  name: string,
  { columnData, rowStart }: ColumnData,
  from: number,
): void => {
  const column = measured.find((one) => parquetName(one.name) === name)
  for (let i = 0; i < columnData.length; i++) {
    const row = rowStart + i - from
    if (row < 0 || row >= points.length) continue
    const value: unknown = columnData[i]
    if (name === 'boot')
      points.boot[row] = points.bootIndex((value as string | null | undefined) ?? null)
    else if (column)
      points[column.name][row] =
        value === null || value === undefined
          ? NaN
          : Math.round(Number(value) * column.scale) / column.scale
  }
}

/** The points of the rows [from, from + count), as they were. */
export const readArchivedPoints = async (
  { file, metadata }: { file: AsyncBuffer; metadata: FileMetaData },
  from: number,
  count: number,
): Promise<PointColumns> => {
  const points = new PointColumns(count)
  points.length = count
  for (const { name } of COLUMNS) points[name].fill(NaN)
  await parquetRead({
    file,
    metadata,
    rowStart: from,
    rowEnd: from + count,
    columns: ['boot', ...measured.map(({ name }) => parquetName(name))],
    compressors: { ZSTD: (input) => zstdDecompressSync(input) },
    onChunk: (part) => fillColumn(points, part.columnName, part, from),
  })
  return points
}
