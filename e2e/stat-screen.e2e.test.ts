// The statistics screens: their figures are those of the calls, old figures are marked, and they
// can be left; the overview navigates from the country to the county and back.
import { beforeAll, describe, expect, test } from 'vitest'
import { violationsIn } from './axe.ts'
import { openAs, settled, visit, type Visitor } from './browser.ts'
import { callsAs, newMember } from './calls.ts'

const platform = '13800000001'
const government = '13800000002'
const wide = { width: 1920, height: 1080, maps: false } as const
const calls = '/api/statistics/screen'

type StatInfo = { droneNum: number; ploTotalNum: number; flySeqTotalNum: number }

/** Figures of the dl entry with this label, without their unit. */
const figureOf = async ({ page }: Visitor, label: string): Promise<string> =>
  (await page.locator('dl div', { hasText: label }).first().locator('dd b').innerText()).trim()

const openStatScreen = async (visitor: Visitor, query = ''): Promise<void> => {
  await visitor.page.goto(`/stat-screen${query}`)
  await settled(visitor)
  await visitor.page.waitForLoadState('networkidle')
}

/** Whether the window contains every panel completely. */
const wholePanels = ({ page }: Visitor): Promise<boolean> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-place] [role=group]')].every((panel) => {
      const { top, left, bottom, right } = panel.getBoundingClientRect()
      return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
    }),
  )

/** A member of the platform: the language and unit of others do not change. */
let phone: string
beforeAll(async () => {
  ;({ phone } = await newMember(await callsAs(platform), 1))
})

const enter = async (look: Parameters<typeof visit>[0] = wide): Promise<Visitor> => {
  const visitor = await visit(look)
  await openAs(visitor, phone, '/workbench')
  await settled(visitor)
  return visitor
}

describe('the statistics screen', () => {
  test('shows the figures of the calls, in the size set in this browser, and closes with Esc', async () => {
    const visitor = await enter()
    const { page } = visitor
    await openStatScreen(visitor)
    const api = await callsAs(phone)
    const info = await api.get<StatInfo>(`${calls}/statInfo`)
    const thousands = new Intl.NumberFormat('en')
    expect(await figureOf(visitor, 'Drones')).toBe(thousands.format(info.droneNum))
    expect(await figureOf(visitor, 'Plots')).toBe(thousands.format(info.ploTotalNum))
    await expect
      .poll(() => page.locator('[data-place=map] ol').first().locator('li').count())
      .toBe(3)

    await page.evaluate(() => localStorage.setItem('BigScreen', 'true'))
    await openStatScreen(visitor)
    const { items } = await api.get<{ items: { droneId: string }[] }>(`${calls}/droneRank`)
    const shown = page.locator('[data-place=rankings] ol').first().locator('li')
    await expect.poll(() => shown.count()).toBe(6)
    for (const [i, { droneId }] of items.entries())
      expect(await shown.nth(i).innerText()).toContain(droneId)

    // Reduced motion: pages turn by hand only. Panels load when their page is shown.
    const next = page.getByRole('button', { name: 'Next page' })
    await page.getByText('Pages don’t turn: reduced motion is on').waitFor()
    for (const place of ['hours', 'times', 'regions']) {
      await next.click()
      await page.locator(`[data-place=${place}] [role=img]`).first().waitFor()
    }
    await page.getByText('4 / 5').waitFor()
    expect(await wholePanels(visitor)).toBe(true)

    expect(await violationsIn(visitor)).toEqual([])
    await page.keyboard.press('Escape')
    await page.waitForURL('**/monitor_manage/monitor')
  })

  test('turns its pages, unless paused or by hand, and names the unresolved level-1 alarms', async () => {
    const visitor = await enter({ ...wide, motion: true })
    const { page } = visitor
    await page.clock.install()
    await openStatScreen(visitor, '?view=big')
    await page.getByText('1 / 5').waitFor()
    await page.getByRole('combobox', { name: 'Turn pages' }).selectOption('every 15 s')
    await page.mouse.move(400, 600)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.clock.runFor(15_500)
    await page.getByText('2 / 5').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.mouse.move(400, 600)
    await page.clock.runFor(60_000)
    await page.getByText('2 / 5').waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.mouse.move(400, 600)
    await page.clock.runFor(15_500)
    await page.getByText('3 / 5').waitFor()

    const { levels } = await (
      await callsAs(phone)
    ).get<{ levels: { level: number; count: number }[] }>('/api/bulletin/getRecentOddBulletinList')
    const { count } = levels.find(({ level }) => level === 1)!
    expect(count).toBeGreaterThan(0)
    const alarms = page.getByRole('region', { name: /^Unresolved level 1 alarms?$/ })
    await expect.poll(() => alarms.locator('b').innerText()).toBe(String(count))
    await alarms.getByRole('listitem').first().getByRole('link').click()
    await page.waitForURL('**/bulletin-list/alarms?state=all&open=*')
  })

  test('shows more panels at once on a display of 3,840 px', async () => {
    const visitor = await enter({ width: 3840, height: 2160, maps: false })
    await openStatScreen(visitor, '?view=big')
    const { page } = visitor
    await page.getByText('1 / 2').waitFor()
    expect(await page.locator('[data-place] h2').count()).toBe(13)
    expect(await wholePanels(visitor)).toBe(true)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.locator('[data-place=regions] [role=img]').first().waitFor()
    expect(await page.locator('[data-place=regions] h2').count()).toBe(4)
    expect(await wholePanels(visitor)).toBe(true)
  })

  test('marks what it could not refresh, and shows new figures when the network is back', async () => {
    const visitor = await enter()
    const { page, takeTroubles } = visitor
    await page.clock.install()
    await openStatScreen(visitor)
    const old = page.getByRole('status').filter({ hasText: 'outdated: from' })
    expect(await old.count()).toBe(0)
    await page.context().setOffline(true)
    await page.clock.runFor(31_000)
    await old.first().waitFor()
    // After ten minutes all of them are.
    for (let minute = 0; minute < 10; minute++) await page.clock.fastForward(60_000)
    await expect.poll(() => old.count()).toBeGreaterThan(5)
    const machines = async () => Number((await figureOf(visitor, 'Drones')).replaceAll(',', ''))
    const before = await machines()
    await page.context().setOffline(false)
    await page.clock.runFor(2_000)
    await expect.poll(() => old.count()).toBe(0)
    // Others may have added machines meanwhile, and none was removed.
    expect(await machines()).toBeGreaterThanOrEqual(before)
    const unreached = takeTroubles()
    expect(unreached.filter((trouble) => !trouble.includes('ERR_INTERNET_DISCONNECTED'))).toEqual(
      [],
    )
  })

  test('is stacked on a telephone, and nothing is wider than the window', async () => {
    const visitor = await enter({ width: 375, height: 740, maps: false })
    await openStatScreen(visitor)
    const { page } = visitor
    await page.getByRole('heading', { name: 'All-time totals' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    expect(await violationsIn(visitor)).toEqual([])
    await page.getByRole('button', { name: 'Go to live monitor' }).click()
    await page.waitForURL('**/monitor_manage/monitor')
  })
})

describe('the overview', () => {
  type Region = { items: { regionCode: string | null; areaName: string; sprayArea: number }[] }

  test('navigates from the world to a county and back, and the address contains the region', async () => {
    const visitor = await enter({ width: 1440, height: 800, maps: false })
    const { page } = visitor
    await page.goto('/stat/overview?period=thisYear')
    await settled(visitor)
    const path = page.getByRole('navigation', { name: 'Region path' })
    const openFirst = async (): Promise<string> => {
      const part = page.locator('section section ol button').first()
      const name = (await part.locator('span').first().innerText()).trim()
      await part.click()
      await path.locator('[aria-current=location]', { hasText: name }).waitFor()
      return name
    }
    const names: string[] = []
    for (let level = 0; level < 4; level++) names.push(await openFirst())
    const code = new URL(page.url()).searchParams.get('region')!
    expect(code).toMatch(/^\d{9}$/)
    // A county has no parts: it shows the operators instead.
    await page.getByRole('heading', { name: 'Operators by area' }).waitFor()
    expect(await violationsIn(visitor)).toEqual([])

    // The same address shows the same to another person.
    await page.reload()
    await path.locator('[aria-current=location]', { hasText: names[3]! }).waitFor()
    await page.keyboard.press('Escape')
    await path.locator('[aria-current=location]', { hasText: names[2]! }).waitFor()
    await path.getByRole('button', { name: 'World' }).click()
    await path.locator('[aria-current=location]', { hasText: 'World' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL('**/monitor_manage/monitor')
  })

  test('a government begins at its own region, and the parts add up to the whole', async () => {
    const api = await callsAs(government)
    const days = { startTime: '2020-01-01', endTime: '2035-12-31' }
    const info = await api.get<{ sprayTotalMuNum: number }>(`${calls}/statInfo`)
    const { figures } = await api.get<{ figures: { sprayArea: number } }>(
      `${calls}/overview?startTime=${days.startTime}&endTime=${days.endTime}`,
    )
    expect(figures.sprayArea).toBeCloseTo(info.sprayTotalMuNum, 0)
    const everything = await (
      await callsAs(platform)
    ).post<Region>(`${calls}/region`, { regionCode: '156000000', ...days })
    const inside = await (
      await callsAs(platform)
    ).get<{ figures: { sprayArea: number } }>(
      `${calls}/overview?startTime=${days.startTime}&endTime=${days.endTime}&regionCode=156000000`,
    )
    const sum = everything.items.reduce((all, { sprayArea }) => all + sprayArea, 0)
    expect(sum).toBeCloseTo(inside.figures.sprayArea, 0)

    const visitor = await visit({ width: 1440, height: 800, maps: false })
    await openAs(visitor, government, '/stat/overview')
    await settled(visitor)
    await visitor.page.locator('[aria-current=location]').waitFor()
    expect(
      await visitor.page.getByRole('navigation', { name: 'Region path' }).locator('li').count(),
    ).toBe(1)
  })
})
