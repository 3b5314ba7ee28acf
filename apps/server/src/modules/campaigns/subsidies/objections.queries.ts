// Objections to lines, and their results.
import { sql, type Insertable, type SqlBool } from 'kysely'
import { objectionStates, subsidyObjectionList } from '@swath/contract/campaigns/subsidy-rows'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { contains, equals } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import type { SubsidyReader } from './subsidy-deps.ts'
import { isWhole, visibleObjections } from './subsidy-scope.queries.ts'

const objectionsFor = (db: Db | Tx, { caller }: SubsidyReader) =>
  db
    .selectFrom('subsidy_objection as objection')
    .innerJoin('subsidy', 'subsidy.id', 'objection.subsidy_id')
    .where(visibleObjections(caller))

const presented = (rows: ReturnType<typeof objectionsFor>, { caller }: SubsidyReader) =>
  rows
    .selectAll('objection')
    .select([
      'subsidy.year',
      'subsidy.region_code as subsidy_region',
      'subsidy.state as subsidy_state',
      'subsidy.account_id as payer_id',
      sql<boolean>`${isWhole(caller, 'subsidy')}`.as('is_whole'),
    ])

export const objectionRows = defineList(subsidyObjectionList, {
  from: objectionsFor,
  select: presented,
  conditions: {
    subsidyId: (id) => sql<SqlBool>`objection.subsidy_id = ${Number(id)}`,
    state: equals('objection.state'),
    blockName: contains('objection.plot_name'),
    accountName: contains('objection.account_name'),
  },
  orders: {
    state: sql`array_position(${[...objectionStates]}::text[], objection.state)`,
    at: sql`objection.at`,
  },
  // Those that have waited longest, then the latest decided.
  ties: [
    { by: sql`case when objection.state = 'open' then objection.at end`, direction: 'asc' },
    { by: sql`objection.at`, direction: 'desc' },
    { by: sql`objection.id` },
  ],
  countBy: { filter: 'state', states: objectionStates, state: sql`objection.state` },
})
export type ObjectionRow = Awaited<ReturnType<typeof objectionRows.page>>[number]

export const listOfLine = (
  db: Db | Tx,
  reader: SubsidyReader,
  lineId: string,
): Promise<ObjectionRow[]> =>
  presented(objectionsFor(db, reader).where('objection.line_id', '=', lineId), reader)
    .orderBy('objection.at')
    .execute()

export const findObjection = (
  db: Db | Tx,
  reader: SubsidyReader,
  id: string,
): Promise<ObjectionRow | undefined> =>
  presented(objectionsFor(db, reader).where('objection.id', '=', id), reader).executeTakeFirst()

/** Locks the objection until the transaction ends. */
export const lockObjection = async (
  trx: Tx,
  reader: SubsidyReader,
  id: string,
): Promise<ObjectionRow | undefined> => {
  const held = await objectionsFor(trx, reader)
    .where('objection.id', '=', id)
    .select('objection.id')
    .forUpdate('objection')
    .executeTakeFirst()
  return held && findObjection(trx, reader, id)
}

export const insertObjection = async (
  trx: Tx,
  objection: Insertable<Database['subsidy_objection']>,
): Promise<void> => {
  await trx.insertInto('subsidy_objection').values(objection).execute()
}

export const decideObjection = async (
  trx: Tx,
  id: string,
  decided: {
    state: 'upheld' | 'declined'
    answer: string
    decided_at: Date
    decided_by: string
    decided_name: string
  },
): Promise<void> => {
  await trx
    .updateTable('subsidy_objection')
    .set({ ...decided, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}
