import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely'
import { geometryImportList } from '@swath/contract/land/geometry-imports'
import type { Caller } from '@swath/domain/access/caller'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { contains, equals } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import type { FoundItem } from './read-geometry.job.ts'

export type ImportRow = Selectable<Database['geometry_import']>
export type ItemRow = Selectable<Database['geometry_import_item']>

/** A file belongs to the account that uploaded it; accounts above cannot see it. */
const importsFor = (db: Db | Tx, { accountId }: Caller) =>
  db.selectFrom('geometry_import').where('geometry_import.account_id', '=', accountId)

export const importRows = defineList(geometryImportList, {
  from: importsFor,
  select: (rows) => rows.selectAll('geometry_import'),
  conditions: {
    fileName: contains('geometry_import.file_name'),
    createdByName: contains('geometry_import.created_by_name'),
    target: equals('geometry_import.target'),
    status: equals('geometry_import.status'),
  },
  orders: { fileName: sql`geometry_import.file_name`, createdAt: sql`geometry_import.created_at` },
  ties: [{ by: sql`geometry_import.id` }],
})

export const findImport = (
  db: Db | Tx,
  caller: Caller,
  id: string,
): Promise<ImportRow | undefined> =>
  importsFor(db, caller).where('id', '=', id).selectAll().executeTakeFirst()

export const lockImport = (trx: Tx, caller: Caller, id: string): Promise<ImportRow | undefined> =>
  importsFor(trx, caller).where('id', '=', id).selectAll().forUpdate().executeTakeFirst()

/** For a job, which acts for the person who started it. */
export const findAnyImport = (db: Db | Tx, id: string): Promise<ImportRow | undefined> =>
  db.selectFrom('geometry_import').where('id', '=', id).selectAll().executeTakeFirst()

export const insertImport = async (
  trx: Tx,
  row: Insertable<Database['geometry_import']>,
): Promise<void> => {
  await trx.insertInto('geometry_import').values(row).execute()
}

export const updateImport = async (
  db: Db | Tx,
  id: string,
  change: Updateable<Database['geometry_import']>,
): Promise<void> => {
  await db
    .updateTable('geometry_import')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

const rowsAtOnce = 200

/** Replaces the existing items. */
export const replaceItems = async (
  trx: Tx,
  importId: string,
  items: readonly FoundItem[],
): Promise<void> => {
  await trx.deleteFrom('geometry_import_item').where('import_id', '=', importId).execute()
  for (let at = 0; at < items.length; at += rowsAtOnce)
    await trx
      .insertInto('geometry_import_item')
      .values(
        items
          .slice(at, at + rowsAtOnce)
          .map((item) => ({ ...item, import_id: importId, is_chosen: item.state !== 'bad' })),
      )
      .execute()
}

/** Sums of the items, stored with the import. */
export const countItems = async (trx: Tx, importId: string): Promise<void> => {
  await sql`update geometry_import set
      good_count = counted.good, mended_count = counted.mended, bad_count = counted.bad,
      chosen_count = counted.chosen, made_count = counted.made, refused_count = counted.refused,
      kept_count = counted.kept, version = version + 1
    from (select
        count(*) filter (where state = 'good') as good,
        count(*) filter (where state = 'mended') as mended,
        count(*) filter (where state = 'bad') as bad,
        count(*) filter (where is_chosen) as chosen,
        count(*) filter (where made_id is not null) as made,
        count(*) filter (where refusal is not null) as refused,
        count(*) filter (where is_kept) as kept
      from geometry_import_item where import_id = ${importId}::uuid) counted
    where id = ${importId}::uuid`.execute(trx)
}

export const chooseItems = async (
  trx: Tx,
  importId: string,
  choice: { numbers: readonly number[] | null; states: readonly string[]; isChosen: boolean },
): Promise<void> => {
  await trx
    .updateTable('geometry_import_item')
    .set({ is_chosen: choice.isChosen })
    .where('import_id', '=', importId)
    .where('shape', 'is not', null)
    .where((eb) =>
      choice.numbers === null
        ? sql<SqlBool>`state = any(${[...choice.states]})`
        : eb.and([sql<SqlBool>`number = any(${[...choice.numbers]}::int[])`]),
    )
    .execute()
}

type ItemFilter = {
  state?: 'good' | 'mended' | 'bad' | undefined
  result?: 'made' | 'refused' | 'kept' | undefined
}

const resultOf = {
  made: sql<SqlBool>`made_id is not null`,
  refused: sql<SqlBool>`refusal is not null`,
  kept: sql<SqlBool>`is_kept`,
} as const

export const itemsOf = async (
  db: Db,
  { id }: ImportRow,
  { state, result }: ItemFilter,
  { currentPage, pageSize }: { currentPage: number; pageSize: number },
): Promise<{ rows: Omit<ItemRow, 'shape' | 'zone'>[]; total: number }> => {
  let matching = db.selectFrom('geometry_import_item').where('import_id', '=', id)
  if (state) matching = matching.where('state', '=', state)
  if (result) matching = matching.where(resultOf[result])
  const [rows, { total }] = await Promise.all([
    matching
      .select([
        'import_id',
        'number',
        'layer',
        'name',
        'properties',
        'state',
        // Most fields have few corners, and no separate outline is stored for them.
        sql<unknown>`coalesce(outline, shape)`.as('outline'),
        'area_m2',
        'problems',
        'is_chosen',
        'made_id',
        'made_name',
        'refusal',
        'is_kept',
      ])
      .orderBy('number')
      .limit(pageSize)
      .offset((currentPage - 1) * pageSize)
      .execute(),
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** The next chosen items, in the order of the file. */
export const nextChosen = (
  trx: Tx,
  importId: string,
  after: number,
  limit: number,
): Promise<ItemRow[]> =>
  trx
    .selectFrom('geometry_import_item')
    .where('import_id', '=', importId)
    .where('is_chosen', '=', true)
    .where('shape', 'is not', null)
    .where('number', '>', after)
    .selectAll()
    .orderBy('number')
    .limit(limit)
    .execute()

export const setOutcome = async (
  trx: Tx,
  item: Pick<ItemRow, 'import_id' | 'number'>,
  outcome: Pick<ItemRow, 'made_id' | 'made_name' | 'refusal'>,
): Promise<void> => {
  await trx
    .updateTable('geometry_import_item')
    .set(outcome)
    .where('import_id', '=', item.import_id)
    .where('number', '=', item.number)
    .execute()
}

/**
 * Stores the progress, outside the transaction that creates the rows and is not visible before its
 * end.
 * @returns whether someone has requested to stop
 */
export const tellProgress = async (db: Db, importId: string, done: number): Promise<boolean> => {
  const { is_cancel_asked: isCancelAsked } = await db
    .updateTable('geometry_import')
    .set({ done_count: done })
    .where('id', '=', importId)
    .returning('is_cancel_asked')
    .executeTakeFirstOrThrow()
  return isCancelAsked
}

export const madeIds = async (trx: Tx, importId: string): Promise<string[]> =>
  (
    await trx
      .selectFrom('geometry_import_item')
      .where('import_id', '=', importId)
      .where('made_id', 'is not', null)
      .where('is_kept', '=', false)
      .select('made_id')
      .orderBy('made_id')
      .execute()
  ).map(({ made_id: id }) => id!)

/** Plots created by an import and not undone; undefined: the caller has no such import. */
export const listImportedPlots = async (
  trx: Tx,
  caller: Caller,
  id: string,
): Promise<string[] | undefined> => {
  const row = await findImport(trx, caller, id)
  if (row?.target !== 'plots') return undefined
  const made = await trx
    .selectFrom('geometry_import_item')
    .where('import_id', '=', id)
    .where('made_id', 'is not', null)
    .select('made_id')
    .orderBy('number')
    .execute()
  return made.map(({ made_id: plotId }) => plotId!)
}

export const markKept = async (
  trx: Tx,
  importId: string,
  keptIds: readonly string[],
): Promise<void> => {
  await sql`update geometry_import_item set is_kept = made_id = any(${[...keptIds]}::uuid[]),
      made_id = case when made_id = any(${[...keptIds]}::uuid[]) then made_id end
    where import_id = ${importId}::uuid and made_id is not null`.execute(trx)
}

export const deleteItems = async (trx: Tx, importId: string): Promise<void> => {
  await trx.deleteFrom('geometry_import_item').where('import_id', '=', importId).execute()
}

/** Ends the import; the caller deletes the bytes. */
export const closeImport = async (trx: Tx, importId: string, now: Date): Promise<void> => {
  await deleteItems(trx, importId)
  await updateImport(trx, importId, { status: 'cancelled', key: null, finished_at: now })
}

/** Serializes counting of an account's waiting files until the transaction ends. */
export const lockWaiting = async (trx: Tx, accountId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`geometry-imports ${accountId}`}, 0))`.execute(
    trx,
  )
}

/** Files of one account that are read and not yet applied. */
export const countWaiting = async (
  db: Db | Tx,
  accountId: string,
): Promise<{ waiting: number; bytes: number }> =>
  db
    .selectFrom('geometry_import')
    .where('account_id', '=', accountId)
    .where('key', 'is not', null)
    .select((eb) => [
      eb.fn.countAll<number>().as('waiting'),
      sql<number>`coalesce(sum(bytes), 0)::int8`.as('bytes'),
    ])
    .executeTakeFirstOrThrow()

export const lockForgotten = (trx: Tx, before: Date, limit: number): Promise<ImportRow[]> =>
  trx
    .selectFrom('geometry_import')
    .where('key', 'is not', null)
    .where('status', '<>', 'applying')
    .where('created_at', '<', before)
    .selectAll()
    .orderBy('created_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
