// Input for computing a subsidy, and storing the result. Spans all tenants, because flights over a
// region's plots belong to many.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { regionPrefix } from '@swath/domain/region-code'
import type { SubsidyRules } from '@swath/domain/subsidy-rules'
import type { AreaUnit } from '@swath/domain/units'
import { withinRegion } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** Hash of the record's current content. */
export const factsHash = (record: string): RawBuilder<Buffer> => {
  const column = (name: string) => sql`coalesce(${sql.ref(`${record}.${name}`)}::text, '-')`
  const names = ['drone_id', 'sortie_id', 'operator_id', 'tenant_id', 'pilot_id', 'crop_id', 'chemical', 'covered_m2', 'width_m'] // prettier-ignore
  return sql<Buffer>`sha256(convert_to(concat_ws('|', ${sql.join(names.map(column))},
    extract(epoch from ${sql.ref(`${record}.start_at`)}), extract(epoch from ${sql.ref(`${record}.end_at`)}),
    encode(${sql.ref(`${record}.track_hash`)}, 'hex')), 'UTF8'))`
}

/** Alarms that affect payments: a wrong crop, and an area mismatch. */
const aboutMoney = sql`(3, 5)`
const alarmsOf = (record: string) =>
  sql`anomaly where anomaly.drone_id = ${sql.ref(`${record}.drone_id`)}
    and anomaly.sortie_id = ${sql.ref(`${record}.sortie_id`)} and anomaly.type in ${aboutMoney}`

/** Whether the record has an undecided alarm; expired alarms count as undecided. */
export const hasUndecidedAlarm = (record: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ${alarmsOf(record)}
    and (anomaly.state <> 'closed' or anomaly.closed_reason = 'expired'))`
const hasRealAlarm = (record: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ${alarmsOf(record)} and anomaly.closed_reason = 'real')`

export type FlightFacts = {
  drone_id: string
  sortie_id: string
  start_at: Date
  end_at: Date
  day: string
  plot_id: string | null
  plot_region: string | null
  region_code: string | null
  operator_id: string | null
  pilot_id: string | null
  crop_id: string | null
  chemical: string | null
  task_id: number | null
  task_type: 1 | 2 | 3 | 4 | null
  width_m: number
  covered_m2: number
  is_paid: boolean
  is_false: boolean
  has_alarm: boolean
  ruling: 'exclude' | 'admit' | null
  track_hash: Buffer
  facts_hash: Buffer
}

export type ToWorkOut = {
  id: number
  rule_id: string
  rule_number: number
  region_code: string
  year: number
  time_zone: string
  revision: number
}

const isPaidElsewhere = (subsidyId: number): RawBuilder<boolean> =>
  sql<boolean>`exists (select from subsidy_flight paid
    join subsidy_line paid_line on paid_line.id = paid.line_id and paid_line.state = 'payable'
    join subsidy paid_by on paid_by.id = paid.subsidy_id and paid_by.state in ('approved', 'paid')
    where paid.drone_id = record.drone_id and paid.sortie_id = record.sortie_id
      and paid.plot_id = plot.id and paid.subsidy_id <> ${subsidyId})`

/** First and last day of the seasons, extended by a day at each end. */
export const spanOf = ({ seasons }: SubsidyRules): { from: Date; until: Date } => {
  const dayMs = 86_400_000
  const days = seasons.flatMap(({ fromDay, untilDay }) => [fromDay, untilDay]).toSorted()
  return {
    from: new Date(Date.parse(`${days[0]}T00:00:00Z`) - dayMs),
    until: new Date(Date.parse(`${days.at(-1)}T00:00:00Z`) + 2 * dayMs),
  }
}

/**
 * Flights over plots of the region, one row per plot; and flights in the region that sprayed none.
 */
export const listFlights = async (
  db: Db | Tx,
  { id, region_code, time_zone }: ToWorkOut,
  { from, until }: { from: Date; until: Date },
): Promise<FlightFacts[]> => {
  const prefix = regionPrefix(region_code)
  const isIn = (column: string): RawBuilder<SqlBool> => withinRegion(column, prefix)
  const day = sql`(record.start_at at time zone ${time_zone})::date`
  const columns = sql`record.drone_id, record.sortie_id, record.start_at, record.end_at,
    ${day}::text as day, record.region_code, coalesce(record.tenant_id, record.operator_id) as operator_id,
    record.pilot_id, record.chemical, record.task_id, task.type as task_type, record.width_m,
    ${hasRealAlarm('record')} or exists (select from claim_suspicion suspicion
      where suspicion.drone_id = record.drone_id and suspicion.sortie_id = record.sortie_id
        and suspicion.state = 'false_claim') as is_false,
    ${hasUndecidedAlarm('record')} as has_alarm, ruling.ruling, record.track_hash,
    ${factsHash('record')} as facts_hash`
  const beside = sql`left join unified_task task on task.id = record.task_id
    left join subsidy_ruling ruling on ruling.subsidy_id = ${id}
      and ruling.drone_id = record.drone_id and ruling.sortie_id = record.sortie_id`
  return (
    await sql<FlightFacts>`
      select ${columns}, plot.id as plot_id, plot.region_code as plot_region, spraying.covered_m2,
        coalesce(record.crop_id, (select season.crop_id from plot_season season
          where season.plot_id = plot.id and ${day} between season.from_day and season.until_day
          limit 1), plot.crop_id) as crop_id,
        ${isPaidElsewhere(id)} as is_paid
      from plot
        join plot_spraying spraying on spraying.plot_id = plot.id
          and spraying.start_at >= ${from} and spraying.start_at < ${until}
        join work_record record on record.drone_id = spraying.drone_id
          and record.sortie_id = spraying.sortie_id
        ${beside}
      where ${isIn('plot.region_code')}
      union all
      select ${columns}, null, null, record.covered_m2, record.crop_id, false
      from work_record record ${beside}
      where ${isIn('record.region_code')} and record.start_at >= ${from} and record.start_at < ${until}
        and not exists (select from plot_spraying spraying where spraying.drone_id = record.drone_id
          and spraying.sortie_id = record.sortie_id)`.execute(db)
  ).rows
}

export type PlotFacts = {
  id: string
  name: string
  region_code: string
  owner_id: string
  is_farmers: boolean
  area_m2: number
}

export const listPlots = (db: Db | Tx, ids: readonly string[]): Promise<PlotFacts[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('plot')
        .innerJoin('account as owner', 'owner.id', 'plot.account_id')
        .where(sql<SqlBool>`plot.id = any(${ids}::uuid[])`)
        .select([
          'plot.id',
          'plot.name',
          'plot.region_code',
          'plot.account_id as owner_id',
          'plot.area_m2',
          sql<boolean>`owner.type = 'farmer'`.as('is_farmers'),
        ])
        .execute()

/** Areas of plots, m². */
export const listPlotAreas = async (
  db: Db | Tx,
  regionCode: string,
): Promise<ReadonlyMap<string, number>> => {
  const plots = await db
    .selectFrom('plot')
    .where(withinRegion('plot.region_code', regionPrefix(regionCode)))
    .select(['id', 'area_m2'])
    .execute()
  return new Map(plots.map(({ id, area_m2 }) => [id, area_m2]))
}

/** Flights over a plot in these days that were paid before, and so covered its ground first. */
export const listPaidFlights = async (
  db: Db | Tx,
  { id, time_zone }: Pick<ToWorkOut, 'id' | 'time_zone'>,
  plotIds: readonly string[],
  { fromDay, untilDay }: { fromDay: string; untilDay: string },
) =>
  (
    await sql<{
      plot_id: string
      drone_id: string
      sortie_id: string
      start_at: Date
      end_at: Date
      width_m: number
      covered_m2: number
      paid_milli_m2: number
    }>`select distinct on (flight.plot_id, flight.start_at, flight.drone_id, flight.sortie_id)
        flight.plot_id, flight.drone_id, flight.sortie_id, flight.start_at, flight.covered_m2,
        flight.ground_milli_m2 as paid_milli_m2, coalesce(record.end_at, flight.start_at) as end_at, coalesce(record.width_m, 5) as width_m
      from subsidy_flight flight
        join subsidy_line line on line.id = flight.line_id and line.state = 'payable'
        join subsidy on subsidy.id = flight.subsidy_id and subsidy.state in ('approved', 'paid')
        left join work_record record on record.drone_id = flight.drone_id
          and record.sortie_id = flight.sortie_id
      where flight.subsidy_id <> ${id} and flight.plot_id = any(${plotIds}::uuid[])
        and (flight.start_at at time zone ${time_zone})::date
          between ${fromDay}::date and ${untilDay}::date
      order by flight.plot_id, flight.start_at, flight.drone_id, flight.sortie_id`.execute(db)
  ).rows

export type Spent = {
  season: number
  plot_id: string
  owner_id: string
  operator_id: string
  amount_minor: number
}

/** Amounts approved earlier by the same rules. */
export const listSpent = (db: Db | Tx, { id, rule_id }: ToWorkOut): Promise<Spent[]> =>
  db
    .selectFrom('subsidy_line as line')
    .innerJoin('subsidy', 'subsidy.id', 'line.subsidy_id')
    .where('subsidy.rule_id', '=', rule_id)
    .where('subsidy.id', '<>', id)
    .where('subsidy.state', 'in', ['approved', 'paid'])
    .where('line.state', '=', 'payable')
    .select([
      'line.season',
      'line.plot_id',
      'line.owner_id',
      'line.operator_id',
      'line.amount_minor',
    ])
    .execute()

/** The subsidy, if this revision is still to be computed. */
export const findToWorkOut = (
  db: Db | Tx,
  id: number,
  revision: number,
): Promise<ToWorkOut | undefined> =>
  db
    .selectFrom('subsidy')
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('state', '=', 'working')
    .select(['id', 'rule_id', 'rule_number', 'region_code', 'year', 'time_zone', 'revision'])
    .executeTakeFirst()

/**
 * Locks the subsidy until the transaction ends.
 * @returns false if it is being recomputed or was deleted
 */
export const holdToWorkOut = async (trx: Tx, { id, revision }: ToWorkOut): Promise<boolean> =>
  (await trx
    .selectFrom('subsidy')
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('state', '=', 'working')
    .select('id')
    .forUpdate()
    .executeTakeFirst()) !== undefined

/** Does not change the version, so that people who view it get no conflict. */
export const tellProgress = async (
  db: Db,
  { id, revision }: ToWorkOut,
  progress: { done_count: number; all_count: number },
): Promise<void> => {
  await db
    .updateTable('subsidy')
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('state', '=', 'working')
    .set(progress)
    .execute()
}

export const tellFailure = async (db: Db, { id, revision }: ToWorkOut): Promise<void> => {
  await db
    .updateTable('subsidy')
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('state', '=', 'working')
    .set({ state: 'failed', version: sql<number>`version + 1` })
    .execute()
}

/** The content of the last proposal. */
export const findProposed = (trx: Tx, id: number) =>
  trx
    .selectFrom('subsidy')
    .where('id', '=', id)
    .select(['lines_hash', 'objection_until', 'proposed_at'])
    .executeTakeFirstOrThrow()

export type LineToWrite = {
  id: string
  number: number
  state: 'payable' | 'stopped' | 'nothing'
  season: number
  season_name: string
  plot_id: string
  plot_name: string
  owner_id: string
  operator_id: string
  region_code: string
  crop_id: string | null
  chemical_id: string | null
  task_type: 1 | 2 | 3 | 4 | null
  rate_minor: number
  rate_unit: AreaUnit
  plot_milli_m2: number
  covered_milli_m2: number
  ground_milli_m2: number
  unproven_milli_m2: number
  flight_count: number
  first_at: Date
  gross_minor: number
  amount_minor: number
  cuts: string
}

export type FlightToWrite = {
  number: number
  line_id: string | null
  why: string | null
  drone_id: string
  sortie_id: string
  plot_id: string | null
  operator_id: string | null
  region_code: string | null
  start_at: Date
  covered_m2: number
  ground_milli_m2: number
  unproven_milli_m2: number
  stopped_by: 'suspicion' | 'alarm' | null
  track_hash: Buffer
  facts_hash: Buffer
}

const atOnce = 1_000

/** Replaces the existing lines. */
export const writeLines = async (
  trx: Tx,
  subsidyId: number,
  lines: readonly LineToWrite[],
  flights: readonly FlightToWrite[],
): Promise<void> => {
  await trx.deleteFrom('subsidy_flight').where('subsidy_id', '=', subsidyId).execute()
  await trx.deleteFrom('subsidy_line').where('subsidy_id', '=', subsidyId).execute()
  for (let from = 0; from < lines.length; from += atOnce)
    await trx
      .insertInto('subsidy_line')
      .values(lines.slice(from, from + atOnce).map((line) => ({ ...line, subsidy_id: subsidyId })))
      .execute()
  for (let from = 0; from < flights.length; from += atOnce)
    await trx
      .insertInto('subsidy_flight')
      .values(
        flights
          .slice(from, from + atOnce)
          .map((flight) => ({ ...flight, why: flight.why as never, subsidy_id: subsidyId })),
      )
      .execute()
}

/**
 * All data that determines payments, in a fixed order, as input of the hash. A rate per mu contains
 * no unit, because subsidies approved before other units existed have none in their hash.
 */
export const readHashed = async (db: Db | Tx, subsidyId: number): Promise<string> =>
  (
    await sql<{ text: string }>`select coalesce((select string_agg(concat_ws('|', id, number, state,
          season, plot_id, owner_id, operator_id, rate_minor, nullif(rate_unit, 'mu'), plot_milli_m2, covered_milli_m2,
          ground_milli_m2, gross_minor, amount_minor, cuts::text), ';' order by number)
        from subsidy_line where subsidy_id = ${subsidyId}), '') || '#' ||
        coalesce((select string_agg(concat_ws('|', number, coalesce(line_id::text, why), drone_id,
          sortie_id, ground_milli_m2, coalesce(stopped_by, '-'), encode(track_hash, 'hex'),
          encode(facts_hash, 'hex')), ';' order by number)
        from subsidy_flight where subsidy_id = ${subsidyId}), '') as text`.execute(db)
  ).rows[0]!.text
