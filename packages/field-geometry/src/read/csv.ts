import { parseCsv } from '@swath/file-syntax/csv-table'
import { UnreadableGeometry, type Problem, type ParsedGeometry } from '../feature.ts'
import { LIMITS } from '../limits.ts'
import type { ParsedFeatures } from '../parsed-features.ts'
import { readJsonGeometry } from './json-geometry.ts'
import { readRadius } from './radius.ts'
import { findRadius } from './units.ts'
import { readWkt } from './wkt.ts'

const geometryHeads = /^(wkt|geometry|geom|the_geom|shape|polygon|boundary|边界|轮廓|coordinates)$/i
const nameHeads =
  /^(name|plot ?name|plot|field|field ?name|title|noflyname|名称|地块|地块名称|ชื่อ|이름)$/i
const lngHeads = /^(lng|lon|long|longitude|x|经度|經度|ลองจิจูด|경도)$/i
const latHeads = /^(lat|latitude|y|纬度|緯度|ละติจูด|위도)$/i

/** A ring of 20,000 corners is some 800,000 letters. */
const csvLimits = { rows: LIMITS.features + 1, columns: 200, letters: 4_000_000 }

type Columns = { geometry: number; name: number; lng: number; lat: number }

const isGeometryText = (cell: string): boolean =>
  readWkt(cell.slice(0, 2_000_000)) !== null || /^\s*\{\s*"type"/.test(cell)

/**
 * Finds columns by their headers; without a matching header, the geometry column by its content.
 */
const findColumns = (head: readonly string[], first: readonly string[]): Columns => {
  const find = (pattern: RegExp): number => head.findIndex((cell) => pattern.test(cell.trim()))
  const byContent = first.findIndex(isGeometryText)
  return {
    geometry: byContent >= 0 ? byContent : find(geometryHeads),
    name: [find(nameHeads), find(/^(id|fid|code|编号)$/i)].find((at) => at >= 0) ?? -1,
    lng: find(lngHeads),
    lat: find(latHeads),
  }
}

const readCell = (
  cell: string,
  to: ParsedFeatures,
): { geometry: ParsedGeometry; system: string } => {
  const wkt = readWkt(cell)
  if (wkt) return wkt
  if (cell.trim() === '') return { geometry: { kind: 'none', found: '' }, system: '' }
  try {
    const [piece] = readJsonGeometry(JSON.parse(cell), {}, to)
    return { geometry: piece?.parsed ?? { kind: 'none', found: cell.slice(0, 40) }, system: '' }
  } catch {
    // not JSON either: reported with its row
    return { geometry: { kind: 'none', found: cell.slice(0, 40) }, system: '' }
  }
}

/** A centre and a radius; the header may include the radius unit. */
const readPlace = (
  row: readonly string[],
  head: readonly string[],
  { lng, lat }: Columns,
  to: ParsedFeatures,
): { geometry: ParsedGeometry; problems: readonly Problem[] } => {
  const number = (at: number): number => Number((row[at] ?? '').trim().replace(',', '.') || NaN)
  const radius = findRadius(Object.fromEntries(head.map((title, at) => [title, row[at]])))
  return readRadius([number(lng), number(lat)], radius ?? { number: NaN, unit: '' }, to)
}

/** Well-known text without a table, one geometry per line. */
const readLines = (text: string, to: ParsedFeatures): void => {
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue
    if (!to.hasRoom()) return
    const wkt = readWkt(line)
    if (wkt) to.add({ geometry: wkt.geometry })
    else to.add({ geometry: { kind: 'none', found: line.slice(0, 40) } })
    to.system ||= wkt?.system ?? ''
  }
}

/** A table with a column of geometry, or with a centre and a radius in each row. */
export const readCsv = (text: string, to: ParsedFeatures): void => {
  const whole = readWkt(text)
  if (whole && whole.geometry.kind !== 'none') {
    to.system = whole.system
    return to.add({ geometry: whole.geometry })
  }
  if (readWkt(text.trimStart().split(/\r?\n/, 1)[0]!) !== null) return readLines(text, to)
  const parsed = parseCsv(text, csvLimits)
  if ('mistake' in parsed)
    throw new UnreadableGeometry(parsed.mistake === 'too_long' ? 'too_large' : 'damaged')
  const { rows } = parsed
  if (rows.length === 0) throw new UnreadableGeometry('not_geometry')
  const hasHead = !(rows[0] ?? []).some(isGeometryText)
  const head = hasHead ? rows[0]! : (rows[0] ?? []).map((_, i) => String(i + 1))
  const columns = findColumns(head, rows[hasHead ? 1 : 0] ?? [])
  const { geometry, lng, lat } = columns
  const hasRadius = findRadius(Object.fromEntries(head.map((title) => [title, 1]))) !== null
  if (geometry < 0 && (lng < 0 || lat < 0 || !hasRadius))
    throw new UnreadableGeometry('not_geometry')
  for (const row of rows.slice(hasHead ? 1 : 0)) {
    if (!to.hasRoom()) break
    const found =
      geometry >= 0
        ? { problems: [], ...readCell(row[geometry] ?? '', to) }
        : { system: '', ...readPlace(row, head, columns, to) }
    to.system ||= found.system
    if (found.geometry.kind === 'circle' && geometry >= 0) to.isLatFirst = true
    to.add({
      name: row[columns.name] ?? '',
      properties: Object.fromEntries(
        head.flatMap((title, at) => (at === geometry ? [] : [[title, row[at]]])),
      ),
      geometry: found.geometry,
      problems: found.problems,
    })
  }
}
