// A farmer shares the report of a flight from a phone in Thai; a stranger opens it without signing
// in, until the link is revoked.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openAs, settled, signIn, visit, type Visitor } from './browser.ts'
import { callsAs } from './calls.ts'

const farmer = '13800000007'
const telephone = { width: 375, height: 740, locale: 'th-TH' } as const
/** If set, the screens are saved in this folder, to look at them. */
const pictures = process.env['SHARE_PICTURES']

type PlotWork = { items: { blockId: string; last: object | null }[] }

const picture = async ({ page }: Visitor, name: string): Promise<void> => {
  if (!pictures) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
}

/** No part of the page is wider than the window. */
const expectNoSideways = async ({ page }: Visitor): Promise<void> =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)

test('three taps from a flight to a link that a stranger opens, until it is revoked', async () => {
  const calls = await callsAs(farmer)
  const { items } = await calls.get<PlotWork>('/api/drone/mointor/manage/getPlotWork')
  const sprayed = items.find(({ last }) => last !== null)!
  const visitor = await visit({ ...telephone, maps: false })
  const { page } = visitor
  await signIn(visitor, farmer)
  await settled(visitor)
  await page.goto(`/business_manage/block-list?open=${sprayed.blockId}`)

  await page.getByRole('button', { name: 'รายละเอียด', exact: true }).click()
  await page.locator('a[href*="/plot-report/"]').first().click()
  await page.waitForURL('**/plot-report/**')
  await page.getByRole('button', { name: 'แชร์' }).click()
  await page.getByRole('button', { name: 'สร้างลิงก์' }).click()

  const address = await page.getByRole('textbox', { name: 'ลิงก์' }).inputValue()
  expect(address).toMatch(/\/s\/[\w-]{22}$/)
  await page.getByRole('img', { name: 'คิวอาร์โค้ดของลิงก์' }).waitFor()
  await expectNoSideways(visitor)
  await picture(visitor, 'dialog-375')

  const stranger = await visit({ ...telephone, locale: 'ko-KR', maps: false })
  const answer = await stranger.page.goto(address)
  expect(answer?.headers()).toMatchObject({
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  await stranger.page.getByRole('heading', { name: '작업 보고서' }).waitFor()
  await stranger.page.getByRole('img', { name: /북쪽/ }).first().waitFor()
  await expectNoSideways(stranger)
  await picture(stranger, 'page-375')
  await stranger.page.setViewportSize({ width: 1440, height: 900 })
  await picture(stranger, 'page-1440')
  await stranger.page.getByRole('combobox', { name: '언어' }).selectOption('en')
  await stranger.page.getByRole('heading', { name: 'Work report' }).waitFor()

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await page.getByRole('button', { name: 'แชร์' }).click()
  const dialog = page.getByRole('dialog')
  // Another language is no other opening.
  await dialog.getByText('เปิดแล้ว 1 ครั้ง').waitFor()
  await picture(visitor, 'dialog-1440')
  await dialog.getByRole('button', { name: 'ยกเลิกลิงก์' }).click()
  await page
    .getByRole('dialog', { name: 'ยกเลิกลิงก์นี้หรือไม่' })
    .getByRole('button', { name: 'ยกเลิกลิงก์' })
    .click()
  await dialog.getByText(/^ยกเลิกเมื่อ/).waitFor()

  await stranger.page.reload()
  await stranger.page.getByText('This link doesn’t work').waitFor()
  await picture(stranger, 'dead-1440')
  stranger.takeTroubles() // the answer 404
})

test('one tap from the home of a farmer to a card of the last spraying, which can be shared', async () => {
  const visitor = await visit({ ...telephone, maps: false })
  const { page } = visitor
  await openAs(visitor, farmer, '/')
  await settled(visitor)
  await page.getByRole('list', { name: 'แปลงของฉัน' }).getByRole('button').first().click()
  await page.getByRole('img', { name: /^พื้นที่แปลงที่พ่นแล้ว/ }).waitFor()
  await page.getByText('สภาพอากาศขณะพ่น').waitFor()
  await expectNoSideways(visitor)
  await picture(visitor, 'card-375')
  await page.getByRole('button', { name: 'แชร์' }).click()
  await page.getByRole('button', { name: 'สร้างลิงก์' }).waitFor()
})
