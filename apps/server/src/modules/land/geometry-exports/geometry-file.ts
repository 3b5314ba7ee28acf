// Exports a list of plots or zones in any of the formats for tractors, surveyors and authorities.
import { Readable } from 'node:stream'
import type { GeometryFormat } from '@swath/field-geometry/feature'
import { geometryWriters } from '@swath/field-geometry/write-geometry'
import type { WrittenFeature } from '@swath/field-geometry/write/written-feature'
import { inTurns } from '../../../platform/workers/in-turns.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { begun } from '../../../platform/listing/csv.ts'

/** Formats whose header contains the length, so that they are built in memory. */
const heldWhole: ReadonlySet<GeometryFormat> = new Set(['kmz', 'shapefile', 'isoxml'])
const heldAtMost = 20_000

type Ground<Row> = {
  /** File name without extension. */
  name: string
  rows: AsyncIterable<Row>
  toFeature: (row: Row) => WrittenFeature
}

const featuresOf = async function* <Row>(
  { rows, toFeature }: Ground<Row>,
  format: GeometryFormat,
  signal: AbortSignal,
): AsyncGenerator<WrittenFeature> {
  let count = 0
  for await (const row of rows) {
    if (signal.aborted) return
    if (heldWhole.has(format) && ++count > heldAtMost)
      fail('geometry_export_large', { count: heldAtMost })
    yield toFeature(row)
  }
}

/** Restricts rows to these ids; null: all. */
export const chosenOf = async function* <Row extends { id: string }>(
  rows: AsyncIterable<Row>,
  chosen: ReadonlySet<string> | null,
): AsyncGenerator<Row> {
  for await (const row of rows) if (chosen?.has(row.id) !== false) yield row
}

/** @throws geometry_export_large before the first byte of the file */
export const geometryFile = async <Row>(
  format: GeometryFormat,
  ground: Ground<Row>,
  { signal, setHeader }: Pick<RequestContext, 'signal' | 'setHeader'>,
): Promise<Readable> => {
  const { extension, mediaType, write } = geometryWriters[format]
  const pieces = await begun(
    write(inTurns(featuresOf(ground, format, signal)), ground.name) as AsyncIterable<
      string | Uint8Array
    >,
  )
  setHeader('content-disposition', `attachment; filename="${ground.name}${extension}"`)
  setHeader('content-type', mediaType)
  return Readable.from(pieces)
}
