// Kinds of work: common ones, and an account's own.
import { workTypeList, type WorkType, type workTypeRoutes } from '@swath/contract/work-types'
import type { Caller } from '@swath/domain/access/caller'
import { toReader } from '../../../platform/access/common-rows.queries.ts'
import { createPlainChanges } from '../../../platform/change/plain-changes.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import {
  workTypeRows,
  deleteWorkType,
  findWorkType,
  insertWorkType,
  lockWorkType,
  updateWorkType,
  type WorkTypeFields,
  type WorkTypeRow,
} from './work-types.queries.ts'

const toFields = ({ name }: WorkTypeRow): WorkTypeFields => ({ workTypeName: name })

const manages = ({ rights }: Caller, { account_id }: WorkTypeRow): boolean =>
  account_id !== null && rights.includes('task.manage')

const present = (row: WorkTypeRow, caller: Caller): WorkType => {
  const may = manages(caller, row)
  return {
    workTypeId: row.id,
    ...toFields(row),
    own: row.account_id !== null,
    version: row.version,
    can: { update: may, delete: may },
  }
}

export const workTypeHandlers = (services: Services): Handlers<typeof workTypeRoutes> => {
  const { add, update, remove } = createPlainChanges(services, {
    kind: {
      type: 'work-type',
      lock: (trx, context, id) => lockWorkType(trx, toReader(context), id),
      refusal: ({ caller }, row) => (manages(caller, row) ? null : 'forbidden'),
      identify: (row) => row,
      readVersion: (row) => row.version,
    },
    nameOf: (fields) => fields.workTypeName,
    toFields,
    insert: (trx, { caller }, id, fields: WorkTypeFields) =>
      insertWorkType(trx, { id, accountId: caller.accountId, ...fields }),
    update: updateWorkType,
    remove: deleteWorkType,
    read: async (trx, context, id) =>
      present((await findWorkType(trx, toReader(context), id)) ?? fail('conflict'), context.caller),
  })
  return {
    listWorkTypes: async ({ query }, context) => {
      const reader = toReader(context)
      const [rows, total] = await Promise.all([
        workTypeRows.page(services.readDb, reader, query, query),
        workTypeRows.count(services.readDb, reader, query),
      ])
      const items = rows.map((row) => present(row, context.caller))
      return { items, total, pageIndex: query.pageIndex, size: query.size }
    },
    exportWorkTypes: ({ query }, context) =>
      listFile(workTypeList, query, context, {
        rows: workTypeRows.each(services.readDb, toReader(context), query),
        present: (row) => present(row, context.caller),
        cells: {},
      }),
    addWorkType: ({ body }, context) => add(context, body),
    updateWorkType: ({ body: { workTypeId: id, version, ...fields } }, context) =>
      update(context, { id, version }, fields),
    deleteWorkType: ({ params }, context) => remove(context, params.workTypeId),
  }
}
