import { sql } from 'kysely'
import { workTypeList, type WorkType } from '@swath/contract/work-types'
import type { Db, Tx } from '../../../platform/database/database.ts'
import {
  commonOrOwn,
  nameIn,
  sameInAllLanguages,
  type Reader,
} from '../../../platform/access/common-rows.queries.ts'
import { contains } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'

export type WorkTypeFields = Pick<WorkType, 'workTypeName'>

const workTypesFor = (db: Db | Tx, reader: Reader) =>
  db.selectFrom(
    db
      .selectFrom('work_type')
      .where(commonOrOwn(reader, 'work_type.account_id'))
      .select(['id', 'account_id', 'version', nameIn(reader, 'work_type.names').as('name')])
      .as('work_type'),
  )

const presented = (rows: ReturnType<typeof workTypesFor>) =>
  rows.select(['work_type.id', 'work_type.account_id', 'work_type.name', 'work_type.version'])
export type WorkTypeRow = Awaited<
  ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>
>

export const workTypeRows = defineList(workTypeList, {
  from: workTypesFor,
  select: presented,
  conditions: { workTypeName: contains('work_type.name') },
  orders: { workTypeName: sql`work_type.name` },
  ties: [{ by: sql`work_type.id` }],
})

export const findWorkType = (trx: Tx, reader: Reader, id: string) =>
  presented(workTypesFor(trx, reader).where('work_type.id', '=', id)).executeTakeFirst()

/** Held until the transaction ends. */
export const lockWorkType = (trx: Tx, reader: Reader, id: string) =>
  presented(workTypesFor(trx, reader).where('work_type.id', '=', id))
    .forUpdate()
    .executeTakeFirst()

export const insertWorkType = (
  trx: Tx,
  workType: WorkTypeFields & { id: string; accountId: string },
) =>
  trx
    .insertInto('work_type')
    .values({
      id: workType.id,
      account_id: workType.accountId,
      names: sameInAllLanguages(workType.workTypeName),
    })
    .execute()

export const updateWorkType = (trx: Tx, id: string, { workTypeName }: WorkTypeFields) =>
  trx
    .updateTable('work_type')
    .set({ names: sameInAllLanguages(workTypeName), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const deleteWorkType = (trx: Tx, id: string) =>
  trx.deleteFrom('work_type').where('id', '=', id).execute()
