/**
 * A straight pass with the pump on, in one plot's frame: the rectangle `swathWidthM` wide around it is
 * sprayed.
 */
export type Pass = {
  readonly from: readonly [xM: number, yM: number]
  readonly to: readonly [xM: number, yM: number]
  readonly swathWidthM: number
}

const measureLength = ({ from, to }: Pass): number => Math.hypot(to[0] - from[0], to[1] - from[1])

/** Whether all passes run along the x axis, as those over a plot do. */
export const isAligned = (passes: readonly Pass[]): boolean =>
  passes.every(({ from, to }) => Math.abs(to[1] - from[1]) < 1e-6)

/**
 * Exact area of the union of passes along x. Between two neighbouring edges (in y) nothing changes,
 * so the area is the sum of slab heights times the covered length in each. Independent of the
 * server's raster, because tests verify the raster with it.
 */
export function coveredM2(passes: readonly Pass[]): number {
  const edges = [
    ...new Set(
      passes.flatMap(({ from, swathWidthM }) => [
        from[1] - swathWidthM / 2,
        from[1] + swathWidthM / 2,
      ]),
    ),
  ].sort((a, b) => a - b)
  let areaM2 = 0
  for (let i = 0; i + 1 < edges.length; i++) {
    const middle = (edges[i]! + edges[i + 1]!) / 2
    const spans = passes
      .filter(({ from, swathWidthM }) => Math.abs(from[1] - middle) < swathWidthM / 2)
      .map(({ from, to }) => [Math.min(from[0], to[0]), Math.max(from[0], to[0])] as const)
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

const CELL_M = 0.25

/**
 * The same for passes in any direction, counted in cells of 25 cm whose centre is inside one of the
 * rectangles.
 */
export function coveredOnGridM2(passes: readonly Pass[]): number {
  const cells = new Set<number>()
  for (const pass of passes) {
    const {
      from: [ax, ay],
      to: [bx, by],
      swathWidthM,
    } = pass
    const length = measureLength(pass)
    if (length === 0) continue
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length]
    const reach = swathWidthM / 2
    const firstRow = Math.floor((Math.min(ay, by) - reach) / CELL_M)
    const lastRow = Math.ceil((Math.max(ay, by) + reach) / CELL_M)
    for (let row = firstRow; row <= lastRow; row++) {
      for (
        let column = Math.floor((Math.min(ax, bx) - reach) / CELL_M);
        column <= Math.ceil((Math.max(ax, bx) + reach) / CELL_M);
        column++
      ) {
        const [x, y] = [(column + 0.5) * CELL_M - ax, (row + 0.5) * CELL_M - ay]
        const along = x * ux + y * uy
        if (along >= 0 && along <= length && Math.abs(y * ux - x * uy) <= reach)
          cells.add((row + 1e6) * 4e6 + column + 2e6)
      }
    }
  }
  return cells.size * CELL_M * CELL_M
}

export const sweptM2 = (passes: readonly Pass[]): number =>
  passes.reduce((sum, pass) => sum + measureLength(pass) * pass.swathWidthM, 0)
