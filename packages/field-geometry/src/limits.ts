/** Against files that were made to cost; ordinary ones of a country's land register stay below. */
export const LIMITS = {
  features: 20_000,
  corners: 2_000_000,
  properties: 60,
  propertyCharacters: 500,
  nameCharacters: 80,
  /** Of what a file in a zip unpacks to. */
  unpackedBytes: 134_217_728,
  layers: 50,
  jsonDepth: 64,
} as const

/** As what ground may be kept. */
export type Kept = {
  /** Of one ring; longer ones are thinned. */
  readonly cornersARing: number
  readonly ringsAPart: number
  readonly parts: number
}
/** Drones hold zones in little room, and are told them over the air. */
export const keptZones: Kept = { cornersARing: 2_000, ringsAPart: 20, parts: 50 }
/** A register's parcels keep their area to a thousandth. */
export const keptPlots: Kept = { cornersARing: 10_000, ringsAPart: 50, parts: 100 }
