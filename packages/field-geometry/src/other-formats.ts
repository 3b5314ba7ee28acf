// Formats of fields and zones that are recognised but not read.
import { isObject, textIn } from './read/json-values.ts'

const signatures: readonly (readonly [RegExp, string])[] = [
  [/^SQLite format 3/, 'GeoPackage'],
  [/^PAR1/, 'GeoParquet'],
  [/^AC10\d\d/, 'DWG'],
  [/^fgb/, 'FlatGeobuf'],
  [/^\s*0\s+SECTION\s/, 'DXF'],
  [/<(?:[\w.-]+:)?FeatureCollection[\s>]|opengis\.net\/gml/, 'GML'],
  [/<(?:[\w.-]+:)?gpx[\s>]/, 'GPX'],
  [/aixm\.aero\/schema/, 'AIXM'],
  [/^\s*version\s+\d+\s+charset\s/i, 'MapInfo'],
]

/** Recognises a format by the first bytes; null if it may be readable. */
export const nameOtherFormat = (bytes: Uint8Array): string | null => {
  const start = String.fromCharCode(...bytes.subarray(0, 4_096))
  return signatures.find(([pattern]) => pattern.test(start))?.[1] ?? null
}

const extensions: Readonly<Record<string, string>> = {
  gpkg: 'GeoPackage',
  parquet: 'GeoParquet',
  geoparquet: 'GeoParquet',
  gml: 'GML',
  gpx: 'GPX',
  mdb: 'Esri geodatabase',
  dxf: 'DXF',
  dwg: 'DWG',
  fgb: 'FlatGeobuf',
  mif: 'MapInfo',
  tab: 'MapInfo',
  topojson: 'TopoJSON',
}
/** Recognises a format by the name of a file in an archive. */
export const nameOtherFile = (name: string): string | null =>
  /\.gdb\//i.test(name)
    ? 'Esri geodatabase'
    : (extensions[/\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? null)

const isTopoJson = (value: unknown): boolean =>
  isObject(value) && value['type'] === 'Topology' && isObject(value['objects'])

const isQgcPlan = (value: unknown): boolean =>
  isObject(value) && textIn(value['fileType']) === 'Plan'

const firstLines = (text: string): string[] =>
  text
    .slice(0, 4_096)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** A class, a name and a limit, as airspace files have them in any order. */
const isOpenAir = (lines: readonly string[]): boolean =>
  lines.some((line) => /^AC\s+\S/.test(line)) &&
  lines.some((line) => /^(AN|AL|AH|DP|V)\s+\S/.test(line))

/** Two or three numbers a line, and nothing else: the order of axes is unknown. */
const isPlaceList = (lines: readonly string[]): boolean => {
  const rows = lines.filter((line) => !line.startsWith('#'))
  return (
    rows.length > 2 &&
    rows.every((line) => /^[-+]?\d+(\.\d+)?([\s,;]+[-+]?\d+(\.\d+)?){1,2}[,;]?$/.test(line))
  )
}

/** Recognises a format by parsed JSON or by a text; null if it may be readable. */
export const nameOtherText = (value: unknown): string | null => {
  if (typeof value !== 'string') {
    if (isTopoJson(value)) return 'TopoJSON'
    return isQgcPlan(value) ? 'QGroundControl plan' : null
  }
  const lines = firstLines(value)
  if (/^QGC WPL \d+/.test(lines[0] ?? '')) return 'QGC WPL'
  if (isOpenAir(lines)) return 'OpenAir'
  if (/^#\s*saved by (APM|Mission) Planner/i.test(lines[0] ?? '')) return 'Mission Planner polygon'
  return isPlaceList(lines.slice(0, -1)) ? 'list of coordinates' : null
}
