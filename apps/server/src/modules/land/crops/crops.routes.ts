// Crops: common ones, and an account's own.
import { cropList, type Crop, type cropRoutes } from '@swath/contract/crops'
import type { Caller } from '@swath/domain/access/caller'
import { toReader } from '../../../platform/access/common-rows.queries.ts'
import { createPlainChanges } from '../../../platform/change/plain-changes.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import {
  cropRows,
  deleteCrop,
  findCrop,
  insertCrop,
  lockCrop,
  updateCrop,
  type CropFields,
  type CropRow,
} from './crops.queries.ts'

const toFields = ({ name, scientific_name }: CropRow): CropFields => ({
  cropName: name,
  scientificName: scientific_name,
})

const manages = ({ rights }: Caller, { account_id }: CropRow): boolean =>
  account_id !== null && rights.includes('task.manage')

const present = (row: CropRow, caller: Caller): Crop => {
  const may = manages(caller, row)
  return {
    cropId: row.id,
    ...toFields(row),
    own: row.account_id !== null,
    version: row.version,
    can: { update: may, delete: may },
  }
}

export const cropHandlers = (services: Services): Handlers<typeof cropRoutes> => {
  const { add, update, remove } = createPlainChanges(services, {
    kind: {
      type: 'crop',
      lock: (trx, context, id) => lockCrop(trx, toReader(context), id),
      refusal: ({ caller }, row) => (manages(caller, row) ? null : 'forbidden'),
      identify: (row) => row,
      readVersion: (row) => row.version,
    },
    nameOf: (fields) => fields.cropName,
    toFields,
    insert: (trx, { caller }, id, fields: CropFields) =>
      insertCrop(trx, { id, accountId: caller.accountId, ...fields }),
    update: updateCrop,
    remove: async (trx, id) => {
      if (!(await deleteCrop(trx, id))) fail('in_use')
    },
    read: async (trx, context, id) =>
      present((await findCrop(trx, toReader(context), id)) ?? fail('conflict'), context.caller),
  })
  return {
    listCrops: async ({ query }, context) => {
      const reader = toReader(context)
      const [rows, total] = await Promise.all([
        cropRows.page(services.readDb, reader, query, query),
        cropRows.count(services.readDb, reader, query),
      ])
      const items = rows.map((row) => present(row, context.caller))
      return { items, total, pageIndex: query.pageIndex, size: query.size }
    },
    exportCrops: ({ query }, context) =>
      listFile(cropList, query, context, {
        rows: cropRows.each(services.readDb, toReader(context), query),
        present: (row) => present(row, context.caller),
        cells: {},
      }),
    addCrop: ({ body }, context) => add(context, body),
    updateCrop: ({ body: { cropId: id, version, ...fields } }, context) =>
      update(context, { id, version }, fields),
    deleteCrop: ({ params }, context) => remove(context, params.cropId),
  }
}
