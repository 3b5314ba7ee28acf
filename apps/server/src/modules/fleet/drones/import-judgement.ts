// Checks a row of a table of drones: its errors, or the drone to register.
import { DroneId } from '@swath/contract/fields'
import type { ImportColumn } from '@swath/contract/fleet/drone-imports'
import { deviceTypes, droneList, saleTypes } from '@swath/contract/fleet/drone-list'
import type { Caller } from '@swath/domain/access/caller'
import type { Language } from '@swath/i18n/languages'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fieldSentence } from '../../../platform/http/messages.ts'
import { modelsByNumbers } from '../drone-models/number-ranges.ts'
import { modelsNamed, operatorsNamed, takenIds, type NewDrone } from './drone-import.queries.ts'
import { modelFor, operatorFor, type Model, type Refuse } from './import-row-names.ts'
import { plain, spellings, type Cells, type Table } from './drone-table.ts'

const lettersAtMost = { droneName: 60, zzDroneNum: 60, regMark: 40, rackNo: 40, buyer: 80 } as const

const { deviceType, saleType } = droneList.columns
const deviceTypeSpellings = spellings(deviceTypes, (name, label) => [
  label(deviceType.labels[name]),
])
const saleTypeSpellings = spellings(saleTypes, (name, label) => [label(saleType.labels[name])])

type Mistake = { column: ImportColumn | null; message: string }
type Row = { line: number; cells: Cells; wrong: Mistake[]; drone: NewDrone | null }

const namesIn = (table: Table, column: ImportColumn): string[] => [
  ...new Set(table.rows.flatMap(({ cells }) => cells[column] ?? [])),
]
const byName = <T extends { name: string }>(all: readonly T[]): Map<string, T[]> => {
  const named = new Map<string, T[]>()
  for (const one of all) named.set(plain(one.name), [...(named.get(plain(one.name)) ?? []), one])
  return named
}

/** Values from the database that the rows may reference. */
type Known = {
  taken: Awaited<ReturnType<typeof takenIds>>
  numbered: Awaited<ReturnType<typeof modelsByNumbers>>
  modelsByName: ReadonlyMap<string, Model[]>
  operatorsByName: ReadonlyMap<string, { id: string; region_code: string }[]>
}

/** The line on which each serial number occurs first; filled while rows are checked. */
type FirstLines = Map<string, number>

const checkId = (
  id: string,
  line: number,
  taken: Known['taken'],
  firstLine: FirstLines,
  refuse: Refuse,
): void => {
  if (!DroneId.safeParse(id).success) refuse('droneId', 'droneIdRule')
  else if (taken.has(id))
    refuse('droneId', taken.get(id) === 'own' ? 'droneIdTaken' : 'numberRefused')
  else if (firstLine.has(id)) refuse('droneId', 'twiceInFile', { line: firstLine.get(id)! })
  else firstLine.set(id, line)
}

const textIn = (
  cells: Cells,
  column: keyof typeof lettersAtMost,
  refuse: Refuse,
): string | null => {
  const value = cells[column] ?? null
  return value !== null && value.length > lettersAtMost[column]
    ? refuse(column, 'textTooLong', { limit: lettersAtMost[column] })
    : value
}

const choiceIn = <T extends string>(
  cells: Cells,
  column: ImportColumn,
  known: ReadonlyMap<string, T>,
  fallback: T,
  refuse: Refuse,
): T | null =>
  cells[column] === undefined
    ? fallback
    : (known.get(plain(cells[column])) ?? refuse(column, 'valueUnknown'))

const judgeRow = (
  { line, cells }: Table['rows'][number],
  caller: Caller,
  { taken, numbered, modelsByName, operatorsByName }: Known,
  firstLine: FirstLines,
  language: Language,
): Row => {
  const wrong: Mistake[] = []
  const refuse: Refuse = (column, message, values = {}) => {
    wrong.push({
      column,
      message: fieldSentence(language, message).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
        String(values[name] ?? ''),
      ),
    })
    return null
  }

  const id = cells.droneId ?? ''
  checkId(id, line, taken, firstLine, refuse)
  const model = modelFor(cells, numbered.get(id), modelsByName, refuse)
  const operator = operatorFor(cells, caller, operatorsByName, refuse)
  const swathWidthM =
    cells.sprayWidth === undefined ? null : Number(cells.sprayWidth.replace(',', '.'))
  if (swathWidthM !== null && !(swathWidthM >= 0.5 && swathWidthM <= 50))
    refuse('sprayWidth', 'swathWidthRange')
  const deviceType = choiceIn(cells, 'deviceType', deviceTypeSpellings, 'sprayer', refuse)
  const saleType = choiceIn(cells, 'saleType', saleTypeSpellings, '1', refuse)
  const given = {
    name: textIn(cells, 'droneName', refuse) ?? id,
    makerNumber: textIn(cells, 'zzDroneNum', refuse),
    regMark: textIn(cells, 'regMark', refuse),
    rackNo: textIn(cells, 'rackNo', refuse),
    buyer: textIn(cells, 'buyer', refuse),
  }
  const drone =
    wrong.length > 0 || !model || !operator || !deviceType || !saleType
      ? null
      : {
          id,
          ...given,
          modelId: model.id,
          manufacturerId: model.manufacturer_id,
          operatorId: operator.id,
          regionCode: operator.region_code,
          deviceType,
          saleType: Number(saleType) as 1 | 2 | 3,
          swathWidthM,
        }
  return { line, cells, wrong, drone }
}

/** For each row, its errors or the drone to register. */
export const judge = async (
  db: Db | Tx,
  caller: Caller,
  table: Table,
  language: Language,
): Promise<Row[]> => {
  const ids = namesIn(table, 'droneId').filter((id) => DroneId.safeParse(id).success)
  const [taken, numbered, models, operators] = await Promise.all([
    takenIds(db, caller.scope, ids),
    modelsByNumbers(db, caller, ids),
    modelsNamed(db, caller.scope, namesIn(table, 'modelName')),
    operatorsNamed(db, caller.scope, namesIn(table, 'yyAccountName')),
  ])
  const known = {
    taken,
    numbered,
    modelsByName: byName(models),
    operatorsByName: byName(operators),
  }
  const firstLine: FirstLines = new Map()
  return table.rows.map((row) => judgeRow(row, caller, known, firstLine, language))
}
