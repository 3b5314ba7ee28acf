// Presents an uploaded log.
import type { FlightLogDetail, FlightLogRow } from '@swath/contract/flights/flight-logs'
import type { LogReport } from '@swath/contract/flights/flight-log-report'
import type { Caller } from '@swath/domain/access/caller'
import { canManageEquipment } from '@swath/domain/access/drone-abilities'
import { muFromM2 } from '@swath/domain/units'
import type { Services } from '../../../platform/services.ts'
import { findSameFile, type LogRecord } from './flight-logs.queries.ts'
import { isMarked, recordsBetween, sortiesBetween } from './stored-flights.queries.ts'
import type { PreviewResult } from './log-tasks.ts'

/** Devices' points older than this are rejected; a person may import them, with a warning. */
const oldMs = 400 * 86_400_000

const iso = (time: Date | null): string | null => time?.toISOString() ?? null
export const toPreview = (log: Pick<LogRecord, 'preview'>): PreviewResult | null =>
  log.preview as PreviewResult | null

/** Whether the order of day and month in the file's dates is ambiguous. */
export const isOrderOpen = (log: Pick<LogRecord, 'report'>): boolean =>
  (log.report as LogReport | null)?.times?.isOrderAssumed ?? false

export const present = (log: LogRecord, caller: Caller): FlightLogRow => {
  const mayChange = canManageEquipment(caller)
  return {
    logId: log.id,
    fileName: log.file_name,
    bytes: log.bytes,
    receivedBytes: log.received_bytes,
    pieceBytes: log.piece_bytes,
    modifiedMs: log.modified_ms,
    status: log.status,
    problem: log.problem,
    format: log.format as FlightLogRow['format'],
    droneId: log.drone_id,
    droneName: log.drone_name,
    proposedBy: log.proposed_by,
    oprId: log.pilot_id,
    oprName: log.pilot_name,
    pointCount: log.point_count,
    startTime: iso(log.from_at),
    endTime: iso(log.until_at),
    sortieCount: toPreview(log)?.flights.length ?? null,
    createdAt: log.created_at.toISOString(),
    createdByName: log.created_by_name,
    accountName: log.account_name,
    acceptedAt: iso(log.accepted_at),
    acceptedByName: log.accepted_by_name,
    can: {
      append: mayChange && log.status === 'uploading' && log.created_by === caller.userId,
      choose: mayChange && log.status === 'ready',
      accept:
        mayChange &&
        log.status === 'ready' &&
        log.drone_id !== null &&
        !isOrderOpen(log) &&
        (toPreview(log)?.flights.length ?? 0) > 0,
      delete: mayChange && log.status !== 'reading',
    },
  }
}

type Sortie = Awaited<ReturnType<typeof sortiesBetween>>[number]
type Flight = NonNullable<ReturnType<typeof toPreview>>['flights'][number]

const isAt = (row: { start_at: Date; end_at: Date }, flight: Flight): boolean =>
  row.start_at.getTime() <= flight.endMs && row.end_at.getTime() >= flight.startMs

/** A flight in the log, and the stored sorties of the same time. */
const presentSortie = (
  flight: Flight,
  standing: readonly Sortie[],
): FlightLogDetail['sorties'][number] => ({
  startTime: new Date(flight.startMs).toISOString(),
  endTime: new Date(flight.endMs).toISOString(),
  closeReason: flight.closeReason as null,
  durationS: flight.durationS,
  distanceM: flight.distanceM,
  sprayTimeS: flight.spraySeconds,
  sprayL: flight.sprayL,
  sprayArea: muFromM2(flight.coveredM2),
  sweptArea: muFromM2(flight.sweptM2),
  sprayWidth: flight.swathWidthM,
  meanHeight: flight.meanHeightM,
  pointCount: flight.pointCount,
  knownPoints: flight.knownPoints,
  repeats: standing
    .filter((sortie) => isAt(sortie, flight))
    .map((sortie) => ({
      sortieId: sortie.id,
      startTime: sortie.start_at.toISOString(),
      endTime: sortie.end_at.toISOString(),
    })),
})

const presentRecord = (
  record: Awaited<ReturnType<typeof recordsBetween>>[number],
): FlightLogDetail['records'][number] => ({
  sortieId: record.sortie_id,
  startTime: record.start_at.toISOString(),
  endTime: record.end_at.toISOString(),
  durationS: record.duration_s,
  distanceM: record.distance_m,
  sprayArea: muFromM2(record.covered_m2),
  sprayL: record.spray_l,
})

/** The log with its flights, and the stored sorties of the same time. */
export const readDetail = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  log: LogRecord,
  caller: Caller,
): Promise<FlightLogDetail> => {
  const preview = toPreview(log)
  const { drone_id: droneId, from_at: from, until_at: until } = log
  const isPlaced = droneId !== null && from !== null && until !== null
  // Before the records: a recomputation between the two would leave both empty, for good.
  const isPending =
    isPlaced && log.status === 'accepted'
      ? await isMarked(db, droneId, from, until, new Date(clock.now()))
      : false
  const [sorties, records, same] = await Promise.all([
    isPlaced && preview && preview.flights.length > 0
      ? sortiesBetween(db, caller.scope, droneId, from, until)
      : [],
    isPlaced && log.status === 'accepted'
      ? recordsBetween(db, caller.scope, droneId, from, until)
      : [],
    log.sha256 ? findSameFile(db, caller.scope, log, log.sha256) : undefined,
  ])
  const flights = preview?.flights ?? []
  return {
    ...present(log, caller),
    identity: log.identity as FlightLogDetail['identity'],
    heights: log.heights as FlightLogDetail['heights'],
    report: log.report as LogReport | null,
    rejected: preview?.rejected ?? {},
    displacedPoints: preview?.displacedPoints ?? 0,
    knownPoints: preview?.knownPoints ?? 0,
    isPending,
    isOld: until !== null && clock.now() - until.getTime() > oldMs,
    sameFile: same
      ? {
          logId: same.id,
          fileName: same.file_name,
          createdAt: same.created_at.toISOString(),
          status: same.status,
        }
      : null,
    sorties: flights.map((flight) =>
      presentSortie(flight, log.status === 'accepted' ? [] : sorties),
    ),
    records: records
      .filter((record) => flights.some((flight) => isAt(record, flight)))
      .map(presentRecord),
  }
}
