// An operator enters a roster; its week shows the people and the gaps, and the alarm desk shows who
// is on duty now.
import { expect, test } from 'vitest'
import { openAs, settled, visit } from './browser.ts'
import { callsAs, freshSerial } from './calls.ts'

const operatorPhone = '13800000004'
const account = '/institution_manage/account-detail'
const desk = '/bulletin_manage/bulletin-list/alarms'
type Rosters = { items: { rosterId: string; rosterName: string; shifts: unknown[] }[] }

test('a roster is entered with a gap, shown as a week, and on the alarm desk', async () => {
  const name = freshSerial('R')
  const operator = await callsAs(operatorPhone)
  const { items: members } = await operator.get<{ items: { userName: string }[] }>(
    '/api/bulletin/rosters/people',
  )
  const visitor = await visit({ width: 1440, height: 900, maps: false })
  const { page } = visitor
  await openAs(visitor, operatorPhone, account)
  await settled(visitor)
  await page.getByRole('button', { name: 'Add roster' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('button', { name: 'Add shift' }).click()
  for (const [i, place] of ['First person', 'Second person'].entries()) {
    await form.getByRole('combobox', { name: place }).fill(members[i]!.userName)
    await page.keyboard.press('Enter')
  }
  await form.getByRole('button', { name: 'Add roster' }).click()
  await form.waitFor({ state: 'hidden' })

  const roster = page.getByRole('article', { name })
  await roster.getByText('next person after 5 minutes').waitFor()
  const week = roster.getByRole('list', { name: `Week of “${name}”` })
  await expect.poll(() => week.textContent()).toContain('08:00 – 20:00')
  expect(await week.textContent()).toContain('Nobody on duty')

  await page.goto(desk)
  await settled(visitor)
  await page.getByText(`${name}:`).waitFor()

  const { items } = await operator.get<Rosters>('/api/bulletin/rosters')
  const { rosterId } = items.find(({ rosterName }) => rosterName === name)!
  await page.goto(account)
  await roster.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await roster.waitFor({ state: 'hidden' })
  const left = await operator.get<Rosters>('/api/bulletin/rosters')
  expect(left.items.some((one) => one.rosterId === rosterId)).toBe(false)
})
