// Feature sets and geometries of Esri's REST services (ArcGIS REST API, "Feature object").
import type { LngLat } from '@swath/domain/lng-lat'
import type { Polygon } from '@swath/domain/polygon'
import type { ParsedGeometry } from '../feature.ts'
import type { ParsedFeatures } from '../parsed-features.ts'
import { findName } from './geojson.ts'
import { isObject, listIn, numberIn, textIn, type JsonObject } from './json-values.ts'

const isEsriGeometry = (value: unknown): boolean =>
  isObject(value) &&
  value['type'] === undefined &&
  ['rings', 'curveRings', 'paths', 'curvePaths'].some((key) => Array.isArray(value[key]))

export const isEsriJson = (value: unknown): boolean =>
  isObject(value) &&
  value['type'] === undefined &&
  (textIn(value['geometryType']).startsWith('esriGeometry') ||
    isEsriGeometry(value) ||
    isEsriGeometry(value['geometry']) ||
    listIn(value['features']).some((one) => isObject(one) && isEsriGeometry(one['geometry'])))

/** Esri's own codes for the projection of web maps. */
const ownNumbers: Readonly<Record<string, string>> = {
  102100: '3857',
  102113: '3857',
  900913: '3857',
}

const findSystem = ({ spatialReference }: JsonObject): string => {
  if (!isObject(spatialReference)) return ''
  const wkid = textIn(spatialReference['latestWkid']) || textIn(spatialReference['wkid'])
  if (wkid !== '') return `EPSG:${ownNumbers[wkid] ?? wkid}`
  return textIn(spatialReference['wkt'])
}

const readLines = (value: unknown): Polygon =>
  listIn(value).map((line) =>
    listIn(line).map((place): LngLat => {
      const [x, y] = listIn(place)
      return [numberIn(x), numberIn(y)]
    }),
  )

/** Outlines are clockwise; holes are detected by containment. */
const readGeometry = (value: unknown): ParsedGeometry => {
  if (!isObject(value)) return { kind: 'none', found: '' }
  if (Array.isArray(value['rings'])) return { kind: 'rings', rings: readLines(value['rings']) }
  if (Array.isArray(value['paths'])) return { kind: 'lines', lines: readLines(value['paths']) }
  const found = ['curveRings', 'curvePaths', 'points', 'x', 'xmin'].find((key) => key in value)
  return { kind: 'none', found: found ?? '' }
}

export const readEsriJson = (value: unknown, to: ParsedFeatures): void => {
  if (!isObject(value)) return
  to.system = findSystem(value)
  const features = Array.isArray(value['features'])
    ? value['features']
    : [isEsriGeometry(value) ? { geometry: value } : value]
  for (const feature of features) {
    if (!isObject(feature)) continue
    if (!to.hasRoom()) return
    const { geometry } = feature
    if (isObject(geometry)) to.system ||= findSystem(geometry)
    const properties = isObject(feature['attributes']) ? feature['attributes'] : {}
    to.add({ name: findName(properties, ''), properties, geometry: readGeometry(geometry) })
  }
}
