// Totals of lines by currency and by region, and the map data of a subsidy.
import { sql } from 'kysely'
import { regionPrefix } from '@swath/domain/region-code'
import type { Currency } from '@swath/domain/money'
import { withinRegion } from '../../../platform/access/scope.queries.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Parts } from '../../../platform/database/column-types.ts'
import type { SubsidyReader } from './subsidy-deps.ts'
import { visibleLineFlights, visibleLines } from './subsidy-scope.queries.ts'

export type Asked = { year?: string | undefined; region?: string | undefined }

/**
 * Amounts that were not paid are carried over to the next proposal by the same rules, and counted
 * only there.
 */
const isOffered = sql`(line.state = 'payable' or not exists (
  select from subsidy later where later.rule_id = subsidy.rule_id and later.id > subsidy.id
    and later.proposed_at is not null))`

export type SumRow = {
  region_code: string | null
  currency: Currency
  proposed_minor: number
  stopped_minor: number
  approved_minor: number
  paid_minor: number
  ground_milli_m2: number
  lines: number
  plots: number
  operators: number
}

/** `byRegion`: one row per region of the lines, else a single row. */
export const sumLinesBy = async (
  db: Db,
  { caller }: SubsidyReader,
  { year, region }: Asked,
  byRegion: boolean,
): Promise<SumRow[]> => {
  const regionCode = byRegion ? sql`line.region_code` : sql`null::text`
  const sumIn = (state: string) =>
    sql`coalesce(sum(line.amount_minor) filter (where line.state = 'payable'
      and subsidy.state in (${sql.raw(state)})), 0)::int8`
  return (
    await sql<SumRow>`
      select ${regionCode} as region_code, subsidy.currency,
        ${sumIn(`'proposed', 'working', 'failed'`)} as proposed_minor,
        ${sumIn(`'approved'`)} as approved_minor, ${sumIn(`'paid'`)} as paid_minor,
        coalesce(sum(line.amount_minor) filter (where line.state = 'stopped'), 0)::int8 as stopped_minor,
        coalesce(sum(line.ground_milli_m2) filter (where line.state = 'payable'), 0)::int8 as ground_milli_m2,
        count(*) as lines, count(distinct line.plot_id) as plots,
        count(distinct line.operator_id) as operators
      from subsidy_line line join subsidy on subsidy.id = line.subsidy_id
      where ${visibleLines(caller)} and ${isOffered}
        and ${year ? sql`subsidy.year = ${Number(year)}` : sql`true`}
        and ${region ? withinRegion('line.region_code', regionPrefix(region)) : sql`true`}
      group by 1, 2
      order by sum(line.amount_minor) desc, 1, 2`.execute(db)
  ).rows
}

type Chosen = { subsidyId: string; lineId: string | undefined }

const chosenLines = ({ caller }: SubsidyReader, { subsidyId, lineId }: Chosen) =>
  sql`line.subsidy_id = ${Number(subsidyId)} and ${visibleLines(caller)}
    and ${lineId ? sql`line.id = ${lineId}::uuid` : sql`true`}`

const plotsAtMost = 2_000

/** A plot with several lines shows the most serious state. */
export const listPlotsOnMap = async (db: Db, reader: SubsidyReader, chosen: Chosen) =>
  (
    await sql<{
      id: string
      name: string
      parts: Parts
      state: 'payable' | 'stopped' | 'nothing'
    }>`select plot.id, plot.name, coalesce(plot.sketch, plot.parts) as parts, shown.state
      from (select line.plot_id, case when bool_or(line.state = 'stopped') then 'stopped'
            when bool_or(line.state = 'payable') then 'payable' else 'nothing' end as state
          from subsidy_line line join subsidy on subsidy.id = line.subsidy_id
          where ${chosenLines(reader, chosen)} group by line.plot_id
          order by min(line.number) limit ${plotsAtMost}) shown
        join plot on plot.id = shown.plot_id`.execute(db)
  ).rows

export const listFlightsOnMap = async (
  db: Db,
  reader: SubsidyReader,
  chosen: Chosen,
  atMost: number,
) =>
  (
    await sql<{
      drone_id: string
      sortie_id: string
      start_at: Date
      end_at: Date | null
      has_track: boolean
      tracks: number
      total: number
    }>`select *, count(*) over () as total, count(*) filter (where has_track) over () as tracks
      from (select flight.drone_id, flight.sortie_id, flight.start_at, record.end_at,
        exists (select from track_chunk chunk where chunk.drone_id = flight.drone_id
          and chunk.point_count > 0
          and chunk.from_at between flight.start_at - interval '7 days'
            and coalesce(record.end_at, flight.start_at) + interval '1 day'
          and (chunk.sortie_id = flight.sortie_id or (chunk.sortie_id is null and not chunk.rejected
            and chunk.from_at <= coalesce(record.end_at, flight.start_at)
            and chunk.until_at >= flight.start_at))) as has_track
      from (select distinct flight.drone_id, flight.sortie_id, flight.start_at
        from subsidy_line line join subsidy on subsidy.id = line.subsidy_id
          join subsidy_flight flight on flight.line_id = line.id
        where ${chosenLines(reader, chosen)} and ${visibleLineFlights(reader.caller)}) flight
        left join work_record record on record.drone_id = flight.drone_id
          and record.sortie_id = flight.sortie_id) kept
      order by has_track desc, start_at, drone_id limit ${atMost}`.execute(db)
  ).rows
