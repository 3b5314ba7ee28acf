// Lines of subsidies: the list, the export for a treasury, and a single line with its reasons.
import {
  subsidyLeftOutList,
  subsidyLineList,
  type SubsidyFlight,
  type SubsidyLeftOut,
  type SubsidyLine,
} from '@swath/contract/campaigns/subsidy-rows'
import { toMajor } from '@swath/domain/money'
import { muFromM2 } from '@swath/domain/units'
import { recordIntact } from '../../../gateway/recompute/public.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { figure, type Cell } from '../../../platform/listing/csv.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import { pagingOf } from '../../../platform/listing/page.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import {
  findLine,
  flightsOf,
  leftOutRows,
  lineRows,
  sumLeftOut,
  type LeftOutRow,
  type LineFlight,
  type LineRow,
} from './lines.queries.ts'
import { mayDecide, mayObject } from './line-abilities.ts'
import { listObjectionsOf } from './objections.ts'
import { findVersion } from './rules.queries.ts'
import { toSubsidyReader, type Calls, type Deps, type SubsidyReader } from './subsidy-deps.ts'
import { muFromMilliM2 } from './subsidy-presenters.ts'

export const presentLine = (line: LineRow, reader: SubsidyReader, nowMs: number): SubsidyLine => ({
  lineId: line.id,
  subsidyId: String(line.subsidy_id),
  number: line.number,
  state: line.state,
  subsidyState: line.subsidy_state,
  year: line.year,
  season: line.season_name,
  blockId: line.plot_id,
  blockName: line.plot_name,
  accountName: line.owner_name,
  yyAccountName: line.operator_name,
  region: regionPath(line.region_code, reader.language),
  crop: line.crop_name,
  chemicalName: line.chemical_name,
  taskType: line.task_type,
  currency: line.currency,
  rate: { amountMinor: line.rate_minor, currency: line.currency, per: line.rate_unit },
  area: muFromMilliM2(line.plot_milli_m2),
  coveredRatio: line.plot_milli_m2 === 0 ? 0 : line.covered_milli_m2 / line.plot_milli_m2,
  groundArea: muFromMilliM2(line.ground_milli_m2),
  unprovenArea: muFromMilliM2(line.unproven_milli_m2),
  sortieCount: line.flight_count,
  firstTime: line.first_at.toISOString(),
  grossMinor: line.gross_minor,
  cutMinor: line.gross_minor - line.amount_minor,
  cuts: [...line.cuts],
  amountMinor: line.amount_minor,
  openObjectionNum: line.open_objections,
  can: { object: mayObject(reader, line, nowMs), decide: mayDecide(reader, line) },
})

const presentFlight = (flight: LineFlight, isIntact: boolean): SubsidyFlight => ({
  droneId: flight.drone_id,
  droneName: flight.drone_name ?? flight.drone_id,
  sortieId: flight.sortie_id,
  startTime: flight.start_at.toISOString(),
  endTime: flight.end_at?.toISOString() ?? null,
  coveredArea: muFromM2(flight.covered_m2),
  groundArea: muFromMilliM2(flight.ground_milli_m2),
  unprovenArea: muFromMilliM2(flight.unproven_milli_m2),
  stoppedBy: flight.stopped_by,
  trackHash: flight.track_hash.toString('hex'),
  isUnchanged: flight.is_same && isIntact,
  ruling: flight.ruling,
  rulingText: flight.ruling_text ?? '',
})

const presentLeftOut = (row: LeftOutRow, reader: SubsidyReader): SubsidyLeftOut => ({
  flightNo: `${row.subsidy_id}-${row.number}`,
  subsidyId: String(row.subsidy_id),
  droneId: row.drone_id,
  droneName: row.drone_name ?? row.drone_id,
  sortieId: row.sortie_id,
  startTime: row.start_at.toISOString(),
  coveredArea: muFromM2(row.covered_m2),
  blockName: row.plot_name,
  yyAccountName: row.operator_name,
  why: row.why!,
  ruling: row.ruling,
  rulingText: row.ruling_text ?? '',
  can: { decide: mayDecide(reader, row) && (row.why === 'evidence' || row.ruling !== null) },
})

/** Number of flights of a line whose tracks are verified, to limit the work. */
const checkedAtMost = 20

const readFlights = async (
  db: Db,
  lineId: string,
  context: SignedInContext,
): Promise<SubsidyFlight[]> => {
  const { caller, signal } = context
  const flights = await flightsOf(db, toSubsidyReader(context), lineId)
  return Promise.all(
    flights.map(async (flight, place) =>
      presentFlight(
        flight,
        place >= checkedAtMost ||
          (await recordIntact(db, flight.drone_id, flight.sortie_id, {
            owner: caller.userId,
            signal,
          })),
      ),
    ),
  )
}

const requireLine = async (db: Db | Tx, reader: SubsidyReader, id: string): Promise<LineRow> =>
  (await findLine(db, reader, id)) ?? fail('not_found')

const amount =
  (of: (row: LineRow) => number) =>
  (row: LineRow): Cell =>
    figure(toMajor({ amountMinor: of(row), currency: row.currency }))

type LineCalls = Pick<
  Calls,
  | 'listSubsidyLines'
  | 'exportSubsidyLines'
  | 'getSubsidyLine'
  | 'listSubsidyLeftOut'
  | 'exportSubsidyLeftOut'
>

export const subsidyLineHandlers = ({ readDb, db, clock }: Deps): LineCalls => ({
  listSubsidyLines: async ({ query }, context) => {
    const reader = toSubsidyReader(context)
    const [page, stats] = await Promise.all([
      lineRows.readPage(readDb, reader, query, (row) => presentLine(row, reader, clock.now())),
      lineRows.countStates(readDb, reader, query),
    ])
    return { ...page, stats }
  },

  exportSubsidyLines: async ({ query }, context) => {
    const reader = toSubsidyReader(context)
    return listFile(subsidyLineList, query, context, {
      rows: lineRows.each(readDb, reader, query),
      present: (row) => presentLine(row, reader, clock.now()),
      cells: {
        grossMinor: amount(({ gross_minor }) => gross_minor),
        cutMinor: amount(({ gross_minor, amount_minor }) => gross_minor - amount_minor),
        amountMinor: amount(({ amount_minor }) => amount_minor),
      },
    })
  },

  getSubsidyLine: async ({ params: { lineId } }, context) => {
    const reader = toSubsidyReader(context)
    const line = await requireLine(db, reader, lineId)
    const [flights, objections, { content }] = await Promise.all([
      readFlights(db, lineId, context),
      listObjectionsOf(db, reader, lineId),
      findVersion(db, line.rule_id, line.rule_number),
    ])
    return {
      ...presentLine(line, reader, clock.now()),
      ruleNumber: line.rule_number,
      leastCoveredRatio: content.leastCoveredRatio,
      flights,
      objections,
    }
  },

  listSubsidyLeftOut: async ({ query }, context) => {
    const reader = toSubsidyReader(context)
    const [rows, sums, reasons] = await Promise.all([
      leftOutRows.page(readDb, reader, query, query),
      sumLeftOut(readDb, reader, query),
      leftOutRows.countStates(readDb, reader, query),
    ])
    return {
      items: rows.map((row) => presentLeftOut(row, reader)),
      total: sums.total,
      ...pagingOf(query),
      stats: { coveredArea: muFromM2(sums.covered_m2), reasons },
    }
  },

  exportSubsidyLeftOut: async ({ query }, context) => {
    const reader = toSubsidyReader(context)
    return listFile(subsidyLeftOutList, query, context, {
      rows: leftOutRows.each(readDb, reader, query),
      present: (row) => presentLeftOut(row, reader),
    })
  },
})
