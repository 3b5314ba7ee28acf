import { broken } from '../problems.ts'
import { ToldFeatures, type FileBudget } from '../told-features.ts'
import { readDbf } from './dbf.ts'
import { readShp } from './shp.ts'

/** The files of one layer: name.shp and what lies beside it under the same name. */
export type ShapefileLayer = {
  readonly name: string
  readonly shp: Uint8Array
  readonly dbf: Uint8Array | null
  readonly prj: string | null
  readonly cpg: string | null
}

/** What columns hold a name, in any language that we meet; else the first text of a row. */
const nameColumns =
  /^(name|naam|nom|nombre|bezeichn\w*|field_?name|feldname|title|plot\w*|blockname|地块名称?|名称|圃場名|地番|이름|명칭|ชื่อ.*|objectname|label)$/i

const findName = (row: Readonly<Record<string, string>>): string => {
  const entries = Object.entries(row)
  const named = entries.find(([column, text]) => nameColumns.test(column) && text !== '')
  return (named ?? entries.find(([, text]) => /\p{L}/u.test(text)))?.[1] ?? ''
}

/** Each layer on its own: they may be counted in different systems. */
export const readShapefileLayer = (
  layer: ShapefileLayer,
  { encoding, isOnly, budget }: { encoding: string; isOnly: boolean; budget: FileBudget },
): ToldFeatures => {
  const to = new ToldFeatures(budget)
  to.system = layer.prj?.trim() ?? ''
  const table = layer.dbf === null ? null : readDbf(layer.dbf, layer.cpg, encoding)
  if (table === null) to.notes.add('no_attributes')
  else {
    to.encoding = table.encoding
    if (table.isGuessed) to.notes.add('encoding_guessed')
  }
  let index = 0
  for (const { geometry, isDamaged } of readShp(layer.shp)) {
    if (!to.hasRoom()) break
    const properties = table?.readRow(index) ?? {}
    index++
    to.add({
      layer: isOnly ? '' : layer.name,
      name: findName(properties),
      properties,
      geometry,
      problems: isDamaged ? [broken('unreadable_row')] : [],
    })
  }
  return to
}
