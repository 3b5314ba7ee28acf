import type { UserType } from '@swath/domain/access/rights'
import type { AuthorityPurpose } from '@swath/domain/zone-terms'
import type { ColumnType } from 'kysely'

/** Read as a Date; written as a Date or as ISO 8601 text with an offset. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>
export type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>

/**
 * Read parsed; written as text by `JSON.stringify`, because pg would write an array as a PostgreSQL
 * array.
 */
export type Json<T> = ColumnType<T, string, string>
export type GeneratedJson<T> = ColumnType<T, string | undefined, string>

/** en, zh-CN, zh-TW, th, ko */
export type Names = Record<string, string>
/** GeoJSON coordinates of a Polygon, WGS-84 degrees: the outer ring, then holes. */
export type Rings = [lng: number, lat: number][][]
/** GeoJSON coordinates of a MultiPolygon. */
export type Parts = Rings[]
export type Details = Record<string, unknown>

/** Exact sums computed by PostgreSQL; read through a cast. */
export type Exact = string

/** A date without a time, as our pg configuration reads it: `YYYY-MM-DD`. */
export type DayText = string

/** A row stored as JSON; times are text. */
export type StoredRow<Row> = {
  [K in keyof Row]: NonNullable<Row[K]> extends Date ? string | Extract<Row[K], null> : Row[K]
}

export type StoredAuthority = {
  name: string
  contactName: string
  phone: string
  email: string
  siteUrl: string
  purpose: AuthorityPurpose | null
}

/** The role of a group of an identity provider; pilots have no console. */
export type GroupRole = { group: string; userType: Exclude<UserType, 2> }

export type SummedVillage = {
  regionCode: string
  village: string
  plots: number
  areaM2: number
  coveredM2: number
  repeatedM2: number
}

export type SummedDay = { day: DayText; sorties: number; coveredM2: number }
