/**
 * Reads many rows in parts of `atOnce`, each starting after the last row of the previous one; the
 * first starts at `undefined`. A part that is not full is the last.
 */
export const inParts = async function* <Row>(
  atOnce: number,
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined
  for (;;) {
    const rows = await read(last)
    yield rows
    last = rows.at(-1)
    if (!last || rows.length < atOnce) return
  }
}
