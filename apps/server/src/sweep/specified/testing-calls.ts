// The calls of the specification's section 7, each with the fields that it names and no others, and
// with the fields of the reply that section 3 names.
import type { Operation } from '@swath/contract/api'
import type { PersonName } from '../testing-world.ts'

export type SpecifiedRequest = {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: unknown
  /** Fields of a form, and the text of its file. */
  form?: Readonly<Record<string, string>>
  file?: string
  cookie?: string
}
/** Results of earlier calls, by names assigned in the rows. */
export type Known = Record<string, string>

export type SpecifiedCall = {
  /** As the specification words it. */
  call: string
  operation: Operation
  as: PersonName | 'nobody'
  request?: SpecifiedRequest | ((known: Known) => SpecifiedRequest)
  /** Fields of the reply, with a dot between the levels; of a list those of its first item. */
  fields?: readonly string[]
  /** From the reply into what later calls know: a path for each name. */
  keep?: Readonly<Record<string, string>>
}

export const paged = ['items', 'total', 'currentPage', 'pageSize']
export const indexed = ['items', 'total', 'pageIndex', 'size']
export const inItems = (...names: readonly string[]): string[] =>
  names.map((name) => `items.0.${name}`)

/** The rows of one kind of person, shorter to write. */
export const callsOf =
  (as: SpecifiedCall['as']) =>
  (
    call: string,
    operation: Operation,
    request: SpecifiedCall['request'] = {},
    fields: readonly string[] = [],
    keep: SpecifiedCall['keep'] = {},
  ): SpecifiedCall => ({ call, operation, as, request, fields, keep })
