import { sql } from 'kysely'
import { cropList, type Crop } from '@swath/contract/crops'
import type { Db, Tx } from '../../../platform/database/database.ts'
import {
  commonOrOwn,
  nameIn,
  sameInAllLanguages,
  type Reader,
} from '../../../platform/access/common-rows.queries.ts'
import { containing } from '../../../platform/listing/search.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'

export type CropFields = Pick<Crop, 'cropName' | 'scientificName'>

const cropsFor = (db: Db | Tx, reader: Reader) =>
  db.selectFrom(
    db
      .selectFrom('crop')
      .where(commonOrOwn(reader, 'crop.account_id'))
      .select([
        'id',
        'account_id',
        'scientific_name',
        'version',
        nameIn(reader, 'crop.names').as('name'),
      ])
      .as('crop'),
  )

const presented = (rows: ReturnType<typeof cropsFor>) =>
  rows.select(['crop.id', 'crop.account_id', 'crop.name', 'crop.scientific_name', 'crop.version'])
export type CropRow = Awaited<ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>>

export const cropRows = defineList(cropList, {
  from: cropsFor,
  select: presented,
  conditions: {
    cropName: (text) =>
      sql<boolean>`(crop.name ilike ${containing(text)}
        or crop.scientific_name ilike ${containing(text)})`,
  },
  orders: { cropName: sql`crop.name` },
  ties: [{ by: sql`crop.id` }],
})

export const findCrop = (trx: Tx, reader: Reader, id: string) =>
  presented(cropsFor(trx, reader).where('crop.id', '=', id)).executeTakeFirst()

/** Held until the transaction ends. */
export const lockCrop = (trx: Tx, reader: Reader, id: string) =>
  presented(cropsFor(trx, reader).where('crop.id', '=', id))
    .forUpdate()
    .executeTakeFirst()

export const insertCrop = (trx: Tx, crop: CropFields & { id: string; accountId: string }) =>
  trx
    .insertInto('crop')
    .values({
      id: crop.id,
      account_id: crop.accountId,
      names: sameInAllLanguages(crop.cropName),
      scientific_name: crop.scientificName,
    })
    .execute()

export const updateCrop = (trx: Tx, id: string, { cropName, scientificName }: CropFields) =>
  trx
    .updateTable('crop')
    .set({
      names: sameInAllLanguages(cropName),
      scientific_name: scientificName,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()

/** False where a plot grows it. */
export const deleteCrop = async (trx: Tx, id: string): Promise<boolean> => {
  try {
    await trx.deleteFrom('crop').where('id', '=', id).execute()
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '23503') return false
    throw error
  }
}
