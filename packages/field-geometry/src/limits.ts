/**
 * Limits against files crafted to be slow; ordinary files of a country's land register stay below.
 */
export const LIMITS = {
  features: 20_000,
  corners: 2_000_000,
  properties: 60,
  propertyCharacters: 500,
  nameCharacters: 80,
  /** Unpacked size of the files in a zip. */
  unpackedBytes: 134_217_728,
  layers: 50,
  /** Zips in a zip in a zip are not opened. */
  zipDepth: 2,
  namesANote: 20,
  jsonDepth: 64,
  /** More than any stored feature has; containment is tested for each pair of rings. */
  ringsAFeature: 1_000,
  /** Corners of a ring that touches itself: they are checked again after each cut. */
  cornersCut: 10_000_000,
  /** Number of nearby edges that may be visited, for one geometry and for a whole file. */
  edgesLookedAtOfOne: 50_000_000,
  edgesLookedAt: 400_000_000,
  /** For one airspace zone; one with more is taken to be in force at all hours. */
  windows: 20,
  authorities: 20,
  reasons: 20,
  /** Maximum length of each text of an authority about a zone. */
  sayingCharacters: 1_000,
} as const

/** The kind of rows to be stored. */
export type Kept = {
  /** Maximum corners of one ring; longer rings are thinned. */
  readonly cornersARing: number
  readonly ringsAPart: number
  readonly parts: number
}
/** Drones store zones in little memory, and receive them over the air. */
export const keptZones: Kept = { cornersARing: 2_000, ringsAPart: 20, parts: 50 }
/** A register's parcels keep their area to a thousandth. */
export const keptPlots: Kept = { cornersARing: 10_000, ringsAPart: 50, parts: 100 }
