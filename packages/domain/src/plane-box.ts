/** Metres of a plane. */
export type PlaneBox = {
  readonly minX: number
  readonly minY: number
  readonly maxX: number
  readonly maxY: number
}

/** Whether a strip from a to b, `half` wide to either side, lies outside the box. */
export function isBeside(
  box: PlaneBox,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  half: number,
): boolean {
  return (
    Math.max(ax, bx) + half < box.minX ||
    Math.min(ax, bx) - half > box.maxX ||
    Math.max(ay, by) + half < box.minY ||
    Math.min(ay, by) - half > box.maxY
  )
}
