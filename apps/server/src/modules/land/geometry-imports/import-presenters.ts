// Presents an import and its items.
import { ImportSettings } from '@swath/contract/land/geometry-imports'
import type { GeometryImport, GeometryImportItem } from '@swath/contract/land/geometry-imports'
import type { Caller } from '@swath/domain/access/caller'
import { muFromM2 } from '@swath/domain/units'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { findImport, type ImportRow, type ItemRow } from './geometry-imports.queries.ts'
import { mayImport } from './import-deps.ts'

export const settingsOf = ({ settings }: Pick<ImportRow, 'settings'>): ImportSettings =>
  ImportSettings.parse(settings)

/** An item without a name gets the file's name and its position. */
export const nameOf = (
  { name, number, properties }: Pick<ItemRow, 'name' | 'number' | 'properties'>,
  { file_name: fileName }: Pick<ImportRow, 'file_name'>,
  nameColumn: string | null,
): string => {
  const named = nameColumn === null ? name : (properties[nameColumn] ?? '')
  const stem = fileName.replace(/\.\w{1,8}$/, '').slice(0, 60)
  return (named || name).slice(0, 80) || `${stem} ${number}`
}

/** Names of village columns in the languages of files that occur. */
const villageColumns =
  /^(village(_?name)?|cun|村|村名|村名称|村庄|村莊|行政村|自然村|所在村|หมู่บ้าน|ชื่อหมู่บ้าน|마을|마을명)$/i

export const villageOf = (
  { properties }: Pick<ItemRow, 'properties'>,
  villageColumn: string | null,
): string => {
  const column = villageColumn ?? Object.keys(properties).find((one) => villageColumns.test(one))
  return column === undefined ? '' : (properties[column] ?? '').trim().slice(0, 80)
}

export const presentImport = (row: ImportRow, caller: Caller): GeometryImport => {
  const may = mayImport(caller, row.target)
  const isReady = row.status === 'ready'
  return {
    importId: row.id,
    target: row.target,
    fileName: row.file_name,
    bytes: row.bytes,
    format: row.format as GeometryImport['format'],
    status: row.status,
    system: row.system,
    encoding: row.encoding,
    notes: row.notes,
    noteDetails: row.note_details as GeometryImport['noteDetails'],
    columns: row.columns,
    settings: settingsOf(row),
    itemNum: row.good_count + row.mended_count + row.bad_count,
    goodNum: row.good_count,
    mendedNum: row.mended_count,
    badNum: row.bad_count,
    chosenNum: row.chosen_count,
    doneNum: row.done_count,
    madeNum: row.made_count,
    refusedNum: row.refused_count,
    keptNum: row.kept_count,
    problem: row.problem,
    createdAt: row.created_at.toISOString(),
    createdByName: row.created_by_name,
    finishedAt: row.finished_at?.toISOString() ?? null,
    version: row.version,
    can: {
      change: may && isReady,
      apply: may && isReady && row.chosen_count > 0,
      cancel: may && (isReady || row.status === 'applying'),
      undo: may && row.status === 'applied' && row.made_count > row.kept_count,
    },
  }
}

export const readImport = async (
  db: Db | Tx,
  caller: Caller,
  id: string,
): Promise<GeometryImport> =>
  presentImport((await findImport(db, caller, id)) ?? fail('not_found'), caller)

export const presentItem = (
  row: Omit<ItemRow, 'shape' | 'zone'>,
  of: ImportRow,
): GeometryImportItem => ({
  number: row.number,
  layer: row.layer,
  name: nameOf(row, of, settingsOf(of).nameColumn),
  state: row.state,
  area: muFromM2(row.area_m2),
  outline: row.outline as GeometryImportItem['outline'],
  problems: row.problems as GeometryImportItem['problems'],
  isChosen: row.is_chosen,
  madeName: row.made_name,
  refusal: row.refusal,
  isKept: row.is_kept,
})
