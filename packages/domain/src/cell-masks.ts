// The covered share of a raster cell, by sample points with one bit each.
/**
 * Sample points in a cell, one bit each: the Hammersley set. Along either axis the 32 samples have
 * 32 different offsets, which places an edge along a grid line to 1/64 of a cell (8 mm in a cell of
 * 0.5 m). A 4 × 8 lattice does not.
 */
export const SAMPLES = 32
export const SAMPLE_X = Float64Array.from({ length: SAMPLES }, (_, i) => (i + 0.5) / SAMPLES)
export const SAMPLE_Y = Float64Array.from(
  { length: SAMPLES },
  (_, i) => (reversed5(i) + 0.5) / SAMPLES,
)
export const FULL = 0xffff_ffff

function reversed5(i: number): number {
  return ((i & 1) << 4) | ((i & 2) << 2) | (i & 4) | ((i & 8) >> 2) | ((i & 16) >> 4)
}

export function bitCount(mask: number): number {
  let v = mask - ((mask >>> 1) & 0x5555_5555)
  v = (v & 0x3333_3333) + ((v >>> 2) & 0x3333_3333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
