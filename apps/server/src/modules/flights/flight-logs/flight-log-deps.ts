// Dependencies of the calls of flight logs, and their common first steps.
import type { flightLogRoutes } from '@swath/contract/flights/flight-logs'
import type { Caller } from '@swath/domain/access/caller'
import type { Changes } from '../../../platform/change/change.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { ReceivingGate } from '../../../platform/files/receiving-gate.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { findLog, type LogRecord } from './flight-logs.queries.ts'
import { findLogDrone, type LogDrone } from './log-drones.queries.ts'
import { type createLogReader, mayImportFor } from './log-reader.ts'
import { Unreadable } from './log-threads.ts'

/** Turns the error of an unreadable file into an error response. */
export const orNotReady = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof Unreadable) return fail('log_not_ready')
    throw error
  }
}

export type Deps = Services &
  Changes & {
    store: FileStore
    reader: ReturnType<typeof createLogReader>
    throughGate: ReceivingGate
  }
export type Calls = Handlers<typeof flightLogRoutes>

export const requireLog = async (db: Db, caller: Caller, logId: string): Promise<LogRecord> =>
  (await findLog(db, caller.scope, logId)) ?? fail('not_found')

export const requireDrone = async (db: Db, caller: Caller, droneId: string): Promise<LogDrone> => {
  const drone = (await findLogDrone(db, caller.scope, droneId)) ?? fail('not_found')
  return mayImportFor(caller, drone) ? drone : fail('forbidden')
}
