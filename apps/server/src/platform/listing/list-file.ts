// Exports a list as a file, with titles and cells derived from its columns.
import type { Readable } from 'node:stream'
import type { TableFormat } from '@swath/contract/fields'
import type { Column, List, RowOf } from '@swath/contract/list'
import type { AreaRate } from '@swath/contract/money'
import { currencyDecimals, toMajor, type Money } from '@swath/domain/money'
import { convertAreaRate, fromMu, type AreaUnit } from '@swath/domain/units'
import type { SignedInContext } from '../http/context.ts'
import { labelsIn } from '../http/messages.ts'
import { areaUnitLabels } from './area-unit-words.ts'
import { figure, type Cell } from './csv.ts'
import { formatHead } from './heads.ts'
import { tableStream } from './table.ts'

/** The reader of the file: the caller, or the person for whom a scheduled file is written. */
export type FileReader = Pick<SignedInContext, 'language' | 'setHeader' | 'signal'> & {
  caller: { timeZone: string }
}
type FileQuery = { format: TableFormat; areaUnit?: AreaUnit }
type Label = (label: string) => string

/** Columns of the file whose value cannot be derived from the row alone. */
type OwnCells<L extends List> = {
  [K in keyof L['columns'] & string]: L['columns'][K] extends { only: 'screen' }
    ? never
    : K extends keyof RowOf<L>
      ? L['columns'][K] extends { kind: 'own' }
        ? K
        : never
      : K
}[keyof L['columns'] & string]

type Cells<L extends List, Row> = Readonly<
  Record<OwnCells<L>, (row: Row, label: Label) => Cell> &
    Partial<Record<keyof L['columns'] & string, (row: Row, label: Label) => Cell>>
>

type Source<L extends List, Row> = ([OwnCells<L>] extends [never]
  ? { cells?: Cells<L, Row> }
  : { cells: Cells<L, Row> }) & {
  rows: AsyncIterable<Row>
  present: (row: Row) => RowOf<L>
  /** Columns left empty for this row because there is no value yet. */
  blank?: (row: Row) => readonly (keyof L['columns'])[]
}

/** With the decimals of its currency, but without its symbol, so that files can be summed. */
export const moneyCell = (money: Money): Cell =>
  figure(toMajor(money), currencyDecimals[money.currency])

/** Exact in the agreed unit, rounded in other units. */
const areaRateCell = (rate: AreaRate, areaUnit: AreaUnit): Cell =>
  rate.per === areaUnit
    ? moneyCell(rate)
    : figure(convertAreaRate(toMajor(rate), rate.per, areaUnit), 3)

const toCell = (column: Column, value: unknown, areaUnit: AreaUnit, label: Label): Cell => {
  if (value === null || value === undefined) return null
  switch (column.kind) {
    case 'time':
      return new Date(value as string)
    case 'count':
    case 'bytes':
      return value as number
    case 'number':
      return figure(value as number, column.fileDecimals ?? column.decimals)
    case 'area':
      return figure(fromMu(value as number, areaUnit))
    case 'chargedArea':
      return figure(value as number)
    case 'duration':
      return figure((value as number) / 3600, 4)
    case 'hours':
      return figure((value as number) / 3600, 1)
    case 'ratio':
      return figure((value as number) * 100, 1)
    case 'money':
      return moneyCell(value as Money)
    case 'areaRate':
      return areaRateCell(value as AreaRate, areaUnit)
    case 'region':
      return (value as readonly string[]).join('/')
    case 'code':
      return label(column.labels[value as string]!)
    default:
      return value as string
  }
}

/**
 * CSV or XLSX, streamed, in the language, area unit and time zone of the caller. `cells`: values of
 * columns that cannot be derived from the presented row.
 */
export const listFile = <L extends List, Row>(
  list: L,
  { format, areaUnit = 'mu' }: FileQuery,
  { caller, language, setHeader, signal }: FileReader,
  { rows, present, cells, blank }: Source<L, Row>,
): Promise<Readable> => {
  const label = labelsIn(language)
  const columns = Object.entries(list.columns).filter(([, { only }]) => only !== 'screen')
  const units = { areaWord: label(areaUnitLabels[areaUnit]), timeZone: caller.timeZone }
  const heads = columns.map(([, column]) => formatHead(column, label, units))
  const own = (cells ?? {}) as Readonly<
    Record<string, ((row: Row, label: Label) => Cell) | undefined>
  >
  const lines = async function* () {
    for await (const row of rows) {
      const shown = present(row) as Readonly<Record<string, unknown>>
      const unsaid = blank?.(row) ?? []
      yield columns.map(([name, column]) =>
        unsaid.includes(name)
          ? null
          : own[name]
            ? own[name](row, label)
            : toCell(column, shown[name], areaUnit, label),
      )
    }
  }
  return tableStream(list.name, heads, lines(), {
    format,
    timeZone: caller.timeZone,
    signal,
    setHeader,
  })
}
