export type RowWindow = { readonly first: number; /** Not included. */ readonly end: number }

/**
 * The rows that are seen in a list of equal heights, with a few on both sides for a scrolling hand.
 */
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
