// Pictures of the examples in the gallery. UPDATE_PICTURES=1 accepts changed ones. They show the
// fonts that `.ci/run` installs; without these the tests are skipped.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { launchBrowser } from './chromium.ts'
import { serveGallery } from './gallery-site.ts'
import { findDifference, toStored } from './picture-compare.ts'

/** As `apps/web/gallery/alone.tsx` lists them. */
type Listed = { name: string; isCover: boolean; isWide: boolean; noPicture: string | null }

const stored = fileURLToPath(new URL('pictures/', import.meta.url))
const written = join(tmpdir(), 'swath-pictures')
const isUpdate = process.env['UPDATE_PICTURES'] === '1'
const attempts = 3

const listFonts = (): string => {
  try {
    return execFileSync('fc-list', { encoding: 'utf8' })
  } catch {
    return '' // fontconfig is not installed
  }
}
const hasFonts = /Noto Sans CJK/.test(listFonts())

/** Every example that does not cover the page fits into a window of this height. */
const tallPx = 1200

const variants = [
  {
    variant: 'light',
    search: 'theme=light&language=en',
    sizeOf: ({ isWide, isCover }: Listed) => ({
      width: isWide ? 1000 : 800,
      height: isCover ? 600 : tallPx,
    }),
  },
  {
    variant: 'dark',
    search: 'theme=dark&language=zh-CN',
    sizeOf: ({ isCover }: Listed) => ({ width: 375, height: isCover ? 667 : tallPx }),
  },
]

const site = await serveGallery()
const browser = await launchBrowser()
const page = await browser.newPage({ reducedMotion: 'reduce', timezoneId: 'Asia/Shanghai' })
const errors: string[] = []
page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
page.on('console', (message) => {
  if (message.type() === 'error') errors.push(message.text())
})
page.setDefaultTimeout(20_000)

await page.goto(`${site.address}/?example=none`)
await page.waitForSelector('html[data-ready]')
const listed = await page.evaluate(
  () => (globalThis as unknown as { galleryExamples: Listed[] }).galleryExamples,
)
const pictured = listed.filter(({ noPicture }) => noPicture === null)

afterAll(async () => {
  await browser.close()
  site.close()
})

type Size = { width: number; height: number }
let size: Size | null = null
const resize = async (wanted: Size): Promise<void> => {
  if (size?.width === wanted.width && size.height === wanted.height) return
  await page.setViewportSize(wanted)
  size = wanted
}

/** Shows an example in the page that is open, which is faster than loading it again. */
const show = (name: string): Promise<void> =>
  page.evaluate(async (example) => {
    const { dataset } = document.documentElement
    const params = new URLSearchParams(location.search)
    params.set('example', example)
    history.pushState(null, '', `?${params.toString()}`)
    window.dispatchEvent(new PopStateEvent('popstate'))
    window.scrollTo(0, 0)
    const giveUpMs = performance.now() + 20_000
    while (dataset['ready'] !== example) {
      if (performance.now() > giveUpMs) throw new Error(`the example ${example} is not ready`)
      await new Promise((done) => requestAnimationFrame(done))
    }
  }, name)

const takePicture = async ({ isCover }: Listed): Promise<Buffer> => {
  if (isCover) return page.screenshot()
  const clip = await page.evaluate(() => {
    const { x, y, width, height } = document.querySelector('#example')!.getBoundingClientRect()
    return { x, y, width, height }
  })
  const whole = await page.screenshot({ clip })
  // Without the empty margin around it: much of it would hide a change.
  return sharp(whole).trim({ threshold: 8 }).png({ compressionLevel: 1 }).toBuffer()
}

type Compared = { picture: Buffer; toStore: Buffer; difference: string | null }

const compareOnce = async (example: Listed, before: Buffer | null): Promise<Compared> => {
  const picture = await takePicture(example)
  const toStore = await toStored(picture)
  const difference =
    before === null ? 'there is no stored picture' : await findDifference(toStore, before)
  return { picture, toStore, difference }
}

/** A picture that differs is taken again: a font or a map may not have been drawn yet. */
const compare = async (example: Listed, before: Buffer | null): Promise<Compared> => {
  let compared = await compareOnce(example, before)
  for (let attempt = 1; attempt < attempts && before && compared.difference !== null; attempt++) {
    await page.waitForTimeout(300)
    compared = await compareOnce(example, before)
  }
  return compared
}

describe.runIf(hasFonts).each(variants)('examples, $variant', ({ variant, search, sizeOf }) => {
  let isOpen = false
  test.each(pictured)('$name', async (example) => {
    if (!isOpen) {
      await page.goto(`${site.address}/?example=none&${search}`)
      isOpen = true
    }
    errors.length = 0
    await resize(sizeOf(example))
    await show(example.name)
    const file = `${example.name}.${variant}.webp`
    const before = readdirSync(stored).includes(file) ? readFileSync(join(stored, file)) : null
    const { picture, toStore, difference } = await compare(example, before)
    expect(errors).toEqual([])
    if (difference === null) return
    if (isUpdate) return writeFileSync(join(stored, file), toStore)
    mkdirSync(written, { recursive: true })
    const fresh = join(written, `${example.name}.${variant}.png`)
    writeFileSync(fresh, picture)
    throw new Error(
      `The example ${example.name} (${variant}) looks different: ${difference}. ` +
        `The new picture is ${fresh}. ` +
        'To accept it: UPDATE_PICTURES=1 npm test -- --project pictures',
    )
  })
})

test('every stored picture belongs to an example', () => {
  const names = pictured.flatMap(({ name }) =>
    variants.map(({ variant }) => `${name}.${variant}.webp`),
  )
  const others = readdirSync(stored).filter((file) => !names.includes(file))
  if (isUpdate) for (const file of others) rmSync(join(stored, file))
  else expect(others).toEqual([])
})
