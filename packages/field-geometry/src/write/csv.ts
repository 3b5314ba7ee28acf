import type { Polygon } from '@swath/domain/polygon'
import {
  degreesText,
  partsOf,
  plainValue,
  propertiesOf,
  type WrittenFeature,
  type WrittenFeatures,
} from './written-feature.ts'

const ringsText = (rings: Polygon): string =>
  `(${rings.map((ring) => `(${ring.map(([lng, lat]) => `${degreesText(lng)} ${degreesText(lat)}`).join(', ')})`).join(', ')})`

/** OGC 06-103r4. */
const wktOf = ({ shape }: WrittenFeature): string => {
  const parts = partsOf(shape)
  return parts.length === 1
    ? `POLYGON ${ringsText(parts[0]!)}`
    : `MULTIPOLYGON (${parts.map(ringsText).join(', ')})`
}

/** Quoted if necessary; a text that a spreadsheet would run as a formula is escaped. */
const cellText = (value: string | number | null): string => {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  const plain = /^[\s;]*[=+\-@]|^[\t\r]/.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** RFC 4180 with a byte order mark; the last column is well-known text. */
export const writeCsv = async function* (features: WrittenFeatures): AsyncGenerator<string> {
  let columns: string[] | null = null
  for await (const feature of features) {
    const properties: WrittenFeature['properties'] = { radiusM: null, ...propertiesOf(feature) }
    if (columns === null) {
      columns = Object.keys(properties)
      yield `\uFEFF${['name', ...columns, 'wkt'].map(cellText).join(',')}\r\n`
    }
    const cells = columns.map((column) => cellText(plainValue(properties[column])))
    yield `${[cellText(feature.name), ...cells, `"${wktOf(feature)}"`].join(',')}\r\n`
  }
  if (columns === null) yield '\uFEFFname,wkt\r\n'
}
