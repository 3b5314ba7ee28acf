// Pictures from untrusted senders: recognised by their first bytes, decoded and encoded again, so
// that only the pixels remain. Everything else in a file (a second file appended to it, scripts,
// positions, serial numbers) is dropped.
import sharp from 'sharp'
import { fail } from '../errors/fail.ts'
import { createTurns } from '../turns.ts'

export type Picture = {
  bytes: Uint8Array
  mediaType: 'image/jpeg' | 'image/png'
  widthPx: number
  heightPx: number
}

/** Longer side of the stored picture; the console shows pictures at a quarter of that size. */
const sidePx = 2048
/**
 * A picture of 40 megapixels that must be decoded as a whole takes 160 MB; there is enough memory
 * for two.
 */
const atOnce = 2
/**
 * Waiting takes a few seconds; further callers get an error. Each waiting one holds the sent file
 * of at most 10 MiB.
 */
const waitingAtMost = 6
const timeoutS = 15

// The library reads dozens of formats. Unneeded ones are disabled in the whole process. SVG remains
// for our own captchas, and never reads files from outside.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadSvgBuffer'],
})
sharp.cache(false)

const detectKind = (bytes: Uint8Array): 'jpeg' | 'png' | null => {
  const begins = (...expected: number[]): boolean => expected.every((byte, i) => bytes[i] === byte)
  if (begins(0xff, 0xd8, 0xff)) return 'jpeg'
  return begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ? 'png' : null
}

const turns = createTurns({ atOnce, waitingAtMost, tooMany: () => fail('unavailable') })

/**
 * Encodes a JPEG or PNG again: upright, sRGB, eight bits, no metadata, at most 2048 px on its
 * longer side.
 * @throws image_unreadable, image_too_large (more than `pixels`), unavailable (too many wait)
 */
export const redraw = (bytes: Uint8Array, { pixels }: { pixels: number }): Promise<Picture> => {
  const kind = detectKind(bytes)
  if (kind === null) return fail('image_unreadable')
  return turns
    .take(async () => {
      try {
        // 'error' and not 'warning': cameras write harmless irregularities; truncated or broken
        // files are still refused.
        const source = sharp(bytes, {
          limitInputPixels: pixels,
          failOn: 'error',
          pages: 1,
          animated: false,
          sequentialRead: true,
        }).timeout({ seconds: timeoutS })
        const { format, width, height } = await source.metadata()
        if (format !== kind || !width || !height) return fail('image_unreadable')
        if (width * height > pixels) return fail('image_too_large')
        const drawn = source
          .autoOrient()
          .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
          .toColourspace('srgb')
        const { data, info } = await (
          kind === 'jpeg' ? drawn.jpeg({ quality: 85 }) : drawn.png({ compressionLevel: 8 })
        ).toBuffer({ resolveWithObject: true })
        return {
          bytes: data,
          mediaType: `image/${kind}` as const,
          widthPx: info.width,
          heightPx: info.height,
        }
      } catch (error) {
        if (/pixel limit|exceeds/i.test((error as Error).message)) return fail('image_too_large')
        throw error
      }
    })
    .catch((error: unknown) =>
      isLibrarys(error) ? fail('image_unreadable') : Promise.reject(error as Error),
    )
}

/**
 * Whether an error is the library's, which throws plain Errors, unlike this program and the system.
 */
const isLibrarys = (error: unknown): boolean =>
  error instanceof Error && error.constructor === Error && !('code' in error)
