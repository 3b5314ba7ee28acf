// Uploaded flight logs of some operators: one imported, one awaiting review.
import { userTypeCodes } from '@swath/domain/access/rights'
import { randomBytes } from 'node:crypto'
import { writeMeasurements } from '@swath/domain/telemetry-fields'
import type { PointColumns } from '@swath/domain/telemetry-point'
import { unpackPoints } from '@swath/server/gateway/tracks/public'
import { tx as transaction, type Db } from '@swath/server/platform/database/database'
import type { FileStore } from '@swath/server/platform/files/file-store'
import { pieceKey } from '@swath/server/platform/files/pieces'
import {
  insertLog,
  insertLogSortie,
  newestTrack,
  previewColumns,
  runTask,
} from '@swath/server/modules/flights/public'
import { demoId, type World, type WorldDrone } from './world-rows.seed.ts'

const hourMs = 3_600_000
/** Moves the log into a night, when nobody sprays. */
const movedMs = 6 * 24 * hourMs + 7 * hourMs
const pointsALine = 200

/** Track messages of the device protocol, one a line. */
const formatLines = (points: PointColumns, earlierMs: number): string => {
  const lines: string[] = []
  for (let from = 0; from < points.length; from += pointsALine) {
    const pts = []
    for (let i = from; i < Math.min(points.length, from + pointsALine); i++) {
      const { tMs, lng, lat, ...measured } = points.at(i)
      pts.push({ t: tMs - earlierMs, lng, lat, ...writeMeasurements(measured) })
    }
    lines.push(JSON.stringify({ v: 1, pts }))
  }
  return lines.join('\n')
}

type Brought = { drone: WorldDrone; isAccepted: boolean; hoursAgo: number }

const writeOne = async (
  db: Db,
  store: FileStore,
  world: World,
  { drone, isAccepted, hoursAgo }: Brought,
  nowMs: number,
): Promise<void> => {
  const track = await newestTrack(db, drone.id)
  const person = world.users.find(
    (user) => user.accountId === drone.operatorId && user.userType === userTypeCodes.superAdmin,
  )
  if (!track || !person) return
  const flown = unpackPoints(track.columns)
  const bytes = Buffer.from(formatLines(flown, isAccepted ? 0 : movedMs))
  const log = {
    key: randomBytes(24).toString('base64url'),
    bytes: bytes.length,
    pieceBytes: 4 * 1024 * 1024,
  }
  await store.put(pieceKey(log.key, 0), bytes, 'application/octet-stream')
  const read = await runTask<'read'>({ kind: 'read', log, nowMs, options: {} }, store)
  const preview = await runTask<'preview'>(
    { kind: 'preview', log, nowMs, defaultSwathWidthM: 5, stored: [] },
    store,
  )
  if (read.format === null || preview.flights.length === 0) return
  const id = demoId('flight-log', drone.id)
  const at = new Date(nowMs - hoursAgo * hourMs)
  const pilotId = drone.pilotIds[0] ?? null
  await transaction(db, async (tx) => {
    await insertLog(tx, {
      id,
      account_id: person.accountId,
      created_by: person.id,
      created_by_name: person.name,
      created_at: at,
      received_at: at,
      file_name: `${drone.id} ${new Date(preview.fromMs!).toISOString().slice(0, 10)}.jsonl`,
      bytes: bytes.length,
      received_bytes: bytes.length,
      key: log.key,
      piece_bytes: log.pieceBytes,
      status: isAccepted ? 'accepted' : 'ready',
      sha256: Buffer.from(read.sha256),
      format: read.format,
      identity: JSON.stringify(read.identity),
      heights: JSON.stringify(read.heights),
      batteries: JSON.stringify(read.batteries),
      report: JSON.stringify(read.report),
      drone_id: drone.id,
      proposed_by: 'file_name',
      pilot_id: pilotId,
      ...previewColumns(preview),
      ...(isAccepted
        ? {
            accepted_at: new Date(at.getTime() + 5 * 60_000),
            accepted_by: person.id,
            accepted_by_name: person.name,
          }
        : {}),
    })
    if (isAccepted) {
      await insertLogSortie(tx, {
        drone_id: drone.id,
        id: demoId('flight-log-sortie', drone.id),
        flight_log_id: id,
        start_at: new Date(preview.flights[0]!.startMs),
        end_at: new Date(preview.flights[0]!.endMs),
        known: false,
        pilot_id: pilotId,
      })
    }
  })
}

/** For the first operators of each country, so that every user of the demonstration sees some. */
export const writeFlightLogs = async (
  db: Db,
  store: FileStore,
  world: World,
  nowMs: number,
): Promise<void> => {
  const ofOperator = Map.groupBy(
    world.drones.filter(({ operatorId }) => operatorId !== null),
    ({ operatorId }) => operatorId,
  )
  let operators = 0
  for (const drones of ofOperator.values()) {
    if (drones.length < 2) continue
    if (++operators > 5) return
    await writeOne(db, store, world, { drone: drones[0]!, isAccepted: true, hoursAgo: 5 }, nowMs)
    await writeOne(db, store, world, { drone: drones[1]!, isAccepted: false, hoursAgo: 2 }, nowMs)
  }
}
