// A company draws a plot of two parts, shares it with a farmer who accepts, and deletes it.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openAs, settled, visit, type DemoPhone, type Visitor } from './browser.ts'
import { callsAs, freshSerial } from './calls.ts'

const listPath = '/business_manage/block-list'
const company = '13800000004'
const farmer = '13800000007'

type Plot = {
  blockId: string
  blockName: string
  holding: string
  parts: [number, number][][][]
  can: { update: boolean }
}

/** Clicks on the map, left of the form, in shares of the free width and the height. */
const clickMap = async (
  { page }: Visitor,
  places: readonly (readonly [number, number])[],
): Promise<void> => {
  const box = (await page.locator('canvas').first().boundingBox())!
  const formPx = 480
  for (const [x, y] of places) {
    await page.mouse.click(box.x + x * (box.width - formPx), box.y + y * box.height, { delay: 30 })
    await sleep(350) // two clicks at one place and time would close the outline
  }
}

const openPlots = async (phone: DemoPhone): Promise<Visitor> => {
  const visitor = await visit({ width: 1440, height: 800 })
  await openAs(visitor, phone, listPath)
  await settled(visitor)
  return visitor
}

const findPlot = async (phone: DemoPhone, name: string): Promise<Plot | undefined> => {
  const calls = await callsAs(phone)
  const { items } = await calls.get<{ items: Plot[] }>(
    `/api/oper/blocks?search=${encodeURIComponent(name)}`,
  )
  return items[0]
}

/** Two parts, drawn at a high zoom so that both are the size of fields, not of counties. */
const draw = async (visitor: Visitor, name: string): Promise<void> => {
  const { page } = visitor
  await page.getByRole('button', { name: 'Create a plot' }).first().click()
  await page.waitForURL(`**${listPath}/new`)
  const form = page.getByRole('region', { name: 'Draw a plot' })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await sleep(1_500) // the map moves to the company's region, and the drawing tool starts
  await clickMap(visitor, [
    [0.3, 0.3],
    [0.4, 0.3],
    [0.4, 0.45],
    [0.3, 0.45],
  ])
  await page.keyboard.press('Enter')
  await form.getByText('Drag corners to move them').waitFor()
  await form.getByRole('button', { name: 'Add a part' }).click()
  await clickMap(visitor, [
    [0.5, 0.3],
    [0.6, 0.3],
    [0.6, 0.45],
  ])
  await page.keyboard.press('Enter')
  await form.getByText('Part 2').first().waitFor()
  // The last corner is undone and redone.
  await form.getByRole('button', { name: 'Undo' }).click()
  await form.getByRole('button', { name: 'Redo' }).click()
  const accepts = form.getByLabel('Save anyway')
  await sleep(2_000) // neighbours are requested when the drawing rests
  if (await accepts.isVisible()) await accepts.check()
  await form.getByRole('button', { name: 'Create a plot' }).click()
  await page.waitForURL((url) => url.pathname === listPath)
  await page.locator('tr', { hasText: name }).waitFor()
}

const share = async ({ page }: Visitor, name: string): Promise<void> => {
  await page.locator('tr', { hasText: name }).click()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'The person with this number' })
  await dialog.getByLabel('Phone', { exact: true }).fill(farmer)
  await dialog.getByRole('button', { name: 'Share' }).click()
  await page.getByText('pending').waitFor()
}

test('a plot is drawn, shared, accepted and deleted', async () => {
  const name = `Field ${freshSerial('P')}`
  const visitor = await openPlots(company)
  await draw(visitor, name)
  const drawn = (await findPlot(company, name))!
  expect(drawn.parts.map((part) => part.map((ring) => ring.length))).toEqual([[5], [4]])
  await share(visitor, name)

  const guest = await openPlots(farmer)
  const offer = guest.page.locator('section', { hasText: name }).last()
  expect(await findPlot(farmer, name)).toBeUndefined()
  await offer.getByRole('button', { name: 'Accept' }).click()
  await guest.page.locator('tr', { hasText: name }).getByText('Shared with you').waitFor()
  expect(await findPlot(farmer, name)).toMatchObject({ holding: 'shared', can: { update: false } })
  expect(guest.takeTroubles()).toEqual([])
  await guest.page.context().close()

  const { page } = visitor
  await page.getByRole('button', { name: 'Delete' }).first().click()
  const question = page.getByRole('dialog').filter({ hasText: `Delete ${name}?` })
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.locator('tr', { hasText: name }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Stop sharing' }).waitFor({ state: 'detached' })
  // It can be undone for ten seconds.
  await expect.poll(() => findPlot(farmer, name), { timeout: 30_000 }).toBeUndefined()
  expect(visitor.takeTroubles()).toEqual([])
  await page.context().close()
})
