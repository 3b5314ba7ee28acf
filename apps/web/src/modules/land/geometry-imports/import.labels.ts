import type {
  GeometryFormatName,
  GeometryImport,
  ImportTarget,
  ItemState,
} from '@swath/contract/land/geometry-imports'

/** Names of formats, the same in every language. */
export const formatNames: Readonly<Record<GeometryFormatName, string>> = {
  'geojson': 'GeoJSON',
  'kml': 'KML',
  'kmz': 'KMZ',
  'shapefile': 'Shapefile',
  'csv': 'CSV (WKT)',
  'isoxml': 'ISO 11783-10',
  'ed-269': 'ED-269',
  'ed-318': 'ED-318',
  'esri-json': 'Esri JSON',
}

export const listPaths: Readonly<Record<ImportTarget, string>> = {
  'plots': '/business_manage/block-list',
  'no-fly-zones': '/business_manage/no-fly-zone-list',
}
export const importPath = (target: ImportTarget, importId?: string): string =>
  `${listPaths[target]}/import${importId === undefined ? '' : `/${importId}`}`

export const stateLabels: Readonly<Record<ItemState, string>> = {
  good: 'geometry-imports:good',
  mended: 'geometry-imports:mended',
  bad: 'geometry-imports:bad',
}

export const statusLabels: Readonly<Record<GeometryImport['status'], string>> = {
  ready: 'geometry-imports:status.ready',
  applying: 'geometry-imports:status.applying',
  applied: 'geometry-imports:status.applied',
  cancelled: 'geometry-imports:status.cancelled',
  undoing: 'geometry-imports:status.undoing',
  undone: 'geometry-imports:status.undone',
}
