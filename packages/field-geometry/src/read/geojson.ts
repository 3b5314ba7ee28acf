import { LIMITS } from '../limits.ts'
import { listProblems } from '../problems.ts'
import type { ToldFeatures } from '../told-features.ts'
import { joinPieces, readJsonGeometry } from './json-geometry.ts'
import { isObject, listIn, textIn, type JsonObject } from './json-values.ts'

/** What features are called, in the order of preference. */
const nameKeys = ['name', 'Name', 'NAME', 'title', 'plotName', 'noflyName', '名称', 'label', 'id']

const findName = (properties: JsonObject, id: unknown): string => {
  for (const key of nameKeys) {
    const name = textIn(properties[key])
    if (name !== '') return name
  }
  return textIn(id)
}

/** A `crs` member is of the specification of 2008; RFC 7946 knows WGS-84 alone. */
export const findCrs = (value: JsonObject): string => {
  const { crs } = value
  if (!isObject(crs) || !isObject(crs['properties'])) return ''
  const { name, code } = crs['properties']
  return textIn(name) || (textIn(code) && `EPSG:${textIn(code)}`)
}

const addFeature = (value: unknown, to: ToldFeatures): void => {
  if (!isObject(value)) return to.add({ geometry: { kind: 'none', found: typeof value } })
  const properties = isObject(value['properties']) ? value['properties'] : {}
  const { geometry, leftOut } = joinPieces(readJsonGeometry(value['geometry'], properties))
  to.add({
    name: findName(properties, value['id']),
    properties,
    geometry,
    problems: listProblems({ parts_left_out: leftOut }),
  })
}

/** A FeatureCollection, a Feature, a bare geometry, or a list of any of them. */
export const readGeoJson = (value: unknown, to: ToldFeatures, depth = 0): void => {
  if (Array.isArray(value)) {
    if (depth < LIMITS.jsonDepth) for (const one of value) readGeoJson(one, to, depth + 1)
    return
  }
  if (!isObject(value)) return
  to.system ||= findCrs(value)
  if (value['type'] === 'FeatureCollection')
    for (const feature of listIn(value['features'])) addFeature(feature, to)
  else if (value['type'] === 'Feature') addFeature(value, to)
  else addFeature({ geometry: value }, to)
}
