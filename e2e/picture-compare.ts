// Compares pictures by the mean colours of their cells, because another version of the browser or
// of a font moves single pixels.
import sharp from 'sharp'

/** Pixels of the stored picture: 8 px of the page. */
const cellPx = 4
/** Difference out of 255, in the channel that differs most. */
const clearDifference = 24
const differingAtMost = 0.03
const sizeDiffersAtMost = 0.04
/** Sizes of small pictures are rounded. */
const slackPx = 2

/** As pictures are stored: in half their size, to keep the repository small. */
export const toStored = async (picture: Buffer): Promise<Buffer> => {
  const { width, height } = await sharp(picture).metadata()
  return sharp(picture)
    .resize(Math.ceil(width / 2), Math.ceil(height / 2), { fit: 'fill' })
    .webp({ quality: 50 })
    .toBuffer()
}

type Size = { readonly width: number; readonly height: number }

const readCells = async (picture: Buffer, { width, height }: Size): Promise<Buffer> =>
  sharp(picture).resize(width, height, { fit: 'fill' }).removeAlpha().raw().toBuffer()

const isOtherSize = (px: number, storedPx: number): boolean =>
  Math.abs(px - storedPx) > Math.max(slackPx, storedPx * sizeDiffersAtMost)

/**
 * Both pictures are as `toStored` returns them.
 * @returns the difference in words; null: they look the same
 */
export const findDifference = async (fresh: Buffer, stored: Buffer): Promise<string | null> => {
  if (fresh.equals(stored)) return null
  const now = await sharp(fresh).metadata()
  const before = await sharp(stored).metadata()
  if (isOtherSize(now.width, before.width) || isOtherSize(now.height, before.height))
    return `its size is ${now.width * 2} × ${now.height * 2} px instead of ${before.width * 2} × ${before.height * 2} px`
  const grid = { width: Math.ceil(now.width / cellPx), height: Math.ceil(now.height / cellPx) }
  const [cells, storedCells] = await Promise.all([readCells(fresh, grid), readCells(stored, grid)])
  let differing = 0
  for (let i = 0; i < cells.length; i += 3) {
    const difference = Math.max(
      ...[0, 1, 2].map((channel) => Math.abs(cells[i + channel]! - storedCells[i + channel]!)),
    )
    if (difference > clearDifference) differing++
  }
  const share = differing / (grid.width * grid.height)
  return share > differingAtMost
    ? `${(share * 100).toFixed(1)} % of its cells differ clearly`
    : null
}
