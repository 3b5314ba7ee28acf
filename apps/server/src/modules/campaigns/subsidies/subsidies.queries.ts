// Lists, reads and writes subsidies.
import { sql, type Insertable, type Updateable } from 'kysely'
import { subsidyList } from '@swath/contract/campaigns/subsidy-rows'
import { regionPrefix } from '@swath/domain/region-code'
import { withinRegion } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import {
  contains,
  equals,
  equalsNumber,
  named,
} from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import type { SubsidyReader } from './subsidy-deps.ts'
import {
  isWhole,
  visibleLines,
  visibleObjections,
  visibleSubsidies,
  visibleFlights,
  visibleLineFlights,
} from './subsidy-scope.queries.ts'

const subsidiesFor = (db: Db | Tx, { caller }: SubsidyReader) =>
  db.selectFrom('subsidy').where(visibleSubsidies(caller))

/** Totals of the lines that the caller can see, if these are not all of them. */
export type Part = {
  total_minor: number
  stopped_minor: number
  ground_milli_m2: number
  line_count: number
  stopped_count: number
  flight_count: number
  plot_count: number
  operator_count: number
  left_out_count: number
}

const presented = (rows: ReturnType<typeof subsidiesFor>, { caller }: SubsidyReader) =>
  rows.selectAll('subsidy').select([
    sql<boolean>`${isWhole(caller, 'subsidy')}`.as('is_whole'),
    sql<string>`(select name from account where account.id = subsidy.account_id)`.as(
      'account_name',
    ),
    sql<number>`(select count(*) from subsidy_objection objection
      where objection.subsidy_id = subsidy.id and objection.state = 'open'
        and ${visibleObjections(caller)})`.as('open_objections'),
    // Whether the caller took part in it, and so must not approve it.
    sql<boolean>`exists (select from subsidy_step step where step.subsidy_id = subsidy.id
      and step.user_id = ${caller.userId}::uuid)`.as('has_hand_in_it'),
    sql<Part | null>`case when not ${isWhole(caller, 'subsidy')} then (
      select jsonb_build_object(
        'total_minor', coalesce(sum(line.amount_minor) filter (where line.state = 'payable'), 0),
        'stopped_minor', coalesce(sum(line.amount_minor) filter (where line.state = 'stopped'), 0),
        'ground_milli_m2', coalesce(sum(line.ground_milli_m2) filter (where line.state = 'payable'), 0),
        'line_count', count(*),
        'stopped_count', count(*) filter (where line.state = 'stopped'),
        'flight_count', (select count(distinct (flight.drone_id, flight.sortie_id))
          from subsidy_flight flight join subsidy_line line on line.id = flight.line_id
          where flight.subsidy_id = subsidy.id and ${visibleLines(caller)}
            and ${visibleLineFlights(caller)}),
        'plot_count', count(distinct line.plot_id),
        'operator_count', count(distinct line.operator_id),
        'left_out_count', (select count(distinct (flight.drone_id, flight.sortie_id))
          from subsidy_flight flight where flight.subsidy_id = subsidy.id
            and flight.line_id is null and ${visibleFlights(caller)}))
      from subsidy_line line
      where line.subsidy_id = subsidy.id and ${visibleLines(caller)}) end`.as('part'),
  ])

export const subsidyRows = defineList(subsidyList, {
  from: subsidiesFor,
  select: presented,
  conditions: {
    seasons: contains('subsidy.seasons'),
    accountName: named('subsidy.account_id', 'account'),
    paymentReference: contains('subsidy.payment_reference'),
    year: equalsNumber('subsidy.year'),
    region: (region) => withinRegion('subsidy.region_code', regionPrefix(region)),
    state: equals('subsidy.state'),
  },
  orders: {
    year: sql`subsidy.year`,
    totalMinor: sql`subsidy.total_minor`,
    proposedAt: sql`coalesce(subsidy.proposed_at, subsidy.created_at)`,
  },
  ties: [{ by: sql`subsidy.id`, direction: 'desc' }],
})
export type SubsidyRow = Awaited<ReturnType<typeof subsidyRows.page>>[number]

export const findSubsidy = (
  db: Db | Tx,
  reader: SubsidyReader,
  id: string,
): Promise<SubsidyRow | undefined> =>
  presented(
    subsidiesFor(db, reader).where('subsidy.id', '=', Number(id)),
    reader,
  ).executeTakeFirst()

/** Locks the subsidy until the transaction ends, so that it is not computed meanwhile. */
export const lockSubsidy = async (
  trx: Tx,
  reader: SubsidyReader,
  id: string,
): Promise<SubsidyRow | undefined> => {
  const held = await subsidiesFor(trx, reader)
    .where('subsidy.id', '=', Number(id))
    .select('subsidy.id')
    .forUpdate()
    .executeTakeFirst()
  return held && findSubsidy(trx, reader, id)
}

/** Undefined: another subsidy by these rules has not been approved yet. */
export const insertSubsidy = async (
  trx: Tx,
  subsidy: Insertable<Database['subsidy']>,
): Promise<number | undefined> =>
  (
    await trx
      .insertInto('subsidy')
      .values(subsidy)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

export const updateSubsidy = async (
  trx: Tx,
  id: number,
  change: Updateable<Database['subsidy']>,
): Promise<void> => {
  await trx
    .updateTable('subsidy')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

export const deleteSubsidy = async (trx: Tx, id: number): Promise<void> => {
  await trx.deleteFrom('subsidy').where('id', '=', id).execute()
}

/** Appends a step to the history of a locked subsidy. */
export const insertStep = async (
  trx: Tx,
  step: Omit<Insertable<Database['subsidy_step']>, 'number'>,
): Promise<void> => {
  await trx
    .insertInto('subsidy_step')
    .values({
      ...step,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from subsidy_step
        where subsidy_id = ${step.subsidy_id})`,
    })
    .execute()
}

export const stepsOf = (db: Db | Tx, subsidyId: number) =>
  db
    .selectFrom('subsidy_step')
    .where('subsidy_id', '=', subsidyId)
    .selectAll()
    .orderBy('number')
    .execute()

/** Null: as determined by the rules. */
export const writeRuling = async (
  trx: Tx,
  { subsidy_id, drone_id, sortie_id }: { subsidy_id: number; drone_id: string; sortie_id: string },
  ruling: { ruling: 'exclude' | 'admit'; text: string; at: Date; user_id: string } | null,
): Promise<void> => {
  await trx
    .deleteFrom('subsidy_ruling')
    .where('subsidy_id', '=', subsidy_id)
    .where('drone_id', '=', drone_id)
    .where('sortie_id', '=', sortie_id)
    .execute()
  if (ruling)
    await trx
      .insertInto('subsidy_ruling')
      .values({ subsidy_id, drone_id, sortie_id, ...ruling })
      .execute()
}

export const hasFlight = async (
  trx: Tx,
  subsidyId: number,
  droneId: string,
  sortieId: string,
): Promise<boolean> =>
  (await trx
    .selectFrom('subsidy_flight')
    .where('subsidy_id', '=', subsidyId)
    .where('drone_id', '=', droneId)
    .where('sortie_id', '=', sortieId)
    .select('number')
    .limit(1)
    .executeTakeFirst()) !== undefined
