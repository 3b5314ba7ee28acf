// A plain list, whose rows can only be added, changed and deleted, is declared once: its schemas,
// its columns and its five calls. Rows belong to an account; shared rows are visible to all.
import type { Right } from '@swath/domain/access/rights'
import { z } from 'zod'
import { CommonPage, RowVersion, SeenVersion, TableFormat, filter, indexPaged } from './fields.ts'
import { naming, type IdKind } from './ids.ts'
import { route, type Policy } from './kit.ts'
import { declareList, type Column, type ColumnsOf, type Declaration, type Filters } from './list.ts'

type Fields = Readonly<Record<string, z.ZodType>>
type Access = Exclude<Policy, 'public'>
type Calls = Readonly<
  Record<'list' | 'file' | 'add' | 'update' | 'remove', readonly [name: string, summary: string]>
>

/** Id of a row: a standard name, such as the English one, if shared; otherwise a UUID. */
export const sharedId = (kind: IdKind, description: string) =>
  naming(
    kind,
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{1,63}$/)
      .describe(description),
  )
export const RowName = z.string().trim().min(1).max(100)

const own = z
  .boolean()
  .describe(
    'true: row of the caller’s account; false: shared row, named in the language of the request',
  )

const foremost = filter(z.string().max(4000)).describe(
  'Rows that come first unless sortParam is given, in this order, such as the most used ones; comma-separated',
)

const ownColumn: Column = {
  label: 'terms:entry',
  kind: 'code',
  labels: { true: 'terms:ownEntry', false: 'terms:commonEntry' },
  phone: 'state',
}

const buildSchemas = <Id extends Fields, F extends Fields>(name: string, id: Id, fields: F) => ({
  Id: z.object(id),
  Input: z.object(fields),
  Change: z.object({ ...id, ...fields, version: SeenVersion }),
  row: z
    .object({
      ...id,
      ...fields,
      own,
      version: RowVersion,
      can: z.object({ update: z.boolean(), delete: z.boolean() }),
    })
    .meta({ id: name }),
})
type Schemas<Id extends Fields, F extends Fields> = ReturnType<typeof buildSchemas<Id, F>>

type Guard = {
  tag: string
  path: `/api/${string}`
  /** Access to the list. */
  read: Access
  /** Access to adding rows, and to changing and deleting those of the caller's account. */
  manage: Access & { right: Right }
}

const buildRoutes = <Id extends Fields, F extends Fields, Asked extends Fields>(
  { tag, path, read, manage }: Guard,
  calls: Calls,
  { Id, Input, Change, row }: Schemas<Id, F>,
  asked: Asked,
) => {
  const reading = { method: 'GET', tag, policy: read } as const
  const managing = { tag, policy: manage } as const
  return {
    list: route({
      ...reading,
      path,
      summary: calls.list[1],
      query: CommonPage.extend(asked),
      out: indexPaged(row),
    }),
    file: route({
      ...reading,
      path: `${path}/export`,
      summary: calls.file[1],
      raw: 'text/csv',
      query: z.object({ ...asked, format: TableFormat }),
    }),
    add: route({ ...managing, method: 'POST', path, summary: calls.add[1], body: Input, out: row }),
    update: route({
      ...managing,
      method: 'PUT',
      path,
      summary: calls.update[1],
      body: Change,
      out: row,
      errors: ['conflict', 'not_found', 'forbidden'],
    }),
    remove: route({
      ...managing,
      method: 'DELETE',
      path: `${path}/{${Object.keys(Id.shape)[0]}}`,
      summary: calls.remove[1],
      params: Id,
      // `in_use`: another row references it
      errors: ['not_found', 'forbidden', 'in_use'],
    }),
  }
}

type Routes<N extends Calls, Built extends Record<keyof Calls, unknown>> = {
  [Role in keyof Calls as N[Role][0]]: Built[Role]
}

type ListPart<
  N extends Calls,
  Id extends Fields,
  F extends Fields,
  C,
  Q extends Filters,
> = Declaration<Schemas<Id, F>['row'], C, Q, 'sortParam', 'pageIndex', N['list'][0], N['file'][0]>

/** The list itself, the schemas of its calls, and `routes` for the API. */
export const declarePlainList = <
  const N extends Calls,
  Id extends Fields,
  F extends Fields,
  const C extends ColumnsOf<z.output<Schemas<Id, F>['row']>>,
  Q extends Filters,
>({
  name,
  one,
  id,
  fields,
  nameField,
  shared = false,
  filters,
  columns,
  calls,
  ...guard
}: Guard & {
  /** Name of exported files and of saved views. */
  name: string
  /** Description of a row in the API document. */
  one: string
  /** The one field that identifies a row. */
  id: Id
  /** Fields that people enter. */
  fields: F
  nameField: keyof F & ListPart<N, Id, F, C, Q>['defaultSort']
  /** Whether shared rows exist, which nobody can change. */
  shared?: boolean
  filters: Q
  columns: ListPart<N, Id, F, C, Q>['columns']
  /** Name and summary of each call. */
  calls: N
}) => {
  const schemas = buildSchemas(one, id, fields)
  const part: ListPart<N, Id, F, C, Q> = {
    name,
    call: calls.list[0],
    fileCall: calls.file[0],
    row: schemas.row,
    rowKey: Object.keys(id)[0] as keyof z.output<typeof schemas.row> & string,
    paging: 'pageIndex',
    sortName: 'sortParam',
    defaultSort: nameField,
    filters,
    columns: shared ? { ...columns, own: ownColumn } : columns,
  }
  const list = declareList(part)
  const built = buildRoutes(guard, calls, schemas, { ...list.asked, foremost })
  const { Input, Change } = schemas
  return {
    ...list,
    Input,
    Change,
    nameField,
    shared,
    right: guard.manage.right,
    calls,
    routes: Object.fromEntries(
      Object.entries(built).map(([role, route]) => [calls[role as keyof Calls][0], route]),
    ) as Routes<N, typeof built>,
  }
}
