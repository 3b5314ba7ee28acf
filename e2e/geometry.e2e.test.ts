// A file of fields with a wrong row: reviewed, imported in part, exported in another format, read
// back, and undone.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openAs, visit, type Visitor } from './browser.ts'
import { freshSerial } from './calls.ts'

const listPath = '/business_manage/block-list'
type Place = readonly [number, number]

/** In Henan. */
const square = (lng: number, lat: number): Place[] => [
  [lng, lat],
  [lng + 0.001, lat],
  [lng + 0.001, lat + 0.001],
  [lng, lat + 0.001],
  [lng, lat],
]
const fieldsOf = (mark: string): string => {
  const [a, b, c, d] = square(114.03, 35.02) as [Place, Place, Place, Place]
  const feature = (name: string, ring: readonly Place[]) => ({
    type: 'Feature',
    properties: { name: `${name} ${mark}` },
    geometry: { type: 'Polygon', coordinates: [ring] },
  })
  return JSON.stringify({
    type: 'FeatureCollection',
    features: [
      feature('North', square(114.01, 35.02)),
      feature('Open', square(114.02, 35.02).slice(0, 4)),
      feature('Crossed', [a, c, b, d, a]),
    ],
  })
}

const choose = async ({ page }: Visitor, name: string, content: Buffer): Promise<void> => {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content })
}

test('a file with a wrong row is imported in part, exported, read back, and undone', async () => {
  const mark = freshSerial('G')
  const visitor = await visit({ width: 1280, height: 800 })
  const { page } = visitor
  await openAs(visitor, '13800000004', listPath)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.waitForURL(`**${listPath}/import`)

  await choose(visitor, 'fields.geojson', Buffer.from(fieldsOf(mark)))
  await page.waitForURL(`**${listPath}/import/*`)
  const rows = page.getByRole('list', { name: 'Items found' }).locator('> li')
  await expect.poll(() => rows.count()).toBe(3)
  await page.getByText('Outline crosses itself').waitFor()
  await page.getByText('Outline not closed').waitFor()
  await page.getByRole('button', { name: 'Import 2', exact: true }).click()
  await page.getByText('2 imported').waitFor()
  const path = new URL(page.url()).pathname

  await page.goto(`${listPath}?search=${mark}`)
  await page.locator('tr', { hasText: `North ${mark}` }).waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Shapefile (ZIP)' }).click()
  const file = await download
  const bytes = readFileSync(await file.path())

  await page.goto(`${listPath}/import`)
  await choose(visitor, file.suggestedFilename(), bytes)
  await page.waitForURL(`**${listPath}/import/*`)
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByText(`Open ${mark}`).waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL(`**${listPath}/import`)

  await page.goto(path)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('Import undone.').waitFor()
  await page.goto(`${listPath}?search=${mark}`)
  await page.getByText('No results').first().waitFor()
})
