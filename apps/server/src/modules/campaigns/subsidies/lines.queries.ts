// Lines of subsidies, their flights, and flights that were excluded.
import { sql, type SqlBool } from 'kysely'
import type { FiltersOf } from '@swath/contract/list'
import {
  subsidyLeftOutList,
  subsidyLineList,
  subsidyLineStates,
} from '@swath/contract/campaigns/subsidy-rows'
import { regionPrefix } from '@swath/domain/region-code'
import { subsidyLeftOutReasons } from '@swath/domain/subsidy-rules'
import { withinRegion } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { contains, equals, named } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { factsHash, hasUndecidedAlarm } from './propose.queries.ts'
import type { SubsidyReader } from './subsidy-deps.ts'
import {
  isWhole,
  visibleFlights,
  visibleLineFlights,
  visibleLines,
  visibleObjections,
} from './subsidy-scope.queries.ts'

const linesFor = (db: Db | Tx, { caller }: SubsidyReader) =>
  db
    .selectFrom('subsidy_line as line')
    .innerJoin('subsidy', 'subsidy.id', 'line.subsidy_id')
    .where(visibleLines(caller))

const ofSubsidy = (id: string) => sql<SqlBool>`line.subsidy_id = ${Number(id)}`

const presented = (rows: ReturnType<typeof linesFor>, { caller, language }: SubsidyReader) =>
  rows
    .innerJoin('account as owner', 'owner.id', 'line.owner_id')
    .innerJoin('account as operator', 'operator.id', 'line.operator_id')
    .selectAll('line')
    .select([
      'subsidy.state as subsidy_state',
      'subsidy.year',
      'subsidy.currency',
      'subsidy.objection_until',
      'subsidy.rule_id',
      'subsidy.rule_number',
      'owner.name as owner_name',
      'operator.name as operator_name',
      sql<boolean>`${isWhole(caller, 'subsidy')}`.as('is_whole'),
      sql<string | null>`coalesce((select names ->> ${language}::text from crop
        where crop.id = line.crop_id), line.crop_id)`.as('crop_name'),
      sql<string | null>`coalesce((select names ->> ${language}::text from chemical
        where chemical.id = line.chemical_id), line.chemical_id)`.as('chemical_name'),
      sql<number>`(select count(*) from subsidy_objection objection
        where objection.line_id = line.id and objection.state = 'open'
          and ${visibleObjections(caller)})`.as('open_objections'),
    ])

export const lineRows = defineList(subsidyLineList, {
  from: linesFor,
  select: presented,
  conditions: {
    subsidyId: ofSubsidy,
    blockId: equals('line.plot_id'),
    state: equals('line.state'),
    blockName: contains('line.plot_name'),
    yyAccountName: named('line.operator_id', 'account'),
    accountName: named('line.owner_id', 'account'),
    region: (region) => withinRegion('line.region_code', regionPrefix(region)),
  },
  orders: {
    number: sql`line.number`,
    groundArea: sql`line.ground_milli_m2`,
    amountMinor: sql`line.amount_minor`,
    firstTime: sql`line.first_at`,
  },
  ties: [
    { by: sql`line.subsidy_id`, direction: 'desc' },
    { by: sql`line.number`, direction: 'asc' },
  ],
  countBy: { filter: 'state', states: subsidyLineStates, state: sql`line.state` },
})
export type LineRow = Awaited<ReturnType<typeof lineRows.page>>[number]

export const findLine = (
  db: Db | Tx,
  reader: SubsidyReader,
  id: string,
): Promise<LineRow | undefined> =>
  presented(linesFor(db, reader).where('line.id', '=', id), reader).executeTakeFirst()

/** Locks the line with its subsidy, so that the subsidy is not approved meanwhile. */
export const lockLine = async (
  trx: Tx,
  reader: SubsidyReader,
  subsidyId: string,
  id: string,
): Promise<LineRow | undefined> => {
  await trx
    .selectFrom('subsidy')
    .where('id', '=', Number(subsidyId))
    .select('id')
    .forUpdate()
    .execute()
  const line = await findLine(trx, reader, id)
  return line?.subsidy_id === Number(subsidyId) ? line : undefined
}

/** Flights of a line, in the order in which they covered the ground. */
export const flightsOf = (db: Db | Tx, { caller }: SubsidyReader, lineId: string) =>
  db
    .selectFrom('subsidy_flight as flight')
    .innerJoin('subsidy_line as line', 'line.id', 'flight.line_id')
    .leftJoin('drone', 'drone.id', 'flight.drone_id')
    .leftJoin('work_record as record', (join) =>
      join
        .onRef('record.drone_id', '=', 'flight.drone_id')
        .onRef('record.sortie_id', '=', 'flight.sortie_id'),
    )
    .leftJoin('subsidy_ruling as ruling', (join) =>
      join
        .onRef('ruling.subsidy_id', '=', 'flight.subsidy_id')
        .onRef('ruling.drone_id', '=', 'flight.drone_id')
        .onRef('ruling.sortie_id', '=', 'flight.sortie_id'),
    )
    .where('flight.line_id', '=', lineId)
    .where(visibleLineFlights(caller))
    .orderBy('flight.number')
    .select([
      'flight.drone_id',
      'drone.name as drone_name',
      'flight.sortie_id',
      'flight.start_at',
      'record.end_at',
      'flight.covered_m2',
      'flight.ground_milli_m2',
      'flight.unproven_milli_m2',
      'flight.stopped_by',
      'flight.track_hash',
      'ruling.ruling',
      'ruling.text as ruling_text',
      sql<boolean>`coalesce(record.track_hash = flight.track_hash
        and ${factsHash('record')} = flight.facts_hash, false)`.as('is_same'),
    ])
    .execute()
export type LineFlight = Awaited<ReturnType<typeof flightsOf>>[number]

/**
 * Number of payable flights that have changed, or that have an open issue not decided in the
 * subsidy itself.
 */
export const countChanged = async (trx: Tx, subsidyId: number): Promise<number> => {
  const { count } = await trx
    .selectFrom('subsidy_flight as flight')
    .innerJoin('subsidy_line as line', 'line.id', 'flight.line_id')
    .leftJoin('work_record as record', (join) =>
      join
        .onRef('record.drone_id', '=', 'flight.drone_id')
        .onRef('record.sortie_id', '=', 'flight.sortie_id'),
    )
    .where('flight.subsidy_id', '=', subsidyId)
    .where('line.state', '=', 'payable')
    .where(
      sql<SqlBool>`(record.sortie_id is null or ${factsHash('record')} <> flight.facts_hash
        or (flight.ground_milli_m2 > 0 and (
          ((${hasUndecidedAlarm('record')} or exists (select from claim_suspicion suspicion
              where suspicion.drone_id = flight.drone_id and suspicion.sortie_id = flight.sortie_id
                and suspicion.state in ('open', 'looking')))
            and not exists (select from subsidy_ruling ruling
              where ruling.subsidy_id = flight.subsidy_id and ruling.drone_id = flight.drone_id
                and ruling.sortie_id = flight.sortie_id and ruling.ruling = 'admit'))
          or exists (select from claim_suspicion suspicion
            where suspicion.drone_id = flight.drone_id and suspicion.sortie_id = flight.sortie_id
              and suspicion.state = 'false_claim'))))`,
    )
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const leftOutFor = (db: Db | Tx, { caller }: SubsidyReader) =>
  db
    .selectFrom('subsidy_flight as flight')
    .innerJoin('subsidy', 'subsidy.id', 'flight.subsidy_id')
    .where('flight.line_id', 'is', null)
    .where(visibleFlights(caller))

export const leftOutRows = defineList(subsidyLeftOutList, {
  from: leftOutFor,
  select: (rows, { caller }) =>
    rows
      .leftJoin('drone', 'drone.id', 'flight.drone_id')
      .leftJoin('plot', 'plot.id', 'flight.plot_id')
      .leftJoin('account as operator', 'operator.id', 'flight.operator_id')
      .leftJoin('subsidy_ruling as ruling', (join) =>
        join
          .onRef('ruling.subsidy_id', '=', 'flight.subsidy_id')
          .onRef('ruling.drone_id', '=', 'flight.drone_id')
          .onRef('ruling.sortie_id', '=', 'flight.sortie_id'),
      )
      .select([
        'flight.subsidy_id',
        'flight.number',
        'flight.drone_id',
        'drone.name as drone_name',
        'flight.sortie_id',
        'flight.start_at',
        'flight.covered_m2',
        'flight.why',
        'plot.name as plot_name',
        'operator.name as operator_name',
        'ruling.ruling',
        'ruling.text as ruling_text',
        'subsidy.state as subsidy_state',
        sql<boolean>`${isWhole(caller, 'subsidy')}`.as('is_whole'),
      ]),
  conditions: {
    subsidyId: (id) => sql<SqlBool>`flight.subsidy_id = ${Number(id)}`,
    why: equals('flight.why'),
    droneName: named('flight.drone_id', 'droneOrSerial'),
    yyAccountName: named('flight.operator_id', 'account'),
    blockName: named('flight.plot_id', 'plot'),
  },
  orders: { startTime: sql`flight.start_at` },
  ties: [{ by: sql`flight.number` }],
  countBy: { filter: 'why', states: subsidyLeftOutReasons, state: sql`flight.why` },
})
export type LeftOutRow = Awaited<ReturnType<typeof leftOutRows.page>>[number]

export const sumLeftOut = (
  db: Db,
  reader: SubsidyReader,
  filters: FiltersOf<typeof subsidyLeftOutList>,
) =>
  leftOutRows
    .matching(db, reader, filters)
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`coalesce(sum(flight.covered_m2), 0)`.as('covered_m2'),
    ])
    .executeTakeFirstOrThrow()

export const countLeftOut = (db: Db, reader: SubsidyReader, subsidyId: number) =>
  leftOutFor(db, reader)
    .where('flight.subsidy_id', '=', subsidyId)
    .groupBy('flight.why')
    .orderBy('flight.why')
    .select([
      'flight.why',
      sql<number>`count(distinct (flight.drone_id, flight.sortie_id))`.as('sorties'),
    ])
    .execute()

export type LineFilters = FiltersOf<typeof subsidyLineList>
