import type { LngLat } from '@swath/domain/lng-lat'
import type { Polygon } from '@swath/domain/polygon'

/** What geometry comes in and goes out as. */
export const geometryFormats = [
  'geojson',
  'kml',
  'kmz',
  'shapefile',
  'csv',
  'isoxml',
  'ed-269',
  'ed-318',
] as const
export type GeometryFormat = (typeof geometryFormats)[number]

/** Ground as it is kept: one or several polygons, each with its holes, or a circle. */
export type FieldShape =
  | { readonly kind: 'polygon'; readonly parts: readonly Polygon[] }
  | { readonly kind: 'circle'; readonly center: LngLat; readonly radiusM: number }

/** As a file tells it, before anybody has looked whether it is right. */
export type ToldGeometry =
  | { readonly kind: 'polygons'; readonly parts: readonly Polygon[] }
  /** Rings whose winding alone says which are outlines and which are holes (Shapefile). */
  | { readonly kind: 'rings'; readonly rings: Polygon }
  | { readonly kind: 'circle'; readonly center: LngLat; readonly radiusM: number }
  /** A path; drawn round a field it may stand for its outline. */
  | { readonly kind: 'lines'; readonly lines: Polygon }
  /** `found`: what it is instead, in the words of the file; empty where there is nothing. */
  | { readonly kind: 'none'; readonly found: string }

export type HeightReference = 'ground' | 'sea'

/**
 * One of a week: the days on which it begins, 1 Monday to 7 Sunday, and times of UTC as HH:MM. One that
 * ends at or before its beginning ends on the next day.
 */
export type ZoneWindow = {
  readonly days: readonly number[]
  readonly startTime: string
  readonly endTime: string
}

export type ZoneAuthority = {
  readonly name: string
  readonly service: string
  readonly contactName: string
  readonly siteUrl: string
  readonly email: string
  readonly phone: string
  /** AUTHORIZATION, NOTIFICATION or INFORMATION; empty where it is not told. */
  readonly purpose: string
}

/** Classes of ED-269, 8.3 (REQ_AUTHORISATION there, REQ_AUTHORIZATION in ED-318). */
export const restrictionClasses = [
  'PROHIBITED',
  'REQ_AUTHORISATION',
  'CONDITIONAL',
  'NO_RESTRICTION',
] as const
export type RestrictionClass = (typeof restrictionClasses)[number]

/** What ED-269 and ED-318 say of a zone beside where it is. */
export type ZoneFacts = {
  readonly identifier: string
  readonly country: string
  readonly restriction: RestrictionClass
  readonly conditions: string
  readonly reasons: readonly string[]
  readonly otherReason: string
  readonly message: string
  readonly lowerM: number
  readonly lowerReference: HeightReference
  /** null: without limit */
  readonly upperM: number | null
  readonly upperReference: HeightReference
  /** ISO 8601 */
  readonly validFrom: string | null
  readonly validUntil: string | null
  readonly windows: readonly ZoneWindow[]
  readonly authorities: readonly ZoneAuthority[]
}

export type ToldFeature = {
  /** From 1, in the order of the file; a row of a table, a placemark, a feature. */
  readonly row: number
  /** The file of a zip, the folder of a KML; empty where there is none. */
  readonly layer: string
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly geometry: ToldGeometry
  readonly zone: ZoneFacts | null
  /** What the file itself made wrong about it. */
  readonly problems: readonly Problem[]
}

export const problemReasons = [
  'empty',
  'wrong_type',
  'line_as_outline',
  'unclosed',
  'ring_order',
  'duplicate_points',
  'spike',
  'self_touching',
  'small_loop',
  'tiny_rings',
  'self_crossing',
  'too_few_points',
  'no_area',
  'not_a_number',
  'out_of_range',
  'swapped',
  'hole_outside',
  'hole_crossing',
  'holes_overlap',
  'parts_overlap',
  'too_many_corners',
  'too_many_rings',
  'too_many_parts',
  'too_large',
  'too_small',
  'circle_size',
  'parts_left_out',
  'unreadable_row',
  'ellipsoid_height',
  'crossing_date_line',
] as const
export type ProblemReason = (typeof problemReasons)[number]

/** What is wrong with a feature, or was. */
export type Problem = {
  readonly reason: ProblemReason
  /** The shape that is given has it put right. */
  readonly isRepaired: boolean
  /** Where; null: everywhere, or nowhere. */
  readonly at: LngLat | null
  /** How many times, or how much, where that says something. */
  readonly count: number
}

/** What is to be known of the file as a whole. */
export const fileNotes = [
  'no_system_told',
  'unknown_system',
  'datum_not_known',
  'encoding_guessed',
  'axes_swapped',
  'swap_suspected',
  'cut_off',
  'too_many_features',
  'too_many_layers',
  'too_many_corners',
  'entities_refused',
  'several_layers',
  'no_attributes',
] as const
export type FileNote = (typeof fileNotes)[number]

export type ReadFeature = Omit<ToldFeature, 'geometry'> & {
  /** As it may be kept; null: not at all. */
  readonly shape: FieldShape | null
  readonly areaM2: number
}

export type ReadFile = {
  readonly format: GeometryFormat
  readonly features: readonly ReadFeature[]
  readonly notes: readonly FileNote[]
  /** What the positions are counted in, in the file's own words. */
  readonly system: string
  /** Of the texts of a table. */
  readonly encoding: string
  /** Names of properties, those that most features have first. */
  readonly columns: readonly string[]
}

/** Why nothing of a file can be read. */
export const fileProblems = [
  'not_geometry',
  'other_format',
  'no_features',
  'too_large',
  'damaged',
  'encrypted',
  'unknown_system',
] as const
export type FileProblem = (typeof fileProblems)[number]

export class UnreadableGeometry extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}
