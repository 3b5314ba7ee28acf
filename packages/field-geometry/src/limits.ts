/** Against files that were made to cost; ordinary ones of a country's land register stay below. */
export const LIMITS = {
  features: 20_000,
  corners: 2_000_000,
  /** Of one ring as it is kept; longer ones are thinned. */
  cornersARing: 2_000,
  ringsAPart: 20,
  parts: 50,
  properties: 60,
  propertyCharacters: 500,
  nameCharacters: 80,
  /** Of what a file in a zip unpacks to. */
  unpackedBytes: 134_217_728,
  layers: 50,
  jsonDepth: 64,
} as const
