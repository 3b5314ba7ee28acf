import { sql, type Insertable, type RawBuilder, type SqlBool, type Updateable } from 'kysely'
import type { FiltersOf } from '@swath/contract/list'
import { PlotHolding, plotList } from '@swath/contract/land/plots'
import type { Caller, Scope } from '@swath/domain/access/caller'
import type { Bounds } from '@swath/domain/lng-lat'
import { regionPrefix } from '@swath/domain/region-code'
import { inScope, withinRegion } from '../../../platform/access/scope.queries.ts'
import { touches } from '../../../platform/database/box.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Names, Parts } from '../../../platform/database/column-types.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { containsByLetters, equals, named } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { nameIndexes } from '../../../platform/listing/name-index.queries.ts'
import { noteGround } from './plot-ground-changes.queries.ts'

const none = sql<SqlBool>`false`

/** Accepted shares that have not ended, for the scope. */
const isReceived = (scope: Scope): RawBuilder<SqlBool> => {
  if (scope.kind !== 'accounts') return none
  const own = scope.own ? sql`and plot_share.receiver_user_id = ${scope.own.userId}::uuid` : sql``
  return sql<SqlBool>`(plot_share.state = 'accepted'
    and plot_share.receiver_account_id = any(${scope.accountIds}::uuid[])
    and (plot_share.until_at is null or plot_share.until_at > now()) ${own})`
}

const inTenancy = (scope: Scope): RawBuilder<SqlBool> =>
  inScope(scope, {
    owner: 'plot.account_id',
    region: 'plot.region_code',
    madeBy: 'plot.created_by',
  })

/**
 * Plots of the accounts of a scope, and those shared with them. The array is evaluated first, so
 * that both conditions use an index.
 */
export const visiblePlots = (scope: Scope): RawBuilder<SqlBool> =>
  scope.kind === 'accounts'
    ? sql<SqlBool>`(${inTenancy(scope)} or plot.id = any(array(
        select plot_share.plot_id from plot_share where ${isReceived(scope)})))`
    : inTenancy(scope)

type Share = { rights: 'view' | 'edit'; until: string | null }

/** The share of the scope; null: the plot is its own, or not shared. */
const shareOf = (scope: Scope): RawBuilder<Share | null> =>
  sql<Share | null>`(select json_build_object('rights', rights, 'until', until_at)
    from plot_share where plot_share.plot_id = plot.id and ${isReceived(scope)}
    order by rights limit 1)`

const plotsFor = (db: Db | Tx, { scope }: Pick<Caller, 'scope'>) =>
  db.selectFrom('plot').where(visiblePlots(scope))

/**
 * Subqueries per row: a join would be computed for all plots before one page of them is selected.
 */
const presented = (rows: ReturnType<typeof plotsFor>, { scope }: Pick<Caller, 'scope'>) =>
  rows.select((eb) => [
    'plot.id',
    'plot.account_id',
    'plot.name',
    'plot.village',
    'plot.region_code',
    'plot.area_m2',
    'plot.crop_id',
    'plot.created_by',
    'plot.created_at',
    'plot.updated_at',
    'plot.version',
    sql<Parts>`coalesce(plot.sketch, plot.parts)`.as('parts'),
    sql<boolean>`plot.sketch is not null`.as('is_sketch'),
    sql<string>`(select name from account where account.id = plot.account_id)`.as('account_name'),
    sql<Names | null>`(select names from crop where crop.id = plot.crop_id)`.as('crop_names'),
    eb
      .selectFrom('work_record')
      .whereRef('work_record.plot_id', '=', 'plot.id')
      .select((record) => record.fn.countAll<number>().as('count'))
      .as('work_num'),
    eb
      .selectFrom('work_record')
      .whereRef('work_record.plot_id', '=', 'plot.id')
      .select((record) => record.fn.max('work_record.start_at').as('start_at'))
      .as('last_work_at'),
    shareOf(scope).as('share'),
  ])

const isOfAccount = (accountId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`plot.account_id = ${accountId}::uuid`

/** The plot belongs to an account below the caller's, unlike shared plots. */
const isOfSubAccount = ({ scope, accountId }: Caller): RawBuilder<SqlBool> =>
  scope.kind === 'accounts'
    ? sql<SqlBool>`(plot.account_id = any(${scope.accountIds.filter((one) => one !== accountId)}::uuid[]))`
    : sql<SqlBool>`(not ${isOfAccount(accountId)})`

/** As `holdingOf` of the presenters. */
const holdingFor = (caller: Caller): RawBuilder<PlotHolding> => sql<PlotHolding>`case
  when ${isOfAccount(caller.accountId)} then 'own'
  when ${caller.scope.kind === 'accounts' ? isOfSubAccount(caller) : sql`false`} then 'sub'
  when plot.id in (select plot_id from plot_share where ${isReceived(caller.scope)}) then 'shared'
  else ${caller.scope.kind === 'all' ? 'sub' : 'other'} end`

export const plotRows = defineList(plotList, {
  from: plotsFor,
  select: presented,
  conditions: (caller: Caller) => ({
    blockName: containsByLetters('plot.name'),
    region: (region) => withinRegion('plot.region_code', regionPrefix(region)),
    village: containsByLetters('plot.village'),
    onlyMyAccount: (only) => (only === 'true' ? isOfAccount(caller.accountId) : sql<SqlBool>`true`),
    onlySubAccount: (only) => (only === 'true' ? isOfSubAccount(caller) : sql<SqlBool>`true`),
    holding: (holding) => sql<SqlBool>`${holdingFor(caller)} = ${holding}`,
    accountName: named('plot.account_id', 'account'),
    crop: named('plot.crop_id', 'crop'),
    cropId: equals('plot.crop_id'),
  }),
  // A farmer's own plots come first, in every sort order.
  first: ({ scope, accountId }) =>
    scope.kind === 'accounts' && scope.as === 'farmer'
      ? sql`(plot.account_id <> ${accountId}::uuid)`
      : null,
  orders: {
    blockName: sql`plot.name`,
    village: sql`plot.village`,
    area: sql`plot.area_m2`,
    createdAt: sql`plot.created_at`,
  },
  key: 'plot.id',
  similar: { index: nameIndexes.plot, id: 'plot.id', type: 'uuid' },
  ties: [{ by: sql`plot.id` }],
  stream: { by: ['plot.id'], last: ({ id }) => [id] },
  countBy: { filter: 'holding', states: PlotHolding.options, state: holdingFor },
})
export type PlotRow = Awaited<ReturnType<typeof plotRows.page>>[number]

/** Replaces the simplified shapes of a list by complete ones. */
export const withAllCorners = async function* (
  db: Db,
  rows: AsyncIterable<PlotRow>,
): AsyncGenerator<PlotRow> {
  for await (const row of rows) {
    if (!row.is_sketch) yield row
    else {
      const whole = await db
        .selectFrom('plot')
        .where('id', '=', row.id)
        .select('parts')
        .executeTakeFirst()
      yield { ...row, parts: whole?.parts ?? row.parts, is_sketch: false }
    }
  }
}

export const sumPlots = (db: Db, caller: Caller, filters: FiltersOf<typeof plotList>) =>
  plotRows
    .matching(db, caller, filters)
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      sql<number>`coalesce(sum(plot.area_m2), 0)`.as('area_m2'),
    ])
    .executeTakeFirstOrThrow()

export const findPlot = (db: Db | Tx, caller: Caller, id: string) =>
  presented(plotsFor(db, caller).where('plot.id', '=', id), caller)
    .select(['plot.shape_at', 'plot.shape_by', 'plot.parts as all_parts'])
    .executeTakeFirst()

export type FoundPlot = NonNullable<Awaited<ReturnType<typeof findPlot>>>

/** Locks the plot until the transaction ends, so that concurrent changes are serialized. */
export const lockPlot = (trx: Tx, scope: Scope, id: string) =>
  plotsFor(trx, { scope })
    .where('plot.id', '=', id)
    .select((eb) => [
      'plot.id',
      'plot.name',
      'plot.village',
      'plot.account_id',
      'plot.region_code',
      'plot.crop_id',
      'plot.area_m2',
      'plot.parts',
      'plot.shape_at',
      'plot.shape_by',
      'plot.version',
      shareOf(scope).as('share'),
      eb
        .selectFrom('work_record')
        .whereRef('work_record.plot_id', '=', 'plot.id')
        .select((record) => record.fn.countAll<number>().as('count'))
        .as('work_num'),
    ])
    .forUpdate('plot')
    .executeTakeFirst()
export type LockedPlot = NonNullable<Awaited<ReturnType<typeof lockPlot>>>

type PlotColumns = Omit<Insertable<Database['plot']>, 'bounds'> & { bounds: Bounds }

const toBox = (bounds: Bounds) =>
  sql<string>`box(point(${bounds.minLng}::float8, ${bounds.minLat}::float8),
    point(${bounds.maxLng}::float8, ${bounds.maxLat}::float8))`

const insertedAtOnce = 500

/** Inserts any number of plots, in batches. */
export const insertPlots = async (trx: Tx, plots: readonly PlotColumns[]): Promise<void> => {
  for (let from = 0; from < plots.length; from += insertedAtOnce)
    await trx
      .insertInto('plot')
      .values(
        plots
          .slice(from, from + insertedAtOnce)
          .map((plot) => ({ ...plot, bounds: toBox(plot.bounds) })),
      )
      .execute()
  await noteGround(
    trx,
    plots.map(({ id }) => id),
  )
}

export const updatePlotRow = async (
  trx: Tx,
  id: string,
  { bounds, ...change }: Omit<Updateable<Database['plot']>, 'bounds'> & { bounds?: Bounds },
): Promise<void> => {
  await trx
    .updateTable('plot')
    .set({
      ...change,
      ...(bounds ? { bounds: toBox(bounds) } : {}),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}

/** Also deletes shapes and shares; work records stay, and reference a deleted plot. */
export const deletePlotRows = async (trx: Tx, ids: readonly string[]): Promise<void> => {
  await noteGround(trx, ids)
  await trx.deleteFrom('plot').where('id', 'in', ids).execute()
}

/**
 * Locks them until the transaction ends. Untouched: unchanged since their creation, and without
 * work since. Earlier flights that were assigned to them do not count.
 */
export const lockUntouchedPlots = (trx: Tx, ids: readonly string[]) =>
  trx
    .selectFrom('plot')
    .where(sql<boolean>`plot.id = any(${[...ids]}::uuid[])`)
    .select([
      'plot.id',
      sql<boolean>`plot.version = 1
        and not exists (select from work_record
          where work_record.plot_id = plot.id and work_record.start_at >= plot.created_at)
        and not exists (select from plot_share where plot_share.plot_id = plot.id)`.as(
        'isUntouched',
      ),
    ])
    .orderBy('plot.id')
    .forUpdate('plot')
    .execute()

/**
 * Limit of stored corners to compare, some 50,000. Small plots are compared exactly before large
 * ones.
 */
const neighbourBytesAtMost = 1024 * 1024

/**
 * Other plots of an account whose boxes touch the bounds; if there are very many, the largest are
 * compared by their simplified shapes.
 */
export const neighboursWithin = (
  db: Db,
  { accountId, except, bounds }: { accountId: string; except: string | null; bounds: Bounds },
  atMost: number,
) =>
  db
    .selectFrom('plot')
    .where(visiblePlots({ kind: 'accounts', accountIds: [accountId], as: 'operator' }))
    .where(touches('bounds', bounds))
    .$if(except !== null, (rows) => rows.where('id', '<>', except!))
    .select([
      'id',
      'name',
      sql<Parts>`case when sum(pg_column_size(parts)) over (order by pg_column_size(parts), id)
        <= ${sql.lit(neighbourBytesAtMost)} then parts else coalesce(sketch, parts) end`.as(
        'parts',
      ),
    ])
    .orderBy(sql`pg_column_size(parts)`)
    .orderBy('id')
    .limit(atMost)
    .execute()

/** Whether the crop is shared, or the account's own. */
export const cropExists = async (db: Db, accountId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('crop')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', '=', accountId)]))
    .select('id')
    .executeTakeFirst()) !== undefined
