// What people with other eyes, hands and windows meet: axe-core's rules on the screens of the first flight, and a narrow phone.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { expect, test } from 'vitest'
import { settled, signIn, visit, type Visitor } from './browser.ts'
import { callsAs } from './calls.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const violationsIn = async ({ page }: Visitor): Promise<string[]> => {
  // Not as a script element: the page's own policy would refuse it.
  await page.evaluate(axeSource)
  const { violations } = await page.evaluate(async (): Promise<AxeResults> => {
    const { axe } = window as unknown as { axe: { run: (context: Document, options: object) => Promise<AxeResults> } }
    return axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'], resultTypes: ['violations'] })
  })
  return violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.slice(0, 4).map(({ html, failureSummary }) => `${html.slice(0, 160)} — ${failureSummary?.split('\n').slice(1, 2).join()}`).join(' | ')}`)
}

const overflowPx = ({ page }: Visitor): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

const historyPath = async (): Promise<string> => {
  const calls = await callsAs('13800000001')
  const { items } = await calls.get<{ items: { droneId: string; sortieId: string }[] }>('/api/drone/mointor/manage/getHistoryFlyList?pageSize=1')
  return `/business_manage/drone-list/${items[0]!.droneId}/history?sortieId=${items[0]!.sortieId}`
}

const screens: Readonly<Record<string, () => Promise<string>>> = {
  'the monitor': async () => '/monitor_manage/monitor',
  'the drone list': async () => '/business_manage/drone-list',
  'the flight history': historyPath,
  'the no-fly zones': async () => '/business_manage/no-fly-zone-list',
  'the own account': async () => '/institution_manage/account-detail',
}

test.each([['wide', 1280, 720], ['narrow', 375, 740]] as const)('no screen breaks a rule of accessibility: %s', async (_name, width, height) => {
  const visitor = await visit({ width, height })
  const { page } = visitor
  await page.goto('/login')
  await page.locator('input[name=password]').waitFor()
  const found: Record<string, string[]> = {}
  const look = async (screen: string): Promise<void> => {
    const violations = await violationsIn(visitor)
    if (await overflowPx(visitor) > 0) violations.push(`scrolls sideways by ${await overflowPx(visitor)} px`)
    if (violations.length > 0) found[screen] = violations
  }
  await look('the sign-in page')
  await page.goto('/retrieve-password')
  await page.locator('input[name=password]').waitFor()
  await look('the forgotten password')
  await page.goto('/register')
  await page.locator('form').waitFor()
  await look('the registration')
  await signIn(visitor, '13800000001')
  await settled(visitor)
  for (const [screen, path] of Object.entries(screens)) {
    await page.goto(await path())
    await settled(visitor)
    await page.waitForLoadState('networkidle')
    await settled(visitor)
    await look(screen)
  }
  expect(found).toEqual({})
})
