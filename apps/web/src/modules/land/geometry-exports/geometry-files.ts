import type { Operation } from '@swath/contract/api'
import type { ListFile } from '../../../ui/list-files.ts'

/** Formats of the export calls; wkt is CSV with a column of well-known text. */
const forms = {
  'geojson': { label: 'GeoJSON', extension: '.geojson' },
  'kml': { label: 'KML', extension: '.kml' },
  'kmz': { label: 'KMZ', extension: '.kmz' },
  'shapefile': { label: 'Shapefile (ZIP)', extension: '-shapefile.zip' },
  'wkt': { label: 'CSV (WKT)', extension: '-wkt.csv' },
  'isoxml': { label: 'ISO 11783-10', extension: '-taskdata.zip' },
  'ed-269': { label: 'ED-269', extension: '-ed269.json' },
  'ed-318': { label: 'ED-318', extension: '-ed318.json' },
} as const

type Ground = {
  operation: Operation
  /** File name without extension. */
  name: string
  formats: readonly (keyof typeof forms)[]
}

/** Geometry formats that a list exports in addition to tables, with the query's filters. */
export const geometryFiles = (
  { operation, name, formats }: Ground,
  query: ListFile['query'],
): ListFile[] =>
  formats.map((format) => ({
    label: forms[format].label,
    operation,
    fileName: name + forms[format].extension,
    query: { ...query, format },
  }))
