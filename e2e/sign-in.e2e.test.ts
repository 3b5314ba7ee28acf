// After signing in, people see their own menus and screens: nine people, in five languages.
import { languages } from '@swath/i18n/languages'
import { describe, expect, test } from 'vitest'
import {
  captchaShown,
  settled,
  signIn,
  signInAs,
  visit,
  type DemoPhone,
  type Visitor,
} from './browser.ts'
import { callsAs, newMember } from './calls.ts'
import { demoPassword } from './program.ts'
import { isScreenPath, linksOfMenu, listTitles } from './menus.ts'
import { untranslatedIn } from './untranslated.ts'

const watching = ['workbench', 'monitor', 'alarms', 'stat-overview', 'data-stat-list']
const announcements = ['bulletin-list', 'bulletin-create']
const lessor = [
  'lease-data-stat',
  'client-list',
  'lease-list',
  'bill-list',
  'work-record',
  'operator-data-stat',
  'basic-price-list',
]

/** Written by hand from the table of rights, each in the order of the menu. */
const menus: Readonly<Record<DemoPhone, readonly string[]>> = {
  // the platform operator; the data overview only in Thai, leasing only for a lease account
  '13800000001': [
    'workbench',
    'monitor',
    'alarms',
    'data-stat-list',
    'unified-task-list',
    'subsidy-list',
    'drone-list',
    'flights',
    'drone-model-list',
    'block-list',
    'no-fly-zone-list',
    'rtk-list',
    'group-control',
    'flight-control',
    'firmware-list',
    'ground-station-config',
    'accessory-white-list',
    'tools',
    'app-log',
    'account-list',
    'account-apply-list',
    'user-apply-list',
    'sub-company-list',
    'account-detail',
    'member-list',
    'team-list',
    'order-list',
    'invoice-list',
    'system-log-list',
    'job-list',
    ...announcements,
  ],
  // a county government
  '13800000002': [
    ...watching,
    'unified-task-list',
    'subsidy-list',
    'no-fly-zone-list',
    'drone-list',
    'flights',
    'block-list',
    'account-list',
    'account-apply-list',
    'user-apply-list',
    'account-detail',
    'member-list',
    'system-log-list',
    ...announcements,
  ],
  // a manufacturer that leases
  '13800000003': [
    ...watching,
    'drone-list',
    'flights',
    'drone-model-list',
    'firmware-list',
    'accessory-white-list',
    'ground-station-config',
    'rtk-list',
    'block-list',
    'group-control',
    'flight-control',
    'tools',
    'app-log',
    'account-detail',
    'sub-company-list',
    'member-list',
    'user-apply-list',
    'team-list',
    'order-list',
    'invoice-list',
    'system-log-list',
    ...announcements,
    ...lessor,
  ],
  // an operator's team with sub-companies
  '13800000004': [
    'workbench',
    'monitor',
    'alarms',
    'data-stat-list',
    'drone-list',
    'flights',
    'block-list',
    'unified-task-list',
    'subsidy-list',
    'group-control',
    'flight-control',
    'ground-station-config',
    'account-detail',
    'sub-company-list',
    'member-list',
    'team-list',
    'user-apply-list',
    'order-list',
    'invoice-list',
    'system-log-list',
    'bulletin-list',
  ],
  // a single operator: no members, no teams
  '13800000005': [
    'workbench',
    'monitor',
    'alarms',
    'data-stat-list',
    'drone-list',
    'flights',
    'block-list',
    'unified-task-list',
    'subsidy-list',
    'group-control',
    'ground-station-config',
    'account-detail',
    'user-apply-list',
    'order-list',
    'invoice-list',
    'system-log-list',
    'bulletin-list',
  ],
  // a lease manager
  '13800000006': lessor,
  // a farmer
  '13800000007': ['monitor', 'block-list', 'account-detail'],
  // staff of the manufacturer
  '13800000008': ['workbench', 'monitor', 'stat-overview', 'data-stat-list', 'firmware-list'],
  // an operator that rents
  '13800000009': [
    'workbench',
    'monitor',
    'alarms',
    'data-stat-list',
    'drone-list',
    'flights',
    'block-list',
    'unified-task-list',
    'subsidy-list',
    'group-control',
    'ground-station-config',
    'account-detail',
    'member-list',
    'team-list',
    'user-apply-list',
    'order-list',
    'invoice-list',
    'system-log-list',
    'bulletin-list',
    'bill-list',
    'work-record',
    'operator-data-stat',
  ],
}

/** Fewer pixels to draw by the processor; still the wide layout. */
const small = { width: 1024, height: 600 }

/** People whose pages draw their map: for the others it is enough that it exists. */
const drawsMaps: DemoPhone = '13800000004'

describe('each of the nine', () => {
  test.each(Object.keys(menus) as DemoPhone[])(
    '%s sees exactly their own menu, and every screen in it opens',
    async (phone) => {
      const visitor = await visit({ ...small, maps: phone === drawsMaps })
      const { page } = visitor
      await signIn(visitor, phone)
      await settled(visitor)
      const links = await linksOfMenu(visitor)
      expect(links.map(({ title }) => title)).toEqual(
        listTitles(menus[phone], phone === '13800000001'),
      )
      for (const { path, title } of links) {
        await page.locator(`nav .ant-menu a[href="${path}"]`).click()
        await page.waitForURL((url) => url.pathname === path)
        // after the number of unresolved level-1 alarms
        await page.waitForFunction(
          (wanted) => document.title.replace(/^\(\d+\) /, '').startsWith(wanted),
          title,
        )
        await settled(visitor)
        // Every page has content.
        const hrefs = await page
          .locator('a[href^="/"]')
          .evaluateAll((found) => [
            ...new Set(found.map((link) => new URL((link as HTMLAnchorElement).href).pathname)),
          ])
        expect(hrefs.filter((href) => href !== '/' && !isScreenPath(href))).toEqual([])
        // In other languages, in the walk of accessibility.e2e.test.ts
        if (phone === '13800000001') expect(await untranslatedIn(visitor)).toEqual([])
        // There is a map behind every page.
        await expect
          .poll(() => page.locator('section[aria-label="Map with its controls"]').count())
          .toBe(1)
        // A screen that fills the window has no menu; behind it, its groups are closed again.
        if ((await page.locator('nav .ant-menu').count()) === 0) {
          await page.goBack()
          await page.locator('nav .ant-menu').first().waitFor()
          await linksOfMenu(visitor)
        }
      }
      // A screen that they may not open redirects to one that they may.
      const foreign = ['no-fly-zone-list', 'drone-list'].find(
        (screen) => !menus[phone].includes(screen),
      )
      if (foreign) {
        await page.goto(`/business_manage/${foreign}`)
        await settled(visitor)
        expect(new URL(page.url()).pathname).not.toContain(foreign)
      }
    },
  )
})

test('on a narrow window the menu is a drawer, with a head of 80 px', async () => {
  const visitor = await visit({ width: 375, height: 740, maps: false })
  const { page } = visitor
  await signIn(visitor, '13800000001')
  await settled(visitor)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  expect((await drawer.locator('.ant-drawer-header').boundingBox())!.height).toBe(80)
  await linksOfMenu(visitor) // opens the groups
  await drawer.getByRole('link', { name: 'My account' }).click()
  await page.waitForURL('**/institution_manage/account-detail')
  await drawer.waitFor({ state: 'hidden' })
})

describe('the sign-in page', () => {
  test('a wrong password reports it, clears the code and loads another image', async () => {
    const visitor = await visit({ ...small, maps: false })
    const { page } = visitor
    const first = await signIn(visitor, '13800000005', 'Wrong2026')
    await page.getByRole('alert').filter({ hasText: /\w/ }).first().waitFor()
    expect(await page.locator('input[name=verifyCode]').inputValue()).toBe('')
    expect(await page.locator('input[name=name]').inputValue()).toBe('13800000005')
    expect(new URL(page.url()).pathname).toBe('/login')
    for (const trouble of visitor.takeTroubles())
      expect(trouble).toMatch(/status of 4\d\d .*loginPd|loginPd with status of 4\d\d/)
    await page.locator('input[name=password]').fill('Swath2026')
    await captchaShown(visitor, first)
    await page.locator('input[name=verifyCode]').fill('1234')
    await page.locator('button[type=submit]').click()
    await settled(visitor)
  })

  test('needs at most 150 KiB of compressed JavaScript', async () => {
    const visitor = await visit(small)
    const { page } = visitor
    let bytes = 0
    const sizes: Promise<void>[] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() !== 'script') return
      sizes.push(
        request.sizes().then(({ responseBodySize }) => {
          bytes += responseBodySize
        }),
      )
    })
    await page.goto('/login')
    await page.locator('input[name=password]').waitFor()
    await page.waitForLoadState('networkidle')
    await Promise.all(sizes)
    expect(bytes).toBeGreaterThan(20_000)
    expect(bytes).toBeLessThanOrEqual(150 * 1024)
  })

  test.each(['/business_manage/drone-list', '/monitor_manage/monitor'])(
    'the page after it, %s, loads at most twenty scripts',
    async (path) => {
      const visitor = await visit(small)
      const { page } = visitor
      await signIn(visitor, '13800000001')
      await settled(visitor)
      const scripts = new Set<string>()
      page.on('request', (request) => {
        if (/\/assets\/[^/]+\.js$/.test(request.url())) scripts.add(request.url())
      })
      await page.goto(path)
      await settled(visitor)
      await page.waitForLoadState('networkidle')
      // The page does not wait for the map's own worker.
      const waitedFor = [...scripts].filter((url) => !url.includes('worker'))
      expect(waitedFor.length).toBeLessThanOrEqual(20)
      // 180 KiB that only charts need: once, a list shared a rule with them and loaded them too.
      expect(waitedFor.filter((url) => url.includes('/charts-'))).toEqual([])
    },
  )

  test('its pictures fade for a second and a half, and do not move with reduced motion', async () => {
    const fadeS = async (visitor: Visitor): Promise<string> => {
      await visitor.page.goto('/login')
      const slide = visitor.page.locator('aside [data-shown]').first()
      await slide.waitFor({ state: 'attached' })
      return slide.evaluate((element) => getComputedStyle(element).transitionDuration)
    }
    expect(await fadeS(await visit({ ...small, width: 1200, motion: true }))).toBe('1.5s')
    expect(await fadeS(await visit({ ...small, width: 1200 }))).toBe('0s')
  })

  test('neither it nor the other pages before a sign-in draw a map', async () => {
    const visitor = await visit(small)
    const { page } = visitor
    for (const path of ['/login', '/retrieve-password', '/register']) {
      await page.goto(path)
      await page.locator('h1').waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.locator('canvas, .maplibregl-map').count()).toBe(0)
    }
  })

  test('a sign-out ends the session, in this browser and at the server', async () => {
    const visitor = await visit({ ...small, maps: false })
    const { page } = visitor
    await signIn(visitor, '13800000004')
    await settled(visitor)
    await page.locator('header button').last().click()
    await page.getByRole('menuitem', { name: 'Sign out' }).last().click()
    // The message is shown for three seconds only, so the wait for it begins before the click.
    const told = page.getByRole('status').filter({ hasText: 'You are signed out' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/login')
    await told
    expect(
      await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('userInfo')]),
    ).toEqual([null, null])
    await page.goto('/monitor_manage/monitor')
    await page.waitForURL('**/login')
    // Requests in progress when the session ended are refused, possibly late.
    for (const trouble of visitor.takeTroubles()) expect(trouble).toMatch(/status of 401/)
  })
})

describe('languages', () => {
  test('the sign-in page is in all five languages', async () => {
    const visitor = await visit(small)
    const { page } = visitor
    await page.goto('/login')
    const choice = page.locator('select').last()
    for (const language of languages) {
      await choice.selectOption(language)
      await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language)
      expect(await untranslatedIn(visitor)).toEqual([])
    }
  })

  test('the settings switch to each', async () => {
    const visitor = await visit({ ...small, maps: false })
    const { page } = visitor
    // their language is stored with the person, and other journeys read English
    const { phone } = await newMember(await callsAs('13800000001'), 1)
    await signInAs(visitor, phone, demoPassword)
    await settled(visitor)
    const links = await linksOfMenu(visitor)
    expect(links.length).toBeGreaterThanOrEqual(3)
    const names = new Set<string>()
    for (const language of languages) {
      await page.locator('nav .ant-menu-item').nth(-2).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox').first().click()
      await page
        .locator('.ant-select-item-option')
        .nth(['zh-CN', 'zh-TW', 'en', 'th', 'ko'].indexOf(language))
        .click()
      await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language)
      expect(await untranslatedIn(visitor)).toEqual([])
      await page.locator('.ant-modal-close').click()
      await dialog.waitFor({ state: 'detached' })
      for (const { title } of await linksOfMenu(visitor)) names.add(title)
    }
    // Each screen's name in each language: no two languages agree on all of them.
    expect(names.size).toBeGreaterThan(links.length * 3)
  })
})
