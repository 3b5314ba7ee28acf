// Every format is read back by GDAL, for every winding that may be stored.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { areaM2, type Polygon } from '@swath/domain/polygon'
import { square } from './testing-files.ts'
import { geometryWriters } from './write-geometry.ts'
import type { WrittenFeature } from './write/written-feature.ts'

const folder = mkdtempSync(join(tmpdir(), 'swath-gdal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const outline = square(100.001, 14.002, 0.01)
const hole = square(100.003, 14.004, 0.002)
/** The second part is in the hole of the first. */
const island = square(100.0035, 14.0045, 0.001)
const turn = (ring: Polygon[number], isTurned: boolean) => (isTurned ? ring.toReversed() : ring)
const windings = [false, true].flatMap((turnsOutline) =>
  [false, true].map((turnsHole) => ({ turnsOutline, turnsHole })),
)

type Format = keyof typeof geometryWriters
type Read = {
  features: {
    properties: Record<string, unknown>
    geometry: { type: string; coordinates: Polygon | readonly Polygon[] }
  }[]
}

/** GDAL's reading of a file, as GeoJSON; WKT columns have no name that GDAL takes for geometry. */
const readWithGdal = async (format: Format, features: readonly WrittenFeature[]): Promise<Read> => {
  const { extension, write } = geometryWriters[format]
  const path = join(folder, `fields${extension}`)
  const pieces: Uint8Array[] = []
  for await (const piece of write(features, 'fields')) pieces.push(Buffer.from(piece))
  writeFileSync(path, Buffer.concat(pieces))
  const source = format === 'shapefile' ? `/vsizip/${path}` : path
  const options = format === 'csv' ? ['-oo', 'GEOM_POSSIBLE_NAMES=wkt'] : []
  const text = execFileSync('/usr/bin/ogr2ogr', [
    ...['-f', 'GeoJSON', '-lco', 'RFC7946=NO'],
    ...options,
    '/vsistdout/',
    source,
  ])
  return JSON.parse(text.toString()) as Read
}

const partsIn = ({ type, coordinates }: Read['features'][number]['geometry']): Polygon[] =>
  (type === 'Polygon' ? [coordinates] : coordinates) as unknown as Polygon[]

describe.each(['geojson', 'kml', 'shapefile', 'csv'] as const)('%s read by GDAL', (format) => {
  test.each(windings)(
    'outline turned: $turnsOutline, hole turned: $turnsHole',
    async ({ turnsOutline, turnsHole }) => {
      const parts: Polygon[] = [
        [turn(outline, turnsOutline), turn(hole, turnsHole)],
        [turn(island, turnsOutline)],
      ]
      const wantedM2 = parts.reduce((sum, part) => sum + areaM2(part), 0)
      const { features } = await readWithGdal(format, [
        {
          id: '0190',
          name: '田 1',
          shape: { kind: 'polygon', parts },
          areaM2: wantedM2,
          properties: { crop: 'ข้าว' },
          zone: null,
        },
      ])
      const [feature] = features
      const read = partsIn(feature!.geometry)
      expect(features).toHaveLength(1)
      expect(feature!.properties).toMatchObject({ crop: 'ข้าว' })
      expect(read.map((part) => part.length).toSorted((a, b) => a - b)).toEqual([1, 2])
      const gotM2 = read.reduce((sum, part) => sum + areaM2(part), 0)
      expect(Math.abs(gotM2 / wantedM2 - 1)).toBeLessThan(1e-6)
    },
  )
})
