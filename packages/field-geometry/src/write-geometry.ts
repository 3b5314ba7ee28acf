import type { GeometryFormat } from './feature.ts'
import { writeCsv } from './write/csv.ts'
import { writeEd269, writeEd318 } from './write/ed-zones.ts'
import { writeGeoJson } from './write/geojson.ts'
import { writeKml, writeKmz } from './write/kml.ts'
import { writeShapefile } from './write/shapefile.ts'
import { writeTaskDataFields } from './write/task-data.ts'
import type { WrittenFeatures } from './write/written-feature.ts'

type Writer = {
  readonly extension: string
  readonly mediaType: string
  readonly write: (features: WrittenFeatures, title: string) => AsyncGenerator<string | Uint8Array>
}

/** `title`: only characters that every file system allows. */
export const geometryWriters: Readonly<Record<GeometryFormat, Writer>> = {
  'geojson': { extension: '.geojson', mediaType: 'application/geo+json', write: writeGeoJson },
  'kml': { extension: '.kml', mediaType: 'application/vnd.google-earth.kml+xml', write: writeKml },
  'kmz': { extension: '.kmz', mediaType: 'application/vnd.google-earth.kmz', write: writeKmz },
  'shapefile': { extension: '-shapefile.zip', mediaType: 'application/zip', write: writeShapefile },
  'csv': { extension: '-wkt.csv', mediaType: 'text/csv', write: writeCsv },
  'isoxml': {
    extension: '-taskdata.zip',
    mediaType: 'application/zip',
    write: writeTaskDataFields,
  },
  'ed-269': { extension: '-ed269.json', mediaType: 'application/json', write: writeEd269 },
  'ed-318': { extension: '-ed318.json', mediaType: 'application/json', write: writeEd318 },
}
