// Chemicals: common ones with their ISO names, and an account's own.
import { chemicalList, type Chemical, type chemicalRoutes } from '@swath/contract/chemicals'
import type { Caller } from '@swath/domain/access/caller'
import { toReader } from '../../../platform/access/common-rows.queries.ts'
import { createPlainChanges } from '../../../platform/change/plain-changes.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import {
  chemicalRows,
  deleteChemical,
  findChemical,
  insertChemical,
  lockChemical,
  updateChemical,
  type ChemicalFields,
  type ChemicalRow,
} from './chemicals.queries.ts'

const toFields = ({ name, kind }: ChemicalRow): ChemicalFields => ({ chemicalName: name, kind })

const manages = ({ rights }: Caller, { account_id }: ChemicalRow): boolean =>
  account_id !== null && rights.includes('task.manage')

const present = (row: ChemicalRow, caller: Caller): Chemical => {
  const may = manages(caller, row)
  return {
    chemicalId: row.id,
    ...toFields(row),
    own: row.account_id !== null,
    version: row.version,
    can: { update: may, delete: may },
  }
}

export const chemicalHandlers = (services: Services): Handlers<typeof chemicalRoutes> => {
  const { add, update, remove } = createPlainChanges(services, {
    kind: {
      type: 'chemical',
      lock: (trx, context, id) => lockChemical(trx, toReader(context), id),
      refusal: ({ caller }, row) => (manages(caller, row) ? null : 'forbidden'),
      identify: (row) => row,
      readVersion: (row) => row.version,
    },
    nameOf: (fields) => fields.chemicalName,
    toFields,
    insert: (trx, { caller }, id, fields: ChemicalFields) =>
      insertChemical(trx, { id, accountId: caller.accountId, ...fields }),
    update: updateChemical,
    remove: deleteChemical,
    read: async (trx, context, id) =>
      present((await findChemical(trx, toReader(context), id)) ?? fail('conflict'), context.caller),
  })
  return {
    listChemicals: async ({ query }, context) => {
      const reader = toReader(context)
      const [rows, total] = await Promise.all([
        chemicalRows.page(services.readDb, reader, query, query),
        chemicalRows.count(services.readDb, reader, query),
      ])
      const items = rows.map((row) => present(row, context.caller))
      return { items, total, pageIndex: query.pageIndex, size: query.size }
    },
    exportChemicals: ({ query }, context) =>
      listFile(chemicalList, query, context, {
        rows: chemicalRows.each(services.readDb, toReader(context), query),
        present: (row) => present(row, context.caller),
        cells: {},
      }),
    addChemical: ({ body }, context) => add(context, body),
    updateChemical: ({ body: { chemicalId: id, version, ...fields } }, context) =>
      update(context, { id, version }, fields),
    deleteChemical: ({ params }, context) => remove(context, params.chemicalId),
  }
}
