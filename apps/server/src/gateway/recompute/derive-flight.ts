// Computes one flight: its record, its parties, and its row.
import type { DeviceEvent } from '@swath/domain/device-event'
import type { SortieSpan } from '@swath/domain/sortie-detector'
import { encodeStrips } from '@swath/domain/spray-strips'
import { PointColumns } from '@swath/domain/telemetry-point'
import { encodeTrack } from '@swath/domain/track-columns'
import {
  computeBounds,
  computeWorkRecord,
  sprayBounds,
  type WorkRecord,
} from '@swath/domain/work-record'
import { firstLevelAreaAt } from '@swath/fixtures/first-level-areas'
import { regionPrefix } from '@swath/domain/region-code'
import type { Tx } from '../../platform/database/database.ts'
import { sha256, computeSortieId } from '../tracks/public.ts'
import type { RecordRow } from './record-chain.queries.ts'
import {
  findPilotOfLog,
  plotsBelow,
  type DroneParties,
  type FlownPlot,
  type FlyingDrone,
} from './flying-drone.queries.ts'
import { eventsOfFlight } from './flight-events.ts'
import type { SortieRow } from './recompute.queries.ts'
import type { KnownSortie } from './stored-window.queries.ts'
import type { Track } from './tracks.ts'

export type Flight = {
  span: SortieSpan
  record: WorkRecord
  plot: FlownPlot | null
  row: SortieRow
  sprayings: RecordRow['plotSprayings']
}

export const deriveFlight = async (
  tx: Tx,
  drone: FlyingDrone,
  span: SortieSpan,
  points: PointColumns,
  known: readonly KnownSortie[],
): Promise<Flight> => {
  const id = computeSortieId(drone.id, span)
  const seen = findSeen(id, span, known)
  const parties = chooseParties(drone, span, seen)
  const swathWidthM = seen?.swathWidthM ?? drone.swathWidthM
  const bounds =
    sprayBounds(points, span.fromIndex, span.toIndex) ??
    computeBounds(points, span.fromIndex, span.toIndex)
  const workers = [parties.tenantId, parties.operatorId]
  const below = bounds ? await plotsBelow(tx, bounds, new Date(span.startMs), workers) : []
  let record = computeWorkRecord(span, points, { defaultSwathWidthM: swathWidthM, plots: below })
  const plot = below.find((one) => one.id === record.plotId) ?? null
  if (record.pilotId === null)
    record = { ...record, pilotId: await findPilotOfLog(tx, drone.id, span) }
  return {
    span,
    record,
    plot,
    sprayings: isRecorded(span) ? addStrips(record, span, points, below) : [],
    row: {
      id,
      number: span.number,
      boot: span.boot,
      state: span.state,
      closeReason: span.closeReason,
      startMs: span.startMs,
      endMs: span.endMs,
      pointCount: record.pointCount,
      bounds: record.bounds,
      manufacturerId: parties.manufacturerId,
      operatorId: parties.operatorId,
      tenantId: parties.tenantId,
      pilotId: record.pilotId,
      regionCode: plot?.regionCode ?? chooseRegion(parties, record),
      simulated: span.simulated,
      swathWidthM,
    },
  }
}

const isRecorded = ({ state, simulated }: Pick<SortieSpan, 'state' | 'simulated'>): boolean =>
  state !== 'open' && !simulated

/** Adds the sprayed ground of each plot, which is kept after the track is deleted. */
const addStrips = (
  { plotSprayings, swathWidthM }: WorkRecord,
  { fromIndex, toIndex }: SortieSpan,
  points: PointColumns,
  below: readonly FlownPlot[],
): RecordRow['plotSprayings'] =>
  plotSprayings.map((spraying) => {
    const { polygon } = below.find(({ id }) => id === spraying.plotId)!
    return { ...spraying, strips: encodeStrips(polygon, points, fromIndex, toIndex, swathWidthM) }
  })

/** The flight as computed before, or as seen to begin. */
const findSeen = (
  id: string,
  span: SortieSpan,
  known: readonly KnownSortie[],
): KnownSortie | undefined =>
  known.find((sortie) => sortie.id === id) ??
  known.find((sortie) => sortie.startMs <= span.endMs && sortie.endMs >= span.startMs)

/**
 * The parties at the flight's start: as stored when the sortie was first seen, unless it began
 * before the drone changed parties but arrived afterwards.
 */
const chooseParties = (
  drone: FlyingDrone,
  span: SortieSpan,
  seen: KnownSortie | undefined,
): DroneParties => {
  const former = drone.former.find(({ untilMs }) => span.startMs < untilMs)
  const then = former ?? drone
  const isOfThen =
    seen &&
    (!former ||
      (seen.manufacturerId === former.manufacturerId && seen.operatorId === former.operatorId))
  return isOfThen
    ? {
        ...then,
        manufacturerId: seen.manufacturerId,
        operatorId: seen.operatorId,
        tenantId: seen.tenantId,
      }
    : then
}

/**
 * The owner's county if it is in the first-level area that was flown over, else that area alone.
 */
const chooseRegion = (drone: DroneParties, { middle }: WorkRecord): string => {
  const area = middle && firstLevelAreaAt(middle[0], middle[1])
  if (!area) return drone.regionCode
  return (
    [drone.operatorRegionCode, drone.regionCode].find((code) =>
      code?.startsWith(regionPrefix(area)),
    ) ?? area
  )
}

/** Track hash of a flight without points. */
export const noTrack = sha256(encodeTrack(new PointColumns(1)))

export const toRecordRows = (
  { record, row, span, sprayings }: Flight,
  tracks: readonly Track[],
  events: readonly DeviceEvent[],
): RecordRow[] =>
  !isRecorded(row)
    ? []
    : [
        {
          ...record,
          plotSprayings: sprayings,
          sortieId: row.id,
          manufacturerId: row.manufacturerId,
          operatorId: row.operatorId,
          tenantId: row.tenantId,
          regionCode: row.regionCode,
          trackHash: tracks.find((track) => track.chunk.sortieId === row.id)?.hash ?? noTrack,
          events: eventsOfFlight(span, events),
        },
      ]
