// A sub-platform from its creation to the end of its members' sessions: it has its own host, name
// and menu, and nothing of it is available elsewhere.
import { beforeEach, describe, expect, test } from 'vitest'
import {
  chooseOwnPassword,
  msUntilThrownOut,
  settled,
  signIn,
  signInAs,
  visit,
  type Visitor,
} from './browser.ts'
import { callsAs, freshMark } from './calls.ts'
import { linksOfMenu } from './menus.ts'

const small = { width: 1280, height: 720, maps: false }
const base = '/api/user/account/manage'
/** Unique in this run: the program may be used by several. */
let run: string
let host: string
let name: string
let phone: string
beforeEach(() => {
  run = freshMark()
  host = `north-${run}.localhost`
  name = `North Plains ${run}`
  phone = `139${String(Date.now()).slice(-8)}`
})

const makeSubPlatform = async (platform: Visitor): Promise<string> => {
  const { page } = platform
  await page.goto('/institution_manage/sub-company-list')
  await settled(platform)
  await page.getByRole('button', { name: 'Create a sub-platform' }).click()
  const form = page.getByRole('dialog', { name: 'Create a sub-platform' })
  await form.getByLabel('Tag').fill(`north-${run}`)
  await form.getByLabel('Own domain').fill(host)
  expect(await form.getByRole('link', { name: host }).getAttribute('href')).toMatch(
    /^http:\/\/north-\w+\.localhost:\d+$/,
  )
  await form.getByText('Selected screens').click()
  await form.getByRole('checkbox', { name: /^Operations/ }).uncheck()
  await form.getByRole('checkbox', { name: 'Drones' }).check()
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByRole('combobox', { name: 'Region' }).click()
  await page
    .locator('.ant-cascader-menu-item[title="China"], .ant-cascader-menu-item:has-text("China")')
    .first()
    .click()
  await page.keyboard.press('Escape')
  await form.getByLabel('Contact', { exact: true }).fill('Fang')
  await form.getByLabel('Their name').fill('Fang')
  await form.getByRole('textbox', { name: 'Mobile number' }).fill(phone)
  await form.getByRole('button', { name: 'Generate' }).click()
  const password = await form.getByLabel('Password', { exact: true }).inputValue()
  await form.getByRole('button', { name: 'Create a sub-platform' }).click()
  const revealed = page.locator('.ant-modal-confirm')
  await revealed.getByText(password).waitFor()
  await revealed.getByRole('button', { name: 'I’ve saved it' }).click()
  await page.getByRole('row', { name: new RegExp(name) }).waitFor()
  return password
}

describe('a sub-platform', () => {
  test('is created with its host and screens; its members can sign in only there, and are signed out when it is disabled', async () => {
    const platform = await visit(small)
    await signIn(platform, '13800000001')
    await platform.page.waitForURL((url) => !url.pathname.startsWith('/login'))
    const made = await makeSubPlatform(platform)

    const north = await visit({ ...small, host })
    await signInAs(north, phone, made)
    const password = 'Meadow2027'
    await chooseOwnPassword(north, password)
    await settled(north)
    await north.page.getByText(name).first().waitFor()
    const menu = (await linksOfMenu(north)).map(({ title }) => title)
    expect(menu).toContain('Monitor')
    expect(menu).toContain('Drones')
    expect(menu).not.toContain('No-fly zones')

    // A screen that its list lacks leads to the monitor.
    await north.page.goto('/business_manage/no-fly-zone-list')
    await north.page.waitForURL((url) => url.pathname === '/monitor_manage/monitor')

    const elsewhere = await visit(small)
    await signInAs(elsewhere, phone, password)
    await elsewhere.page.getByText('Wrong account or password.').waitFor()
    expect(elsewhere.page.url()).toContain('/login')
    elsewhere.takeTroubles() // the refusal

    await north.page.goto('/institution_manage/account-detail')
    await settled(north)
    const calls = await callsAs('13800000001')
    const { items } = await calls.get<{ items: { accountId: string }[] }>(
      `${base}/getAccountList?accountName=${encodeURIComponent(name)}&isAll=1`,
    )
    const turn = (opr: 'enable' | 'disable') =>
      calls.put(`${base}/enable`, { accountId: items[0]!.accountId, opr })
    const tookMs = await msUntilThrownOut(
      north,
      () => turn('disable'),
      async () => {
        await turn('enable')
        await signInAs(north, phone, password)
        await settled(north)
      },
    )
    expect(tookMs).toBeLessThan(1000)
    // No one can sign in on its host any more: it is a host like any other.
    await signInAs(north, phone, password)
    await north.page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    expect(new URL(north.page.url()).pathname).toBe('/login')
    north.takeTroubles()
  })
})
