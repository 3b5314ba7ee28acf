// A list is declared once: its row, filters, sort order and columns. Calls, pages, files and
// screens are derived from it.
import type { Money } from '@swath/domain/money'
import type { z } from 'zod'
import { listSearched, sorting } from './fields.ts'
import type { AreaRate } from './money.ts'

/** Translation key (`feature:key`) of a column heading on the screen and in files. */
export type Label = `${string}:${string}`

/**
 * How a value is displayed and exported. Areas are in mu in the API and in the reader's unit
 * elsewhere.
 */
type Kind =
  | { readonly kind?: 'text' }
  | { readonly kind: 'count' | 'area' | 'bytes' | 'region' }
  /** On screens relative to now; `exact`: date and minute, for money and for records. */
  | { readonly kind: 'time'; readonly exact?: true }
  /** Mu for every reader, because it is shown next to a price per mu. */
  | { readonly kind: 'chargedArea' }
  /** Seconds of one flight, shown to the second; in files hours that can be multiplied by a price. */
  | { readonly kind: 'duration' }
  /** `hours`: seconds, shown as hours; `ratio`: a fraction of 1, shown as per cent. */
  | { readonly kind: 'hours' | 'ratio' }
  /** `Money`; files contain only the number, with the currency in a separate column. */
  | { readonly kind: 'money' }
  /** `AreaRate`, shown per reader's unit of area; files contain only the number. */
  | { readonly kind: 'areaRate' }
  | {
      readonly kind: 'number'
      readonly unit?: string
      readonly decimals: 0 | 1 | 2
      /** For files, which need more decimals than a screen can show. */
      readonly fileDecimals?: 0 | 1 | 2 | 3
    }
  | { readonly kind: 'code'; readonly labels: Readonly<Record<string, Label>> }
  /** The screen renders it, and the server formats it for files. */
  | { readonly kind: 'own'; readonly unit?: string }

export type Column = Kind & {
  readonly label: Label
  /** The list can be sorted by it, under its own name. */
  readonly sort?: true
  /** Only on the screen, or only in files; absent: both. */
  readonly only?: 'screen' | 'file'
  /**
   * Position on a phone, which shows a row in two lines: the first has the title and the state, the
   * second the important figures. Absent: not shown on a phone.
   */
  readonly phone?: 'title' | 'state' | 'figure'
}

/** The kinds that fit the type of a value; codes need a label for each code. */
type ColumnOf<Value> = Column &
  (
    | { readonly kind: 'own' }
    | (Value extends boolean | string | number
        ? { readonly kind: 'code'; readonly labels: { readonly [V in `${Value}`]: Label } }
        : never)
    | ([Value] extends [string] ? { readonly kind?: 'text' } | { readonly kind: 'time' } : never)
    | ([Value] extends [number]
        ? {
            readonly kind:
              | 'count'
              | 'number'
              | 'area'
              | 'chargedArea'
              | 'bytes'
              | 'duration'
              | 'hours'
              | 'ratio'
          }
        : never)
    | ([Value] extends [readonly string[]] ? { readonly kind: 'region' } : never)
    | ([Value] extends [AreaRate] ? { readonly kind: 'areaRate' } : never)
    | ([Value] extends [Money] ? { readonly kind: 'money' } : never)
  )

export type ColumnsOf<Row> = { readonly [K in keyof Row]?: ColumnOf<NonNullable<Row[K]>> }
export type Columns = Readonly<Record<string, Column>>

type SortIn<C> = { [K in keyof C]: C[K] extends { sort: true } ? K : never }[keyof C] & string
export type Filters = Readonly<Record<string, z.ZodType>>

export type Declaration<
  Row extends z.ZodType,
  C,
  F extends Filters,
  SortName extends string,
  Paging extends string,
  Call extends string,
  FileCall extends string | undefined,
> = {
  /** Name of its files, and key of a person's saved views. */
  readonly name: string
  /** The call that returns a page of it, and the one that returns all of it as a file. */
  readonly call: Call
  readonly fileCall: FileCall
  readonly row: Row
  readonly rowKey: keyof z.output<Row> & string
  readonly filters: F
  /** In the order of columns in files. Columns that are not fields of a row are only in files. */
  readonly columns: C & {
    readonly [K in Exclude<keyof C, keyof z.output<Row>>]: { readonly only: 'file' }
  }
  readonly sortName: SortName
  readonly defaultSort: SortIn<C> | `-${SortIn<C>}`
  /** The paging parameters of the call (specification, section 3). */
  readonly paging: Paging
}

export const declareList = <
  Row extends z.ZodType<object>,
  const C extends ColumnsOf<z.output<Row>>,
  F extends Filters,
  const SortName extends 'sortParam' | 'order',
  const P extends 'currentPage' | 'pageIndex',
  const Call extends string,
  const FileCall extends string | undefined,
>(
  declaration: Declaration<Row, C, F, SortName, P, Call, FileCall>,
) => {
  for (const name of listSearched(declaration.filters['search']))
    if (!(name in declaration.filters))
      throw new Error(`The search of ${declaration.name} names no filter: ${name}`)
  const sorts = Object.entries(declaration.columns as Columns)
    .filter(([, column]) => column.sort)
    .map(([name]) => name) as [SortIn<C>, ...SortIn<C>[]]
  return {
    ...declaration,
    columns: declaration.columns as C,
    sorts,
    /** Filters and sorting of the list, for the query of its calls. */
    asked: { ...declaration.filters, [declaration.sortName]: sorting(sorts) } as F & {
      [K in SortName]: ReturnType<typeof sorting<[SortIn<C>, ...SortIn<C>[]]>>
    },
  }
}

/** Any list, for code that works with all lists. */
export type List = {
  readonly name: string
  readonly call: string
  readonly fileCall: string | undefined
  readonly row: z.ZodType<object>
  readonly rowKey: string
  readonly filters: Filters
  readonly columns: Columns
  readonly sorts: readonly string[]
  readonly sortName: 'sortParam' | 'order'
  readonly defaultSort: string
  readonly paging: 'currentPage' | 'pageIndex'
}
export type RowOf<L extends List> = z.output<L['row']>
export type SortOf<L extends List> = L['sorts'][number]
export type FiltersOf<L extends List> = {
  [K in keyof L['filters']]?: z.output<L['filters'][K]> | undefined
}
