// A statistic from the question to the mail: built, saved, shown full screen, exported, sent; and
// the figures of each drone, in the list and as a file made by a job.
import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { violationsIn } from './axe.ts'
import { openAs, settled, visit, type DemoPhone, type Visitor } from './browser.ts'
import { freshMark } from './calls.ts'

const look = { width: 1280, height: 800, maps: false }
const list = '/data_stat_manage/data-stat-list'
/** Unique names in this run: the program may be used by several. */
let run: string
beforeEach(() => {
  run = freshMark()
})

const enter = async (phone: DemoPhone, path: string, how: object = look): Promise<Visitor> => {
  const visitor = await visit(how)
  await openAs(visitor, phone, path)
  await settled(visitor)
  return visitor
}

const choose = async ({ page }: Visitor, field: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option })
    .first()
    .click()
}

const download = async ({ page }: Visitor, format: string): Promise<Buffer> => {
  await page.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ])
  return readFile(await file.path())
}

describe('a statistic', () => {
  test('is built, saved, shown on a full screen, exported and sent', async () => {
    const name = `Who sprayed ${run}`
    const visitor = await enter('13800000002', list)
    const { page } = visitor
    await page.getByRole('button', { name: 'New statistic' }).click()
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('img').first().waitFor()
    // Options that cannot be combined are disabled with the reason.
    await page.getByRole('combobox', { name: 'Chart type' }).click()
    await page.getByText('Choose “Split by” first.').first().waitFor()
    await page.keyboard.press('Escape')
    await choose(visitor, 'Group by', 'Operator')
    await preview.getByRole('columnheader', { name: 'Operator' }).waitFor()
    await page.getByLabel('Name').fill(name)
    await settled(visitor)
    expect(await violationsIn(visitor)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name }).waitFor()
    await page.getByRole('img', { name }).waitFor()
    const rows = await page.locator('tbody tr').count()
    expect(rows).toBeGreaterThan(1)

    await page.getByRole('button', { name: 'Full screen' }).click()
    await page.getByRole('button', { name: 'Exit full screen' }).click()

    expect((await download(visitor, 'PNG')).subarray(1, 4).toString()).toBe('PNG')
    expect((await download(visitor, 'SVG')).toString()).toContain('<svg')
    const lines = (await download(visitor, 'CSV')).toString().trim().split('\r\n')
    // A header, the rows, the total.
    expect(lines).toHaveLength(rows + 2)

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Send by e-mail' }).click()
    const form = page.getByRole('dialog', { name: `Send “${name}” by e-mail` })
    await form.getByRole('button', { name: 'Send to me now' }).waitFor()
    expect(await violationsIn(visitor)).toEqual([])
  })
})

describe('drone statistics', () => {
  test('totals fit the rows, and a file is made while the page is left', async () => {
    const visitor = await enter('13800000004', `${list}/~/drone-statistics`)
    const { page } = visitor
    await page.locator('tr.ant-table-row[tabindex]').first().waitFor() // not those of the placeholder
    expect(await violationsIn(visitor)).toEqual([])
    const droneNum = async (): Promise<number> => {
      const drones = await page.locator('dl div', { hasText: 'Drones' }).first().innerText()
      return Number(/\d+/.exec(drones.replaceAll(',', ''))![0])
    }
    const before = await droneNum()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    await page.getByRole('region', { name: 'Files' }).waitFor()
    await page.goto('/monitor_manage/monitor')
    await page.goto(`${list}/~/drone-statistics`)
    const files = page.getByRole('region', { name: 'Files' })
    const fetch = files.getByRole('button', { name: 'Download' })
    await fetch.first().waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), fetch.first().click()])
    const lines = (await readFile(await file.path())).toString().trim().split('\r\n')
    // A drone that flew for the first time meanwhile, in another journey, is in the file.
    expect(lines.length - 1).toBeGreaterThanOrEqual(before)
    await page.reload()
    await settled(visitor)
    expect(lines.length - 1).toBeLessThanOrEqual(await droneNum())
    await fetch.first().waitFor()
    const fileNum = await fetch.count()
    await files.getByRole('button', { name: 'Delete' }).first().click()
    await expect.poll(() => fetch.count()).toBe(fileNum - 1)
  })
})
