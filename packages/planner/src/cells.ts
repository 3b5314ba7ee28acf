// Groups of strips that can be flown one after the other without a detour: cells of the
// boustrophedon decomposition (H. Choset, P. Pignon: Coverage Path Planning: The Boustrophedon
// Cellular Decomposition, FSR 1997). A cell ends where a line splits or two lines merge.
import type { Line } from './lay-lines.ts'
import { toleranceM, type Span } from './plane.ts'

const overlaps = (a: Span, b: Span): boolean => a[0] < b[1] - toleranceM && b[0] < a[1] - toleranceM

/**
 * The cell number of each span of each line; a line that does not follow the one before begins new
 * cells.
 */
export const numberCells = (lines: readonly Line[], spacingM: number): number[][] => {
  let next = 0
  let before: { spans: readonly Span[]; cells: number[]; yM: number } | null = null
  return lines.map(({ spans, yM }) => {
    const near = before !== null && Math.abs(yM - before.yM) < 1.5 * spacingM ? before : null
    const cells = spans.map((span) => {
      const above = near?.spans.flatMap((one, i) => (overlaps(one, span) ? [i] : [])) ?? []
      if (above.length !== 1) return next++
      const shared = spans.filter((one) => overlaps(one, near!.spans[above[0]!]!)).length
      return shared === 1 ? near!.cells[above[0]!]! : next++
    })
    before = { spans, cells, yM }
    return cells
  })
}
