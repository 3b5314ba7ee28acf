// A team is created, gets a leader, members and drones; its pilots' licences and logbooks are one
// press away.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openAs, settled, visit } from './browser.ts'
import { callsAs, freshMark } from './calls.ts'

const listPath = '/institution_manage/team-list'
let run: string
beforeEach(() => {
  run = freshMark()
})
const phone = '13800000004'
let pilot: { userId: string; userName: string }

beforeAll(async () => {
  const calls = await callsAs(phone)
  const { items } = await calls.get<{ items: { userId: string; userName: string }[] }>(
    '/api/user/group/manage/selectable-members?search=刘强&size=1',
  )
  pilot = items[0]!
})

test.each([
  ['a desk', 1440, 900],
  ['a telephone', 375, 740],
])('team → leader → member → logbook, on %s', async (_on, width, height) => {
  const visitor = await visit({ width, height, maps: false })
  const { page } = visitor
  await openAs(visitor, phone, listPath)
  await settled(visitor)

  const name = `Team ${run} ${width}`
  await page.getByRole('button', { name: 'Create a team' }).click()
  const form = page.getByRole('dialog', { name: 'Create a team' })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByRole('combobox', { name: 'Select people' }).fill(pilot.userName)
  await page.locator('.ant-select-item-option', { hasText: pilot.userName }).first().click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Create a team' }).click()
  await page.getByText(`“${name}” created`).waitFor()

  await page.goto(`${listPath}?groupName=${encodeURIComponent(name)}`)
  await settled(visitor)
  await page.locator('tr.ant-table-row, li[data-row]').first().click()
  const details = page.getByRole('dialog')
  await details.getByRole('button', { name: 'Make leader' }).click()
  await details.getByRole('button', { name: 'Remove as leader' }).waitFor()
  await details.getByRole('link', { name: 'Logbook' }).click()
  await page.getByRole('heading', { name: `Logbook of ${pilot.userName}` }).waitFor()
  await settled(visitor)
  await expect.poll(() => page.locator('tr.ant-table-row, li[data-row]').count()).toBeGreaterThan(0)

  await page.goto(`${listPath}/certificates?userName=${encodeURIComponent(pilot.userName)}`)
  await settled(visitor)
  await expect.poll(() => page.locator('tr.ant-table-row, li[data-row]').count()).toBe(2)

  const calls = await callsAs(phone)
  const { items } = await calls.get<{ items: { groupId: string }[] }>(
    `/api/user/group/manage?groupName=${encodeURIComponent(name)}`,
  )
  await page.goto(`${listPath}?open=${items[0]!.groupId}`)
  await settled(visitor)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: `Delete the team “${name}”?` })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByText(`“${name}” deleted`).waitFor()
})
