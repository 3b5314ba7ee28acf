import type { Countries } from '../place-features.ts'
import { broken } from '../problems.ts'
import { openSystem } from '../systems/coordinate-system.ts'
import { ParsedFeatures, type FileBudget } from '../parsed-features.ts'
import { readDbf } from './dbf.ts'
import { readShp } from './shp.ts'

/** The files of one layer: name.shp and its companions with the same name. */
export type ShapefileLayer = {
  readonly name: string
  readonly shp: Uint8Array
  readonly dbf: Uint8Array | null
  readonly prj: string | null
  readonly cpg: string | null
}

/**
 * Columns that contain a name, in the languages of our users; else the first text of a row is used.
 */
const nameColumns =
  /^(name|naam|nom|nombre|bezeichn\w*|field_?name|feldname|title|plot\w*|blockname|地块名称?|名称|圃場名|地番|이름|명칭|ชื่อ.*|objectname|label)$/i

const findName = (row: Readonly<Record<string, string>>): string => {
  const entries = Object.entries(row)
  const named = entries.find(([column, text]) => nameColumns.test(column) && text !== '')
  return (named ?? entries.find(([, text]) => /\p{L}/u.test(text)))?.[1] ?? ''
}

type LayerOptions = {
  readonly encoding: string
  readonly isOnly: boolean
  readonly budget: FileBudget
  readonly countries: Countries
}

/** The country of its first shape. */
const findCountry = ({ shp, prj }: ShapefileLayer, { at, home }: Countries): string | null => {
  const system = openSystem(prj ?? '')
  for (const { geometry } of readShp(shp)) {
    const place = geometry.kind === 'rings' ? geometry.rings[0]?.[0] : undefined
    if (place !== undefined) return (system && at(system.toWgs84(place))) ?? home
  }
  return home
}

/** Each layer is read on its own: layers may have different coordinate systems. */
export const readShapefileLayer = (
  layer: ShapefileLayer,
  { encoding, isOnly, budget, countries }: LayerOptions,
): ParsedFeatures => {
  const to = new ParsedFeatures(budget, isOnly ? '' : layer.name)
  to.system = layer.prj?.trim() ?? ''
  const table =
    layer.dbf === null
      ? null
      : readDbf(layer.dbf, layer.cpg, encoding, findCountry(layer, countries))
  if (table === null) to.notes.add('no_attributes')
  else {
    to.encoding = table.encoding
    if (table.isGuessed) to.notes.add('encoding_guessed', table.encoding)
  }
  let index = 0
  for (const { geometry, isDamaged } of readShp(layer.shp)) {
    if (!to.hasRoom()) break
    const row = index++
    if (table?.isDeleted(row)) {
      to.notes.add('deleted_rows', String(row + 1))
      continue
    }
    const properties = table?.readRow(row) ?? {}
    to.add({
      name: findName(properties),
      properties,
      geometry,
      problems: isDamaged ? [broken('unreadable_row')] : [],
    })
  }
  return to
}
