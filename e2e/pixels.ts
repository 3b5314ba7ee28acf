// Finds drawn objects on the map by their colours, because a canvas has no elements.
import type { Page } from 'playwright-core'
import sharp from 'sharp'

type Clip = { x: number; y: number; width: number; height: number }
type Rgb = readonly [red: number, green: number, blue: number]

const parseRgb = (colour: string): Rgb =>
  [1, 3, 5].map((from) => parseInt(colour.slice(from, from + 2), 16)) as unknown as Rgb

/** Pixels of a part of the page, three bytes each, row after row. */
const readPixels = async (page: Page, clip: Clip): Promise<Buffer> =>
  sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer()

/**
 * How many pixels are of a colour (#RRGGBB), each part within `tolerance`; and their middle, in the
 * page's pixels.
 */
export const colourIn = async (
  page: Page,
  clip: Clip,
  colour: string,
  tolerance = 12,
): Promise<{ count: number; x: number; y: number }> => {
  const [red, green, blue] = parseRgb(colour)
  const pixels = await readPixels(page, clip)
  let [count, sumX, sumY] = [0, 0, 0]
  for (let i = 0; i < pixels.length; i += 3) {
    if (
      Math.abs(pixels[i]! - red) > tolerance ||
      Math.abs(pixels[i + 1]! - green) > tolerance ||
      Math.abs(pixels[i + 2]! - blue) > tolerance
    )
      continue
    count++
    sumX += (i / 3) % clip.width
    sumY += Math.floor(i / 3 / clip.width)
  }
  return { count, x: clip.x + sumX / count, y: clip.y + sumY / count }
}
