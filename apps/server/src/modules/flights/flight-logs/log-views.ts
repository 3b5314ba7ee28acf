// Lists, shows and downloads logs.
import { userTypeCodes } from '@swath/domain/access/rights'
import { Readable } from 'node:stream'
import { attachment } from '../../../platform/http/attachment.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { readDetail, present } from './flight-log-presenters.ts'
import { findLogDrone, listPilots } from './log-drones.queries.ts'
import { logRows } from './flight-logs.queries.ts'
import { readPieces } from '../../../platform/files/pieces.ts'
import { toStoredLog } from './log-reader.ts'
import { runInThread } from './log-threads.ts'
import { type Calls, type Deps, requireLog, orNotReady } from './flight-log-deps.ts'

export const listFlightLogs =
  ({ db }: Deps): Calls['listFlightLogs'] =>
  async ({ query }, { caller }) => {
    const [page, stats] = await Promise.all([
      logRows.readPage(db, caller.scope, query, (row) => present(row, caller)),
      logRows.countStates(db, caller.scope, query),
    ])
    return { ...page, stats }
  }

export const getFlightLog =
  (deps: Deps): Calls['getFlightLog'] =>
  async ({ params }, { caller }) =>
    readDetail(deps, await requireLog(deps.db, caller, params.logId), caller)

export const getFlightLogTracks =
  ({ db, clock, config }: Deps): Calls['getFlightLogTracks'] =>
  async ({ params }, { caller }) => {
    const log = await requireLog(db, caller, params.logId)
    if (log.status !== 'ready' && log.status !== 'accepted') fail('log_not_ready')
    return {
      tracks: await orNotReady(
        runInThread<'tracks'>(
          {
            kind: 'tracks',
            log: toStoredLog(log),
            nowMs: clock.now(),
            droneId: log.drone_id ?? 'LOG',
          },
          config,
          caller.userId,
        ),
      ),
    }
  }

export const getFlightLogPilots =
  ({ db }: Deps): Calls['getFlightLogPilots'] =>
  async ({ query }, { caller }) => {
    const drone = (await findLogDrone(db, caller.scope, query.droneId)) ?? fail('not_found')
    return {
      items: (await listPilots(db, caller, drone)).map(({ id, name, user_type: type }) => ({
        userId: id,
        userName: name,
        isPilot: type === userTypeCodes.pilot,
      })),
    }
  }

export const downloadFlightLog =
  ({ store, db }: Deps): Calls['downloadFlightLog'] =>
  async ({ params }, { caller, setHeader }) => {
    const log = await requireLog(db, caller, params.logId)
    if (log.received_bytes < log.bytes) fail('log_not_ready')
    setHeader(
      'content-disposition',
      attachment(log.file_name, log.file_name.replace(/[^\w.-]+/g, '_')),
    )
    setHeader('content-length', String(log.bytes))
    setHeader('content-security-policy', "sandbox; default-src 'none'")
    return Readable.from(readPieces(store, toStoredLog(log)), { objectMode: false })
  }
