// A person creates an API key, a program calls with it, and the person revokes it.
import { expect, test } from 'vitest'
import { openAs, settled, visit } from './browser.ts'
import { freshMark } from './calls.ts'
import { sharedProgram } from './running-program.ts'

const operator = '13800000004'
const path = '/institution_manage/account-detail/api-keys'

const statusOf = async (key: string, call: string): Promise<number> =>
  (await fetch(sharedProgram.address + call, { headers: { authorization: `Bearer ${key}` } }))
    .status

test('a key is made in the console, works for its page only, and is revoked', async () => {
  const name = `Export ${freshMark()}`
  const visitor = await visit({ width: 1280, height: 900, maps: false })
  const { page } = visitor
  await openAs(visitor, operator, path)
  await settled(visitor)
  await page.getByRole('button', { name: 'Create key' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create key' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Pages').fill('Drones')
  await page.getByTitle('Drones', { exact: true }).click()
  await form.getByRole('button', { name: 'Create key' }).click()

  const made = page.getByRole('dialog', { name: `Key “${name}” created` })
  const [key] = /swk_[\w-]{43}/.exec(await made.innerText())!
  await made.getByRole('button', { name: 'I’ve saved it' }).click()
  const flights = '/api/drone/mointor/manage/getHistoryFlyList'
  expect(await statusOf(key, flights)).toBe(200)
  expect(await statusOf(key, '/api/oper/blocks')).toBe(403)

  await page.getByRole('row', { name }).click()
  const detail = page.getByRole('dialog', { name })
  await detail.getByText('Only from these addresses').waitFor()
  await detail.getByRole('button', { name: 'Revoke' }).click()
  await page
    .getByRole('dialog', { name: `Revoke “${name}”?` })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await page.getByText('Key revoked').waitFor()
  expect(await statusOf(key, flights)).toBe(401)
})
