import { decimalText } from '../track-fields.ts'
import type { Parts } from '@swath/domain/plot-parts'
import type { PointColumns } from '@swath/domain/telemetry-point'
import type { WorkRecord } from '@swath/domain/work-record'

/** The figures of a work record that are written to files. */
export type WrittenRecord = Pick<
  WorkRecord,
  | 'durationS'
  | 'distanceM'
  | 'spraySeconds'
  | 'sprayL'
  | 'coveredM2'
  | 'sweptM2'
  | 'swathWidthM'
  | 'chemical'
>

export type WrittenPlot = {
  readonly id: string
  readonly name: string
  readonly areaM2: number
  readonly parts: Parts | null
}

/**
 * A sortie to be written to a file. Names are from people and devices: each writer escapes them.
 */
export type WrittenSortie = {
  readonly id: string
  readonly name: string
  readonly droneId: string
  /** The drone's model and firmware where known. */
  readonly model: string | null
  readonly firmware: string | null
  readonly startMs: number
  readonly endMs: number
  readonly points: PointColumns
  /** The swath width of points that carry none; absent if unknown. */
  readonly swathWidthM?: number | null
  readonly record: WrittenRecord | null
  readonly pilot: string | null
  /** The customer of the work. */
  readonly customer: string | null
  readonly plot: WrittenPlot | null
}

/** Written as they come, one in memory at a time. */
export type WrittenSorties = Iterable<WrittenSortie> | AsyncIterable<WrittenSortie>

/** Points in one piece of text: large enough to be quick, small enough to stream. */
export const POINTS_A_PIECE = 500

export const isoTime = (tMs: number): string => new Date(tMs).toISOString()

/** Degrees with the precision of stored points, 1e-7. */
export const degreesText = (deg: number): string => decimalText(deg, 7)
