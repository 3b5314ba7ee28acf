/**
 * A long reading in parts of `atOnce` rows, each from behind the last row of the one before; the
 * first is read from `undefined`. A part that is not full is the last.
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
