import type { LngLat } from '@swath/domain/lng-lat'
import type { Polygon } from '@swath/domain/polygon'

/** Geometry formats that can be imported and exported. */
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
/** Formats that can be imported: those above, and some that are not written. */
export const readFormats = [...geometryFormats, 'esri-json'] as const
export type ReadFormat = (typeof readFormats)[number]

/** A stored shape: one or several polygons, each with its holes, or a circle. */
export type FieldShape =
  | { readonly kind: 'polygon'; readonly parts: readonly Polygon[] }
  | { readonly kind: 'circle'; readonly center: LngLat; readonly radiusM: number }

/** Geometry as stated in the file, not validated yet. */
export type ParsedGeometry =
  | { readonly kind: 'polygons'; readonly parts: readonly Polygon[] }
  /** Rings whose winding determines which are outlines and which are holes (Shapefile). */
  | { readonly kind: 'rings'; readonly rings: Polygon }
  | { readonly kind: 'circle'; readonly center: LngLat; readonly radiusM: number }
  /** A path; drawn around a field it may be its outline. */
  | { readonly kind: 'lines'; readonly lines: Polygon }
  /** `found`: the type found instead, as named in the file; empty if there is none. */
  | { readonly kind: 'none'; readonly found: string }

export type HeightReference = 'ground' | 'sea'

/** A person's choices for zones, used if the file has no value or one that is not understood. */
export type ZoneSayings = {
  readonly heightUnit: '' | 'm' | 'ft' | 'FL'
  readonly heightReference: '' | HeightReference
  readonly radiusUnit: '' | 'm' | 'km' | 'ft' | 'NM'
}
export const nothingSaid: ZoneSayings = { heightUnit: '', heightReference: '', radiusUnit: '' }

/**
 * A weekly window: the days on which it begins (1 Monday to 7 Sunday), and UTC times as HH:MM. If
 * the end is not after the beginning, it is on the next day.
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
  /** AUTHORIZATION, NOTIFICATION or INFORMATION; empty if not given. */
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

/** Facts about a zone from ED-269 and ED-318, other than its geometry. */
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

export type ParsedFeature = {
  /** From 1, in the order of the file; a row of a table, a placemark, a feature. */
  readonly row: number
  /** The file of a zip, the folder of a KML; empty where there is none. */
  readonly layer: string
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly geometry: ParsedGeometry
  readonly zone: ZoneFacts | null
  /** Problems with the feature in the file itself. */
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
  'no_boundary',
  'obstacles_left_out',
  'pressure_height',
  'upper_below_lower',
  'unknown_height_unit',
  'unknown_radius_unit',
  'unknown_reference',
  'unknown_class',
  'unknown_hours',
  'unknown_time',
  'unknown_words',
  'too_many_hours',
  'below_ground',
  'until_before_from',
  'zone_refused',
  'too_complex',
] as const
export type ProblemReason = (typeof problemReasons)[number]

/** A problem with a feature, repaired or not. */
export type Problem = {
  readonly reason: ProblemReason
  /** The problem is repaired in the given shape. */
  readonly isRepaired: boolean
  /** Place of the problem; null: no single place. */
  readonly at: LngLat | null
  /** How many times, or how much, if that is meaningful. */
  readonly count: number
  /** The value in the file that caused it. */
  readonly word?: string
}

/** Notes about the file as a whole. */
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
  // Documents that were not read, by reason
  'left_out_no_ground',
  'left_out_damaged',
  'left_out_other_format',
  'left_out_encrypted',
  'left_out_too_large',
  'left_out_nested',
  'left_out_missing',
  'left_out_linked',
  'left_out_system',
  'told_twice',
  'deleted_rows',
  // Attributes of zones that are missing, and how zones are read without them
  'class_missing',
  'zone_missing',
  'height_unit_missing',
  'height_reference_missing',
  'radius_unit_missing',
  'radius_in_feet',
] as const
export type FileNote = (typeof fileNotes)[number]
/** Details of a note: names of documents, numbers of rows, words of the file. */
export type NoteDetails = Readonly<Partial<Record<FileNote, readonly string[]>>>

export type ReadFeature = Omit<ParsedFeature, 'geometry'> & {
  /** The valid shape; null if there is none. */
  readonly shape: FieldShape | null
  readonly areaM2: number
}

export type ReadFile = {
  readonly format: ReadFormat
  readonly features: readonly ReadFeature[]
  readonly notes: readonly FileNote[]
  readonly noteDetails: NoteDetails
  /** Coordinate system of the positions, as named in the file. */
  readonly system: string
  /** Encoding of the texts of a table. */
  readonly encoding: string
  /** Names of properties, the most frequent first. */
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
  'fields_elsewhere',
] as const
export type FileProblem = (typeof fileProblems)[number]

export class UnreadableGeometry extends Error {
  readonly problem: FileProblem
  /** Names of a format or of files that the problem is about. */
  readonly about: readonly string[]
  constructor(problem: FileProblem, about: readonly string[] = []) {
    super(problem)
    this.problem = problem
    this.about = about
  }
}
