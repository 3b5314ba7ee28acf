// Layout shift while a screen loads: node e2e/shift-measure.ts [address of a running program]
// [expression that paths match]. Starts the program on a separate data folder by default. Loads each screen at
// 1440 and 375 px and prints its cumulative layout shift (web.dev/articles/cls: the largest sum of
// shifts less than 1 s apart, within 5 s) with the elements that moved most, a JSON line each; the
// goal is 0.02. Fails if a screen exceeds it.
import type { Page } from 'playwright-core'
import { launchBrowser, visitWith } from './chromium.ts'
import { signInByForm } from './measuring.ts'
import { newDataFolder, startProgram, stopProgram } from './program.ts'
import { consoleRoutes } from './routes.ts'

const most = 0.02
const widths = [1440, 375] as const

type Shift = { atMs: number; value: number; moved: string[] }

/** Collects shifts from the start of each page, before the scripts of the page. */
const collect = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(globalThis, { shifts })
    type Entry = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
    const nameOf = ({ node, previousRect: a, currentRect: b }: Entry['sources'][number]) => {
      const classes = node instanceof Element ? String(node.getAttribute('class')) : ''
      return `${node?.nodeName.toLowerCase()}.${classes.split(' ')[0]} ${a.y}→${b.y} ${a.height}→${b.height}`
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[])
        if (!entry.hadRecentInput)
          shifts.push({
            atMs: entry.startTime,
            value: entry.value,
            moved: entry.sources.map(nameOf),
          })
    }).observe({ type: 'layout-shift', buffered: true })
  })

const cumulate = (shifts: readonly Shift[]): number => {
  let [worst, sum, startMs, lastMs] = [0, 0, -Infinity, -Infinity]
  for (const { atMs, value } of shifts) {
    if (atMs - lastMs > 1000 || atMs - startMs > 5000) [sum, startMs] = [0, atMs]
    sum += value
    lastMs = atMs
    worst = Math.max(worst, sum)
  }
  return worst
}

const measure = async (page: Page, path: string): Promise<{ cls: number; moved: string[] }> => {
  await page.goto(path)
  await page.locator('main#content').waitFor()
  await page
    .waitForFunction(() => !document.querySelector('.ant-skeleton, [class*=_bone_], .start-mark'))
    .catch(() => undefined) // screens that wait for more, such as statistics, are measured so far
  await page.waitForTimeout(1500)
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
  const largest = shifts.toSorted((a, b) => b.value - a.value).slice(0, 3)
  return { cls: cumulate(shifts), moved: largest.flatMap(({ moved }) => moved.slice(0, 3)) }
}

const [given, expression = ''] = process.argv.slice(2)
const wanted = new RegExp(expression)
const dataFolder = newDataFolder()
const address = given ?? (await startProgram(dataFolder)).address
const browser = await launchBrowser()
try {
  for (const width of widths) {
    const { page } = await visitWith(browser, address, { width, height: 800, maps: false })
    await signInByForm(page, '13800000001')
    await collect(page)
    for (const path of consoleRoutes.filter((one) => wanted.test(one))) {
      const { cls, moved } = await measure(page, path)
      const isOver = cls > most
      console.log(
        JSON.stringify({ path, width, cls: Number(cls.toFixed(3)), ...(isOver ? { moved } : {}) }),
      )
      if (isOver) process.exitCode = 1
    }
    await page.context().close()
  }
} finally {
  await browser.close()
  if (given === undefined) await stopProgram(dataFolder)
}
