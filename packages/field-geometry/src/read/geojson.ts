import { LIMITS } from '../limits.ts'
import { listProblems } from '../problems.ts'
import type { ParsedFeatures } from '../parsed-features.ts'
import { addZoneOfProperties } from './ed-zones.ts'
import { joinPieces, readJsonGeometry } from './json-geometry.ts'
import { isObject, listIn, textIn, type JsonObject } from './json-values.ts'

/** Property keys for a feature's name, in the order of preference. */
const nameKeys = ['name', 'Name', 'NAME', 'title', 'plotName', 'noflyName', '名称', 'label', 'id']

export const findName = (properties: JsonObject, id: unknown): string => {
  for (const key of nameKeys) {
    const name = textIn(properties[key])
    if (name !== '') return name
  }
  return textIn(id)
}

/** A `crs` member is part of the specification of 2008; RFC 7946 only allows WGS-84. */
export const findCrs = (value: JsonObject): string => {
  const { crs } = value
  if (!isObject(crs) || !isObject(crs['properties'])) return ''
  const { name, code } = crs['properties']
  return textIn(name) || (textIn(code) && `EPSG:${textIn(code)}`)
}

/** GeoJSON types that are read; any other object is not geometry. */
const types = /^(Feature|FeatureCollection|GeometryCollection|(Multi)?(Point|LineString|Polygon))$/

const addFeature = (value: unknown, to: ParsedFeatures, depth: number): void => {
  if (!isObject(value)) return to.add({ geometry: { kind: 'none', found: typeof value } })
  // Programs that join files write collections among the features.
  if (value['type'] === 'FeatureCollection') return readGeoJson(value, to, depth + 1)
  const properties = isObject(value['properties']) ? value['properties'] : {}
  if (addZoneOfProperties(properties, value['geometry'], to)) return
  const { geometry, leftOut, problems } = joinPieces(
    readJsonGeometry(value['geometry'], properties, to),
  )
  to.add({
    name: findName(properties, value['id']),
    properties,
    geometry,
    problems: [...problems, ...listProblems({ parts_left_out: leftOut })],
  })
}

/** Whether anything of a parsed text is GeoJSON. */
export const isGeoJson = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length === 0 || value.some((one) => Array.isArray(one) || isGeoJson(one))
    : isObject(value) && (types.test(textIn(value['type'])) || Array.isArray(value['features']))

/** A FeatureCollection, a Feature, a bare geometry, or a list of any of them. */
export const readGeoJson = (value: unknown, to: ParsedFeatures, depth = 0): void => {
  if (depth > LIMITS.jsonDepth) return
  if (Array.isArray(value)) {
    for (const one of value) readGeoJson(one, to, depth + 1)
    return
  }
  if (!isObject(value)) return
  to.system ||= findCrs(value)
  if (value['type'] === 'FeatureCollection' || Array.isArray(value['features']))
    for (const feature of listIn(value['features'])) addFeature(feature, to, depth)
  else if (value['type'] === 'Feature') addFeature(value, to, depth)
  else addFeature({ geometry: value }, to, depth)
}
