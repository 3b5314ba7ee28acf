// Finds touch targets that are too small: node e2e/touch-measure.ts [address of a running program].
// Starts the program on a separate data folder by default. On each screen, 375 px wide, for every
// link, button, field and row it measures how far around its middle a touch still hits it, so that
// an area that is larger than it looks counts; a JSON line for each that has less than 44 px in one
// direction. Links within a sentence are excluded, as in WCAG 2.5.5.
import type { Page } from 'playwright-core'
import { launchBrowser, visitWith } from './chromium.ts'
import { signInByForm } from './measuring.ts'
import { newDataFolder, startProgram, stopProgram } from './program.ts'
import { consoleRoutes } from './routes.ts'

const leastPx = 44
type Small = { what: string; widthPx: number; heightPx: number }

const measure = (page: Page): Promise<{ all: number; small: Small[] }> =>
  page.evaluate((least) => {
    const wanted =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=option], [role=tab], [role=switch], [role=combobox], [tabindex]:not([tabindex="-1"])'
    const isInText = (element: Element): boolean =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '',
      )
    /** The frame or the label of a field counts as the field. */
    const frameOf = (element: Element): Element =>
      element.closest(
        'label, .ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-input-number, .ant-segmented-item, .ant-upload',
      ) ?? element
    const reach = (frame: Element, x: number, y: number, dx: number, dy: number): number => {
      for (let step = 1; step <= least / 2; step++) {
        const hit = document.elementFromPoint(x + dx * step, y + dy * step)
        if (
          !hit ||
          !(
            frame.contains(hit) ||
            (hit.contains(frame) === false && hit.closest('label') === frame)
          )
        )
          return step - 1
      }
      return least / 2
    }
    const found: Small[] = []
    let all = 0
    const seen = new Set<Element>()
    for (const element of document.querySelectorAll(wanted)) {
      const frame = frameOf(element)
      if (seen.has(frame) || isInText(element) || frame.matches(':disabled, [inert] *')) continue
      seen.add(frame)
      frame.scrollIntoView({ block: 'center', inline: 'nearest' })
      const box = frame.getBoundingClientRect()
      const x = box.left + box.width / 2
      const y = box.top + box.height / 2
      const hit = document.elementFromPoint(x, y)
      if (box.width === 0 || !hit || !frame.contains(hit)) continue
      all++
      const widthPx = Math.max(box.width, reach(frame, x, y, -1, 0) + reach(frame, x, y, 1, 0))
      const heightPx = Math.max(box.height, reach(frame, x, y, 0, -1) + reach(frame, x, y, 0, 1))
      if (widthPx >= least - 0.5 && heightPx >= least - 0.5) continue
      const name =
        frame.getAttribute('aria-label') ?? element.getAttribute('aria-label') ?? frame.textContent
      found.push({
        what: `${frame.tagName.toLowerCase()}.${String(frame.getAttribute('class')).split(' ').slice(0, 2).join('.')} ${name?.trim().slice(0, 40)}`,
        widthPx: Math.round(widthPx),
        heightPx: Math.round(heightPx),
      })
    }
    return { all, small: found }
  }, leastPx)

const given = process.argv[2]
const dataFolder = newDataFolder()
const address = given ?? (await startProgram(dataFolder)).address
const browser = await launchBrowser()
try {
  const { page } = await visitWith(browser, address, { width: 375, height: 740, locale: 'th-TH' })
  await signInByForm(page, '13800000001')
  for (const screen of consoleRoutes) {
    await page.goto(screen)
    await page.locator('main#content').waitFor()
    await page.waitForTimeout(2_000)
    const { all, small } = await measure(page)
    console.log(JSON.stringify({ screen, all, under44: small.length }))
    for (const one of small) console.log(JSON.stringify({ screen, ...one }))
  }
} finally {
  await browser.close()
  if (given === undefined) await stopProgram(dataFolder)
}
