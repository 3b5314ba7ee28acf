// How much of a cell of a raster counts: by sample places, one bit each.
/**
 * Sample places in a cell, one bit each: the Hammersley set. Along either axis the 32 samples lie
 * at 32 different depths, so that an edge along a grid line is placed to 1/64 of a cell (8 mm in a
 * cell of 0.5 m), which a 4 × 8 lattice is not.
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
