// What people with other eyes, hands and windows meet: axe-core's rules on every page, in each language, on wide and narrow windows.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { languages } from '@swath/i18n/languages'
import type { AxeResults } from 'axe-core'
import { expect, test } from 'vitest'
import { settled, signIn, visit, type Visitor } from './browser.ts'
import { callsAs } from './calls.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const windows = { wide: { width: 1440, height: 800 }, narrow: { width: 375, height: 740 } } as const
type Width = keyof typeof windows

/** AXE_ALL=1: every page in every language on both windows, some minutes; else each page on both, each in one language, by turns. */
const isWhole = process.env['AXE_ALL'] === '1'

const violationsIn = async ({ page }: Visitor): Promise<string[]> => {
  // Not as a script element: the page's own policy would refuse it.
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(axeSource)
  const { violations } = await page.evaluate(async (): Promise<AxeResults> => {
    const { axe } = window as unknown as { axe: { run: (context: Document, options: object) => Promise<AxeResults> } }
    return axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations'] })
  })
  return violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.slice(0, 4).map(({ html, failureSummary }) => `${html.slice(0, 160)} — ${failureSummary?.split('\n').slice(1, 2).join()}`).join(' | ')}`)
}

const overflowPx = ({ page }: Visitor): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

const historyPath = async (): Promise<string> => {
  const calls = await callsAs('13800000001')
  const { items } = await calls.get<{ items: { droneId: string; sortieId: string }[] }>('/api/drone/mointor/manage/getHistoryFlyList?pageSize=1')
  return `/business_manage/drone-list/${items[0]!.droneId}/history?sortieId=${items[0]!.sortieId}`
}

type Act = (visitor: Visitor) => Promise<void>
type PageOf = readonly [name: string, path: string | (() => Promise<string>), act?: Act]

const openRow: Act = async (visitor) => {
  await visitor.page.locator('tr.ant-table-row').first().press('Enter')
  await visitor.page.getByRole('dialog').waitFor()
  await settled(visitor)
}
const primary: Act = async ({ page }) => {
  await page.locator('main .ant-btn-primary').first().click()
  await page.getByRole('dialog').waitFor()
}
/** From the person's menu, by its place in it. */
const fromMenu = (index: number): Act => async (visitor) => {
  await visitor.page.locator('header button').last().click()
  await visitor.page.locator('.ant-dropdown-menu-item').nth(index).click()
  await visitor.page.getByRole('dialog').waitFor()
  await settled(visitor)
}

const publicPages: readonly PageOf[] = [
  ['the sign-in', '/login'],
  ['the sign-in with what is wrong', '/login', async ({ page }) => { await page.locator('button[type=submit]').click() }],
  ['the sign-in by SMS', '/login', async ({ page }) => { if (await page.locator('[data-method=sms]').count() > 0) await page.locator('[data-method=sms]').click() }],
  ['the forgotten password', '/retrieve-password'],
  ['the registration', '/register'],
  ['the request to join', '/register?way=join'],
  ['the outbox', '/outbox'],
]
const organisation = '/institution_manage'
const mapPages: readonly PageOf[] = [
  ['the monitor', '/monitor_manage/monitor'],
  ['the flight history', historyPath],
]
const consolePages: readonly PageOf[] = [
  ['the drone list', '/business_manage/drone-list'],
  ['the no-fly zones', '/business_manage/no-fly-zone-list'],
  ['the accounts', `${organisation}/account-list`],
  ['an account', `${organisation}/account-list`, openRow],
  ['a new account', `${organisation}/account-list`, primary],
  ['the account applications', `${organisation}/account-apply-list`],
  ['an application', `${organisation}/account-apply-list`, openRow],
  ['the sub-platforms', `${organisation}/sub-company-list`],
  ['a new sub-platform', `${organisation}/sub-company-list`, primary],
  ['the own account', `${organisation}/account-detail`],
  ['the members', `${organisation}/member-list`],
  ['a member', `${organisation}/member-list`, openRow],
  ['a new member', `${organisation}/member-list`, primary],
  ['the requests to join', `${organisation}/user-apply-list`],
  ['a request to join', `${organisation}/user-apply-list`, openRow],
  ['the system log', `${organisation}/system-log-list`],
  ['an entry of the log', `${organisation}/system-log-list`, openRow],
  ['the own profile', `${organisation}/member-list`, fromMenu(0)],
  ['the own devices', `${organisation}/member-list`, fromMenu(1)],
  ['the settings', `${organisation}/member-list`, fromMenu(2)],
]

/** Rounds of one window and one language each, with the pages that are looked at in it. */
const roundsOf = (pages: readonly PageOf[], width: Width) => languages.map((language, turn) => ({
  language, pages: pages.filter((_page, index) => isWhole || (index + (width === 'wide' ? 0 : 2)) % languages.length === turn),
}))

const look = async (visitor: Visitor, width: Width, pages: readonly PageOf[], ready: Act): Promise<Record<string, string[]>> => {
  const { page } = visitor
  const found: Record<string, string[]> = {}
  await page.evaluate(() => undefined)
  for (const round of roundsOf(pages, width)) {
    await page.evaluate((language) => localStorage.setItem('lang', JSON.stringify(language)), round.language)
    for (const [name, path, act] of round.pages) {
      await page.goto(typeof path === 'string' ? path : await path())
      await ready(visitor)
      await act?.(visitor)
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(round.language)
      const violations = await violationsIn(visitor)
      if (await overflowPx(visitor) > 0) violations.push(`scrolls sideways by ${await overflowPx(visitor)} px`)
      if (violations.length > 0) found[`${name}, ${round.language}, ${width}`] = violations
    }
  }
  return found
}

test.each(Object.keys(windows) as Width[])('no page before the sign-in breaks a rule of accessibility: %s', { timeout: isWhole ? 900_000 : 60_000 }, async (width) => {
  const visitor = await visit(windows[width])
  await visitor.page.goto('/login')
  const found = await look(visitor, width, publicPages, async ({ page }) => {
    await page.locator('h1').waitFor()
    await page.waitForLoadState('networkidle')
  })
  expect(found).toEqual({})
})

test.each((Object.keys(windows) as Width[]).flatMap((width) => [[width, 'with its map', mapPages], [width, 'whose map is covered', consolePages]] as const))(
  'no page of the console breaks a rule of accessibility: %s, %s', { timeout: isWhole ? 1_800_000 : 120_000 }, async (width, _which, pages) => {
  const visitor = await visit({ ...windows[width], maps: pages === mapPages })
  await signIn(visitor, '13800000001')
  await settled(visitor)
  const found = await look(visitor, width, pages, async (one) => {
    await settled(one)
    await one.page.locator('main h1, main h2, section[aria-labelledby]').first().waitFor()
  })
  expect(found).toEqual({})
})
