// The five calls of a plain list: a page, a file, and changes of rows of the caller's account.
import type { List, RowOf } from '@swath/contract/list'
import type { Route } from '@swath/contract/kit'
import type { Caller } from '@swath/domain/access/caller'
import type { Right } from '@swath/domain/access/rights'
import type { z } from 'zod'
import { toReader } from '../access/common-rows.queries.ts'
import type { Facts } from '../change/change.ts'
import { createPlainChanges } from '../change/plain-changes.ts'
import type { Database } from '../database/schema.ts'
import { fail } from '../errors/fail.ts'
import type { Handlers, SignedInContext } from '../http/context.ts'
import { listFile } from '../listing/list-file.ts'
import type { Services } from '../services.ts'
import { definePlainRows, type PlainRow, type PlainTable } from './plain-rows.queries.ts'

/** The result of the contract's `declarePlainList`. */
export type PlainList = List & {
  Input: z.ZodType<Facts>
  nameField: string
  right: Right
  fileCall: string
  calls: Readonly<Record<'add' | 'update' | 'remove', readonly [name: string, summary: string]>>
  routes: Readonly<Record<string, Route>>
}
export type FieldsOf<L extends PlainList> = z.output<L['Input']>

/** Presents rows, and changes those of the caller's account. */
const bindRows = <L extends PlainList, T extends keyof Database>(
  list: L,
  source: PlainTable<L, T, FieldsOf<L>>,
) => {
  const rows = definePlainRows(list, source)
  const nameOf = (fields: FieldsOf<L>): string => String(fields[list.nameField])
  const manages = ({ rights }: Caller, { account_id }: PlainRow): boolean =>
    account_id !== null && rights.includes(list.right)
  const present = (row: PlainRow, caller: Caller) => {
    const may = manages(caller, row)
    return {
      [list.rowKey]: row.id,
      ...rows.toFields(row),
      own: row.account_id !== null,
      version: row.version,
      can: { update: may, delete: may },
    } as RowOf<L>
  }
  const createChanges = (services: Services) =>
    createPlainChanges<PlainRow, FieldsOf<L>, RowOf<L>>(services, {
      kind: {
        type: source.table.replaceAll('_', '-'),
        lock: (trx, context, id) => rows.lock(trx, toReader(context), id),
        refusal: ({ caller }, row) => (manages(caller, row) ? null : 'forbidden'),
        identify: (row) => ({ id: row.id, name: nameOf(rows.toFields(row)) }),
        readVersion: (row) => row.version,
      },
      nameOf,
      toFields: rows.toFields,
      insert: (trx, { caller }, id, fields) => rows.insert(trx, caller.accountId, id, fields),
      update: rows.update,
      remove: async (trx, id) => {
        if (!(await rows.remove(trx, id))) fail('in_use')
      },
      read: async (trx, context, id) =>
        present((await rows.find(trx, toReader(context), id)) ?? fail('conflict'), context.caller),
    })
  return { rows, present, createChanges }
}

type Ordered = { sortParam?: string; foremost?: string }
const toListReader = ({ sortParam, foremost }: Ordered, context: SignedInContext) => ({
  ...toReader(context),
  ...(sortParam || !foremost ? {} : { foremost: foremost.split(',') }),
})

export const definePlainList = <L extends PlainList, T extends keyof Database>(
  list: L,
  source: PlainTable<L, T, FieldsOf<L>>,
) => {
  const { rows, present, createChanges } = bindRows(list, source)
  return {
    insert: rows.insert,

    handlers: (services: Services): Handlers<L['routes']> => {
      const { readDb } = services
      const { add, update, remove } = createChanges(services)
      type PageQuery = Ordered &
        Parameters<typeof rows.page>[2] & { pageIndex: number; size: number }
      type FileQuery = Ordered & Parameters<typeof rows.each>[2] & { format: 'csv' | 'xlsx' }
      type Body = FieldsOf<L> & { version?: number | undefined }
      type Params = Readonly<Record<string, string>>
      return {
        [list.call]: ({ query }: { query: PageQuery }, context: SignedInContext) =>
          rows.readPage(readDb, toListReader(query, context), query, (row) =>
            present(row, context.caller),
          ),
        [list.fileCall]: ({ query }: { query: FileQuery }, context: SignedInContext) =>
          listFile<List, PlainRow>(list, query, context, {
            rows: rows.each(readDb, toListReader(query, context), query),
            present: (row) => present(row, context.caller),
            cells: {},
          }),
        [list.calls.add[0]]: ({ body }: { body: FieldsOf<L> }, context: SignedInContext) =>
          add(context, body),
        [list.calls.update[0]]: ({ body }: { body: Body }, context: SignedInContext) =>
          update(
            context,
            { id: String(body[list.rowKey]), version: body.version },
            rows.toFields(body),
          ),
        [list.calls.remove[0]]: ({ params }: { params: Params }, context: SignedInContext) =>
          remove(context, params[list.rowKey]!),
      } as unknown as Handlers<L['routes']>
    },
  }
}
