// Accessibility: axe-core's rules on every page, in each language, on wide and narrow windows; and
// texts that are not translated.
import { languages, type Language } from '@swath/i18n/languages'
import { beforeAll, expect, test } from 'vitest'
import { violationsIn } from './axe.ts'
import { openAs, settled, speak, visit, type Visitor } from './browser.ts'
import type { Look } from './chromium.ts'
import { callsAs, newMember } from './calls.ts'
import { untranslatedIn } from './untranslated.ts'

const windows = { wide: { width: 1440, height: 640 }, narrow: { width: 375, height: 740 } } as const
type Width = keyof typeof windows

/**
 * AXE_ALL=1: every page in every language on both windows, some minutes; else each page on both,
 * each in one language, in rotation. Of several languages the first is checked by all rules and the
 * others by those that texts can break.
 */
const isWhole = process.env['AXE_ALL'] === '1'
/**
 * AXE_PALETTE=dark or light: every page in it; else each page in one of them on the wide window and
 * in the other on the narrow one, in rotation.
 */
const onlyPalette = (['light', 'dark'] as const).find((one) => one === process.env['AXE_PALETTE'])
type Palette = NonNullable<typeof onlyPalette>

const overflowPx = ({ page }: Visitor): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

const historyPath = async (): Promise<string> => {
  const calls = await callsAs('13800000001')
  const { items } = await calls.get<{ items: { droneId: string; sortieId: string }[] }>(
    '/api/drone/mointor/manage/getHistoryFlyList?pageSize=1',
  )
  return `/business_manage/drone-list/${items[0]!.droneId}/history?sortieId=${items[0]!.sortieId}`
}

type Act = (visitor: Visitor) => Promise<void>
/** A page, and the dialogs opened on it one after the other. */
type PageOf = {
  readonly name: string
  readonly path: string | (() => Promise<string>)
  readonly opens?: Readonly<Record<string, Act>>
}

const openRow: Act = async ({ page }) =>
  page.locator('tr.ant-table-row, li[data-row]').first().press('Enter')
const primary: Act = async ({ page }) => page.locator('main .ant-btn-primary').first().click()
/** From the person's menu, by position. */
const fromMenu =
  (index: number): Act =>
  async ({ page }) => {
    await page.locator('header').first().locator('button').last().click()
    await page.locator('.ant-dropdown-menu-item').nth(index).click()
  }

const publicPages: readonly PageOf[] = [
  {
    name: 'the sign-in',
    path: '/login',
    opens: {
      'with what is wrong': async ({ page }) => page.locator('button[type=submit]').click(),
      'by SMS': async ({ page }) => {
        if ((await page.locator('[data-method=sms]').count()) > 0)
          await page.locator('[data-method=sms]').click()
      },
    },
  },
  {
    name: 'the sign-in with an organisation',
    path: '/login/organisation',
    opens: {
      'with what is wrong': async ({ page }) => page.locator('button[type=submit]').click(),
    },
  },
  { name: 'the forgotten password', path: '/retrieve-password' },
  { name: 'the registration', path: '/register' },
  { name: 'the request to join', path: '/register?way=join' },
  { name: 'the outbox', path: '/outbox' },
]
const mapPages: readonly PageOf[] = [
  { name: 'the monitor', path: '/monitor_manage/monitor' },
  { name: 'the flight history', path: historyPath },
  { name: 'the choice of a playback', path: '/business_manage/drone-list/playback' },
  { name: 'flight control', path: '/business_manage/flight-control' },
  { name: 'the overview by regions', path: '/stat/overview?period=thisYear' },
  { name: 'a plot that is drawn', path: '/business_manage/block-list/new' },
  { name: 'a zone that is drawn', path: '/business_manage/no-fly-zone-list/new' },
  { name: 'coordinates', path: '/business_manage/tools/coordinates' },
]
const organisation = '/institution_manage'
const business = '/business_manage'
const bulletins = '/bulletin_manage'
const consolePages: readonly PageOf[] = [
  { name: 'the statistics screen', path: '/stat-screen' },
  {
    name: 'the drone list',
    path: `${business}/drone-list`,
    opens: { 'a drone': openRow, 'a new one': primary },
  },
  { name: 'the receivers', path: `${business}/rtk-list` },
  { name: 'the mount points', path: `${business}/rtk-list/mounts` },
  { name: 'the ground station', path: `${business}/ground-station-config` },
  { name: 'the white list', path: `${business}/accessory-white-list` },
  { name: 'the parts that do not fit', path: `${business}/accessory-white-list/alarms` },
  { name: 'the app versions', path: `${business}/app-log/versions` },
  { name: 'all flights', path: `${business}/drone-list/flights` },
  { name: 'the simulated flights', path: `${business}/drone-list/simulated-flights` },
  { name: 'the flight logs', path: `${business}/drone-list/flight-logs` },
  {
    name: 'the drone models',
    path: `${business}/drone-model-list`,
    opens: { 'a model': openRow, 'a new one': primary },
  },
  { name: 'the app logs', path: `${business}/app-log`, opens: { 'a log': openRow } },
  { name: 'the firmware', path: `${business}/firmware-list`, opens: { 'a build': openRow } },
  { name: 'the roll-outs', path: `${business}/firmware-list/rollouts`, opens: { one: openRow } },
  {
    name: 'the verify log',
    path: `${business}/firmware-list/verify`,
    opens: { 'a file': primary },
  },
  { name: 'the firmware keys', path: `${business}/firmware-list/keys` },
  { name: 'the tools', path: `${business}/tools` },
  { name: 'areas and doses', path: `${business}/tools/areas` },
  { name: 'the log viewer', path: `${business}/tools/flight-logs` },
  { name: 'the check of firmware', path: `${business}/tools/firmware-check` },
  { name: 'QR codes', path: `${business}/tools/qr-codes` },
  { name: 'the no-fly zones', path: `${business}/no-fly-zone-list`, opens: { 'a zone': openRow } },
  // of plots and plans the oldest first: the newest belong to parallel journeys, which delete them
  {
    name: 'the plots',
    path: `${business}/block-list?sortParam=createdAt`,
    opens: { 'a plot': openRow },
  },
  {
    name: 'the crops',
    path: `${business}/block-list/crops`,
    opens: { 'a crop': openRow, 'a new one': primary },
  },
  { name: 'the chemicals', path: `${business}/block-list/chemicals` },
  { name: 'the kinds of work', path: `${business}/block-list/work-types` },
  {
    name: 'the alarm desk',
    path: `${bulletins}/bulletin-list/alarms?state=all`,
    opens: { 'an alarm': openRow },
  },
  { name: 'the bulletins', path: `${bulletins}/bulletin-list`, opens: { 'a bulletin': openRow } },
  { name: 'the suspected claims', path: `${bulletins}/bulletin-list/claims` },
  { name: 'a bulletin that is written', path: `${bulletins}/bulletin-create` },
  {
    name: 'the accounts',
    path: `${organisation}/account-list`,
    opens: { 'an account': openRow, 'a new one': primary },
  },
  {
    name: 'the account applications',
    path: `${organisation}/account-apply-list`,
    opens: { 'an application': openRow },
  },
  {
    name: 'the sub-platforms',
    path: `${organisation}/sub-company-list`,
    opens: { 'a new one': primary },
  },
  {
    name: 'the own account',
    path: `${organisation}/account-detail`,
    opens: {
      'the own profile': fromMenu(0),
      'the own devices': fromMenu(1),
      'the settings': fromMenu(2),
    },
  },
  {
    name: 'the members',
    path: `${organisation}/member-list`,
    opens: { 'a member': openRow, 'a new one': primary },
  },
  {
    name: 'the plans of several drones',
    path: `${business}/group-control?sortParam=updatedAt`,
    opens: { 'a plan': openRow },
  },
  { name: 'a new plan of several drones', path: `${business}/group-control/new` },
  { name: 'the subsidies', path: `${business}/subsidy-list`, opens: { 'a subsidy': openRow } },
  {
    name: 'the teams',
    path: `${organisation}/team-list`,
    opens: { 'a team': openRow, 'a new one': primary },
  },
  {
    name: 'licences and insurance',
    path: `${organisation}/team-list/certificates`,
    opens: { 'a licence': openRow, 'a new one': primary },
  },
  { name: 'the workbench', path: '/workbench' },
  { name: 'the statistics', path: '/data_stat_manage/data-stat-list' },
  { name: 'the campaigns', path: `${business}/unified-task-list` },
  { name: 'the orders', path: `${organisation}/order-list` },
  { name: 'the invoices', path: `${organisation}/invoice-list` },
  {
    name: 'the requests to join',
    path: `${organisation}/user-apply-list`,
    opens: { 'a request': openRow },
  },
  { name: 'the background jobs', path: `${organisation}/job-list` },
  {
    name: 'the system log',
    path: `${organisation}/system-log-list`,
    opens: { 'an entry': openRow },
  },
]

type View = {
  readonly width: Width
  readonly language: Language
  readonly palette: Palette
  readonly rules: 'all' | 'words'
}

/**
 * The windows, and the languages in each, in which the page of this number is checked. Another
 * language draws the whole page again: it changes on one window at a time, and so do the palettes
 * after some pages.
 */
const viewsOf = (index: number): View[] =>
  (['wide', 'narrow'] as const).flatMap((width) => {
    const isDark = (Math.floor(index / 8) + (width === 'wide' ? 0 : 1)) % 2 === 1
    const turn =
      (width === 'wide' ? Math.ceil(index / 2) : Math.floor(index / 2) + 3) % languages.length
    const inTurn = [...languages.slice(turn), ...languages.slice(0, turn)]
    return (isWhole ? inTurn : inTurn.slice(0, 1)).map((language, i): View => ({
      width,
      language,
      palette: onlyPalette ?? (isDark ? 'dark' : 'light'),
      rules: i === 0 ? 'all' : 'words',
    }))
  })

/**
 * Navigates within the console, whose files and map are loaded already. Waits until the previous
 * screen is gone, since its elements would be taken for the next one's.
 */
const turnTo = async ({ page }: Visitor, path: string): Promise<void> => {
  await page.mouse.move(0, 0) // over nothing that has a tooltip
  await page.evaluate((to) => {
    for (const heading of document.querySelectorAll('main :is(h1, h2, section)'))
      heading.setAttribute('data-left', '')
    history.pushState({ idx: history.length }, '', to)
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
  }, path)
  await page.waitForFunction(() => document.querySelector('[data-left]') === null)
}

/** Changes the palette, as when someone chooses it in another window. */
const paint = async ({ page }: Visitor, palette: Palette): Promise<void> => {
  await page.evaluate((wanted) => {
    const newValue = JSON.stringify(wanted)
    localStorage.setItem('appearance', newValue)
    window.dispatchEvent(new StorageEvent('storage', { key: 'appearance', newValue }))
  }, palette)
  if (!page.url().includes('/stat-screen'))
    // always dark
    await page.waitForFunction(
      (wanted) => document.documentElement.dataset['palette'] === wanted,
      palette,
    )
}

type Walk = { readonly pages: readonly PageOf[]; readonly ready: Act }

const look = async (
  visitor: Visitor,
  { pages, ready }: Walk,
): Promise<Record<string, string[]>> => {
  const { page } = visitor
  const found: Record<string, string[]> = {}
  const isConsole = ready !== publicReady
  const note = async (name: string, views: readonly View[]): Promise<void> => {
    for (const { width, language, palette, rules } of views) {
      await page.setViewportSize(windows[width])
      await speak(visitor, language)
      await paint(visitor, palette)
      if (isConsole) await settled(visitor)
      const violations = await violationsIn(visitor, rules)
      const overPx = await overflowPx(visitor)
      for (const line of await untranslatedIn(visitor)) violations.push(`not translated: ${line}`)
      if (overPx > 0) violations.push(`scrolls sideways by ${overPx} px`)
      if (violations.length > 0) found[`${name}, ${language}, ${width}, ${palette}`] = violations
    }
  }
  for (const [index, { name, path, opens = {} }] of pages.entries()) {
    let views = viewsOf(index)
    if (windows[views[0]!.width].width !== page.viewportSize()?.width) views.reverse()
    const to = typeof path === 'string' ? path : await path()
    await (isConsole ? turnTo(visitor, to) : page.goto(to))
    await ready(visitor)
    await note(name, views)
    for (const [what, open] of Object.entries(opens)) {
      views = views.toReversed() // begins on the window that is shown
      await open(visitor)
      if (isConsole)
        await page
          .getByRole('dialog')
          .waitFor()
          .catch((error: unknown) => {
            throw new Error(`${name}, ${what}: did not open at ${page.url()}`, { cause: error })
          })
      await note(`${name}, ${what}`, views)
      if (isConsole) {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
      }
    }
  }
  return found
}

const publicReady: Act = async ({ page }) => {
  await page.locator('h1').waitFor()
  await page.waitForLoadState('networkidle')
}
const consoleReady: Act = async (visitor) => {
  await settled(visitor)
  await visitor.page.locator('main h1, main h2, section[aria-labelledby]').first().waitFor()
  await visitor.page.waitForFunction(
    () => !document.querySelector('[class*=_bone_], .ant-btn-loading'),
  )
  await settled(visitor)
}

const limitMs = isWhole ? 3_600_000 : 600_000

/** A member for this journey only, since others read English. */
let phone: string
beforeAll(async () => {
  ;({ phone } = await newMember(await callsAs('13800000001'), 1))
})

const enter = async (look: Look = {}): Promise<Visitor> => {
  const visitor = await visit({ ...windows.wide, ...look })
  await openAs(visitor, phone, '/workbench')
  await settled(visitor)
  return visitor
}

test(
  'no page before the sign-in breaks a rule of accessibility',
  { timeout: limitMs },
  async () => {
    const visitor = await visit(windows.wide)
    await visitor.page.goto('/login')
    expect(await look(visitor, { pages: publicPages, ready: publicReady })).toEqual({})
  },
)

test('no page of the console with its map has violations', { timeout: limitMs }, async () => {
  expect(await look(await enter(), { pages: mapPages, ready: consoleReady })).toEqual({})
})

test('no page of the console over its map has violations', { timeout: limitMs }, async () => {
  const visitor = await enter({ maps: false })
  expect(await look(visitor, { pages: consolePages, ready: consoleReady })).toEqual({})
})
