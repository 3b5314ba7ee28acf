// The calls of the specification's section 7, each with the request fields that it names and no
// others, and with the response fields that section 3 names.
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
/** Results of earlier calls, by names assigned in the list. */
export type Known = Record<string, string>

export type SpecifiedCall = {
  /** As named in the specification. */
  call: string
  operation: Operation
  as: PersonName | 'nobody'
  request?: SpecifiedRequest | ((known: Known) => SpecifiedRequest)
  /**
   * Fields of the response, with a dot between the levels; for a list, fields of its first item.
   */
  fields?: readonly string[]
  /** Results that later calls use: a path in the response for each name. */
  keep?: Readonly<Record<string, string>>
}

export const paged = ['items', 'total', 'currentPage', 'pageSize']
export const indexed = ['items', 'total', 'pageIndex', 'size']
export const inItems = (...names: readonly string[]): string[] =>
  names.map((name) => `items.0.${name}`)

/** Creates the calls of one kind of person. */
export const callsOf =
  (as: SpecifiedCall['as']) =>
  (
    call: string,
    operation: Operation,
    request: SpecifiedCall['request'] = {},
    fields: readonly string[] = [],
    keep: SpecifiedCall['keep'] = {},
  ): SpecifiedCall => ({ call, operation, as, request, fields, keep })
