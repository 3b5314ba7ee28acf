export type RowWindow = { readonly first: number; /** Not included. */ readonly end: number }

/** The visible rows of a list with equal heights, plus a few on both sides for smooth scrolling. */
export const rowsInView = (
  scrollTopPx: number,
  heightPx: number,
  rowPx: number,
  count: number,
  spare = 4,
): RowWindow => ({
  first: Math.max(0, Math.min(count, Math.floor(scrollTopPx / rowPx) - spare)),
  end: Math.min(count, Math.ceil((scrollTopPx + heightPx) / rowPx) + spare),
})
