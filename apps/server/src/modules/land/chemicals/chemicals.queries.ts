import { sql } from 'kysely'
import { chemicalList, type Chemical } from '@swath/contract/chemicals'
import type { Db, Tx } from '../../../platform/database/database.ts'
import {
  commonOrOwn,
  nameIn,
  sameInAllLanguages,
  type Reader,
} from '../../../platform/access/common-rows.queries.ts'
import { contains, equals } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'

export type ChemicalFields = Pick<Chemical, 'chemicalName' | 'kind'>

const chemicalsFor = (db: Db | Tx, reader: Reader) =>
  db.selectFrom(
    db
      .selectFrom('chemical')
      .where(commonOrOwn(reader, 'chemical.account_id'))
      .select(['id', 'account_id', 'kind', 'version', nameIn(reader, 'chemical.names').as('name')])
      .as('chemical'),
  )

const presented = (rows: ReturnType<typeof chemicalsFor>) =>
  rows.select([
    'chemical.id',
    'chemical.account_id',
    'chemical.name',
    'chemical.kind',
    'chemical.version',
  ])
export type ChemicalRow = Awaited<
  ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>
>

export const chemicalRows = defineList(chemicalList, {
  from: chemicalsFor,
  select: presented,
  conditions: { chemicalName: contains('chemical.name'), kind: equals('chemical.kind') },
  orders: { chemicalName: sql`chemical.name` },
  ties: [{ by: sql`chemical.id` }],
})

export const findChemical = (trx: Tx, reader: Reader, id: string) =>
  presented(chemicalsFor(trx, reader).where('chemical.id', '=', id)).executeTakeFirst()

/** Held until the transaction ends. */
export const lockChemical = (trx: Tx, reader: Reader, id: string) =>
  presented(chemicalsFor(trx, reader).where('chemical.id', '=', id))
    .forUpdate()
    .executeTakeFirst()

export const insertChemical = (
  trx: Tx,
  chemical: ChemicalFields & { id: string; accountId: string },
) =>
  trx
    .insertInto('chemical')
    .values({
      id: chemical.id,
      account_id: chemical.accountId,
      names: sameInAllLanguages(chemical.chemicalName),
      kind: chemical.kind,
    })
    .execute()

export const updateChemical = (trx: Tx, id: string, { chemicalName, kind }: ChemicalFields) =>
  trx
    .updateTable('chemical')
    .set({ names: sameInAllLanguages(chemicalName), kind, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const deleteChemical = (trx: Tx, id: string) =>
  trx.deleteFrom('chemical').where('id', '=', id).execute()
