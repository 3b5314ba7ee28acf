// Reads uploaded logs in a thread, one after the other, and detects the flights in them.
import type { ReadOptions } from '@swath/flight-logs/flight-log'
import type { DateOrder } from '@swath/flight-logs/flight-log'
import { droneAbilities } from '@swath/domain/access/drone-abilities'
import type { Caller } from '@swath/domain/access/caller'
import type { Database } from '../../../platform/database/schema.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { storableJson } from '../../../platform/database/storable.ts'
import type { Services } from '../../../platform/services.ts'
import { claimReading, unreadLogs, updateLog } from './flight-logs.queries.ts'
import {
  dronesOfFileName,
  dronesOfSerial,
  findLogDrone,
  type LogDrone,
} from './log-drones.queries.ts'
import { storedAround } from './stored-flights.queries.ts'
import type { StoredPieces } from '../../../platform/files/pieces.ts'
import type { PreviewResult, ReadResult } from './log-tasks.ts'
import { runInThread, Unreadable } from './log-threads.ts'

type Log = Selectable<Database['flight_log']>

export const toStoredLog = ({
  key,
  bytes,
  piece_bytes: pieceBytes,
}: Pick<Log, 'key' | 'bytes' | 'piece_bytes'>): StoredPieces => ({ key, bytes, pieceBytes })

/** Used if neither the log nor a drone has the swath width, m. */
const swathWidthUntilChosenM = 5

/** The drone's holder or operator may import for it afterwards. */
export const mayImportFor = (
  caller: Pick<Caller, 'rights' | 'scope'>,
  drone: Pick<LogDrone, 'manufacturer_id' | 'operator_id' | 'tenant_id'>,
): boolean => {
  const { command, issueCredential } = droneAbilities(caller, {
    manufacturerId: drone.manufacturer_id,
    operatorId: drone.operator_id,
    tenantId: drone.tenant_id,
  })
  return command || issueCredential
}

/** The flights of a log if it were assigned to this drone, and how much is stored already. */
export const previewFor = async (
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  log: Log,
  drone: LogDrone | null,
): Promise<PreviewResult> => {
  const task = {
    kind: 'preview' as const,
    log: toStoredLog(log),
    nowMs: clock.now(),
    defaultSwathWidthM: drone?.swath_width_m ?? swathWidthUntilChosenM,
    stored: [] as Buffer[],
  }
  const alone = await runInThread<'preview'>(task, config, log.created_by)
  if (!drone || alone.flights.length === 0) return alone
  const stored = await storedAround(db, drone.id, alone.activityWindows)
  return stored.length === 0
    ? alone
    : runInThread<'preview'>({ ...task, stored }, config, log.created_by)
}

export const previewColumns = (preview: PreviewResult) => ({
  preview: JSON.stringify(preview),
  point_count: preview.pointCount,
  from_at: preview.fromMs === null ? null : new Date(preview.fromMs),
  until_at: preview.untilMs === null ? null : new Date(preview.untilMs),
})

export type LogReader = {
  /** Returns at once; errors are written to the log's row. */
  read(logId: string, caller: Caller | null): void
  /** Reads logs whose reader stopped; called by a job. */
  readLost(): Promise<void>
  idle(): Promise<void>
}

const triesAtMost = 3

/** Options from a person's answers about ambiguities of the file. */
const toReadOptions = (reading: Log['reading']): ReadOptions => {
  const { timeZone, dateOrder } = (reading ?? {}) as {
    timeZone?: string | null
    dateOrder?: DateOrder | null
  }
  return { ...(timeZone ? { timeZone } : {}), ...(dateOrder ? { dateOrder } : {}) }
}

type ReaderServices = Pick<Services, 'db' | 'config' | 'clock' | 'log'>

const proposeDrone = async (
  db: Db,
  log: Log,
  serial: string | null,
  caller: Caller,
): Promise<{ drone: LogDrone; by: 'serial' | 'file_name' } | null> => {
  const only = (drones: LogDrone[]): LogDrone | undefined =>
    drones.filter((drone) => mayImportFor(caller, drone))[0]
  const bySerial =
    serial === null ? undefined : only(await dronesOfSerial(db, caller.scope, serial))
  if (bySerial) return { drone: bySerial, by: 'serial' }
  const byName = only(await dronesOfFileName(db, caller.scope, log.file_name))
  return byName ? { drone: byName, by: 'file_name' } : null
}

/** Stores the result of reading in the log's row, with the likely drone. */
const keepFound = async (
  services: ReaderServices,
  log: Log,
  result: ReadResult,
  caller: Caller | null,
): Promise<void> => {
  const { db } = services
  const sha256 = Buffer.from(result.sha256)
  if (result.format === null)
    return updateLog(db, log.id, { status: 'unreadable', problem: 'not_a_log', sha256 })
  const read = {
    sha256,
    format: result.format,
    identity: JSON.stringify(storableJson(result.identity)),
    heights: JSON.stringify(storableJson(result.heights)),
    batteries: JSON.stringify(storableJson(result.batteries)),
    report: JSON.stringify(storableJson(result.report)),
  }
  const chosen =
    log.drone_id !== null && caller
      ? ((await findLogDrone(db, caller.scope, log.drone_id)) ?? null)
      : null
  const proposal =
    chosen || !caller ? null : await proposeDrone(db, log, result.identity.serial, caller)
  const drone = chosen ?? proposal?.drone ?? null
  const preview = await previewFor(services, log, drone)
  await updateLog(db, log.id, {
    ...read,
    ...previewColumns(preview),
    ...(proposal ? { drone_id: proposal.drone.id, proposed_by: proposal.by } : {}),
    // In another time zone, its points may no longer be in the future.
    ...(preview.pointCount === 0 && result.report.times === null
      ? {
          status: 'unreadable',
          problem: result.report.notes.includes('format_not_read')
            ? 'format_not_read'
            : 'no_points',
        }
      : { status: 'ready' }),
  })
}

const readOne = async (
  services: ReaderServices,
  logId: string,
  caller: Caller | null,
): Promise<void> => {
  const { db, config, clock, log: logger } = services
  const log = await claimReading(db, logId, new Date(clock.now()))
  if (!log) return
  // The reader has crashed on it more than once.
  if (log.attempts > triesAtMost)
    return updateLog(db, logId, { status: 'unreadable', problem: 'lost' })
  try {
    const result = await runInThread<'read'>(
      {
        kind: 'read',
        log: toStoredLog(log),
        nowMs: clock.now(),
        options: toReadOptions(log.reading),
      },
      config,
      log.created_by,
    )
    await keepFound(services, log, result, caller)
  } catch (error) {
    logger.warn({ err: error, logId }, 'a flight log could not be read')
    if (error instanceof Unreadable)
      await updateLog(db, logId, { status: 'unreadable', problem: error.problem })
    else if (log.attempts >= triesAtMost)
      await updateLog(db, logId, { status: 'unreadable', problem: 'lost' })
    else await updateLog(db, logId, { reading_since: null })
  }
}

export const createLogReader = (services: ReaderServices): LogReader => {
  const { db, clock, log: logger } = services
  const reading = new Set<Promise<void>>()

  const read = (logId: string, caller: Caller | null): void => {
    const mine = readOne(services, logId, caller).catch((error: unknown) =>
      logger.error({ err: error, logId }, 'a flight log is read later'),
    )
    reading.add(mine)
    void mine.finally(() => reading.delete(mine))
  }

  return {
    read,
    readLost: async () => {
      for (const id of await unreadLogs(db, new Date(clock.now()))) read(id, null)
    },
    idle: async () => {
      while (reading.size > 0) await Promise.all(reading)
    },
  }
}
