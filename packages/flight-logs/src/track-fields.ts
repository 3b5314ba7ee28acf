import { STORED_ROWS, type StoredName } from '@swath/domain/telemetry-fields'
import type { PointColumns } from '@swath/domain/telemetry-point'

export type TrackField = {
  readonly key: StoredName | 'boot' | 'seq'
  /** Its name in our GPX, KML, GeoJSON and CSV, in lower case in the reader of CSV. */
  readonly name: string
  readonly unit: string | null
  readonly kind: 'number' | 'flag' | 'text'
  /** Decimals with which points are stored. */
  readonly digits: number
}

/** Values of each point in our own files, in addition to time and place. */
export const TRACK_FIELDS: readonly TrackField[] = [
  ...STORED_ROWS.map(({ name: key, kind, stored: { scale, file, fileUnit } }) => ({
    key,
    name: file,
    unit: fileUnit,
    kind: kind === 'flag' ? ('flag' as const) : ('number' as const),
    digits: Math.round(Math.log10(scale)),
  })),
  { key: 'boot', name: 'boot', unit: null, kind: 'text', digits: 0 },
  { key: 'seq', name: 'seq', unit: null, kind: 'number', digits: 0 },
]

const BY_NAME: ReadonlyMap<string, TrackField> = new Map(
  TRACK_FIELDS.map((field) => [field.name.toLowerCase(), field]),
)

export const findTrackField = (name: string): TrackField | undefined =>
  BY_NAME.get(name.toLowerCase())

/**
 * Empty for unknown values. Read directly from the columns, whose values have the stored decimals.
 */
export function writtenValue(points: PointColumns, i: number, field: TrackField): string {
  if (field.kind === 'text') return points.bootAt(i) ?? ''
  const value = points[field.key][i]!
  return Number.isNaN(value) ? '' : decimalText(value, field.digits)
}

/** Never with an exponent, which XML's decimals do not have. */
export function decimalText(value: number, digits: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(digits) : text
}

/** Null for an empty or unreadable one. */
export function readValue(text: string, field: TrackField): number | boolean | string | null {
  if (field.kind === 'text') return text === '' ? null : text.slice(0, 64)
  const value = parseNumber(text)
  if (Number.isNaN(value)) return field.kind === 'flag' ? (FLAGS[text.toLowerCase()] ?? null) : null
  return field.kind === 'flag' ? value !== 0 : value
}

const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  on: true,
  yes: true,
  false: false,
  off: false,
  no: false,
}

/** NaN for anything but a plain decimal number. */
export function parseNumber(text: string): number {
  const trimmed = text.trim()
  return trimmed === '' || !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(trimmed)
    ? NaN
    : Number(trimmed)
}
