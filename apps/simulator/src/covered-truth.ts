/** A sprayed strip: the rectangle `widthM` wide around a straight pass, all in one plot's frame. */
export type Strip = { readonly yM: number; readonly fromXM: number; readonly toXM: number; readonly widthM: number }

/**
 * Exact area of the union of parallel strips. Between two neighbouring edges (in y) nothing changes, so the area is the sum of
 * slab heights times the covered length in each. Written on its own, apart from the server's raster, because it judges it.
 */
export function coveredM2(strips: readonly Strip[]): number {
  const edges = [...new Set(strips.flatMap((strip) => [strip.yM - strip.widthM / 2, strip.yM + strip.widthM / 2]))].sort((a, b) => a - b)
  let areaM2 = 0
  for (let i = 0; i + 1 < edges.length; i++) {
    const middle = (edges[i]! + edges[i + 1]!) / 2
    const spans = strips
      .filter((strip) => Math.abs(strip.yM - middle) < strip.widthM / 2)
      .map((strip) => [Math.min(strip.fromXM, strip.toXM), Math.max(strip.fromXM, strip.toXM)] as const)
      .sort((a, b) => a[0] - b[0])
    let reachedX = -Infinity
    let lengthM = 0
    for (const [from, to] of spans) {
      if (to <= reachedX) continue
      lengthM += to - Math.max(from, reachedX)
      reachedX = to
    }
    areaM2 += lengthM * (edges[i + 1]! - edges[i]!)
  }
  return areaM2
}

export function sweptM2(strips: readonly Strip[]): number {
  return strips.reduce((sum, strip) => sum + Math.abs(strip.toXM - strip.fromXM) * strip.widthM, 0)
}
