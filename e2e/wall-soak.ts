// Eight hours on a wall in some minutes: node e2e/wall-soak.ts [hours] [address of a program that is
// up]. The big wall stands while the page's clock is set forward by half a minute at a time, so that
// every refresh of those hours happens, against the real server. Prints a line of JSON for each hour:
//   hour     heap after a collection (MB), and how many timers, charts, open sockets and DOM nodes
// and ends with 1 where the last hour's heap is more than 10 % above the first's, or where there is
// one timer, chart or socket more than after the first hour.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { launchBrowser, visitWith } from './chromium.ts'
import { measureHeapMb, report, signInByForm } from './measuring.ts'
import { newDataFolder, startProgram, stopProgram } from './program.ts'

const [hoursGiven, givenAddress] = process.argv.slice(2)
const hours = Number(hoursGiven ?? 8)
const stepMs = 30_000
/** Until what a step asked for has been answered. */
const answerMs = 150

const started = givenAddress ? null : await startProgram(newDataFolder())
const address = givenAddress ?? started!.address

type Counted = Window & { runningIntervals: Set<number> }

/** Every interval that the page has begun and not ended. */
const countIntervals = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const counted = window as unknown as Counted
    counted.runningIntervals = new Set()
    const begin = window.setInterval.bind(window) as (...given: unknown[]) => number
    const end = window.clearInterval.bind(window)
    window.setInterval = ((...given: unknown[]) => {
      const id = begin(...given)
      counted.runningIntervals.add(id)
      return id
    }) as unknown as typeof window.setInterval
    window.clearInterval = (id) => {
      counted.runningIntervals.delete(Number(id))
      end(id)
    }
  })
}

const browser = await launchBrowser()
const { page } = await visitWith(browser, address, { width: 1920, height: 1080 })
let sockets = 0
page.on('websocket', (socket) => {
  sockets++
  socket.on('close', () => sockets--)
})
await page.clock.install()
await countIntervals(page)
await signInByForm(page, '13800000001')
await page.goto('/stat-screen?view=big')
await page.locator('[data-place=rankings] li').first().waitFor()
const session = await page.context().newCDPSession(page)

const measure = async () => {
  await sleep(2_000)
  const { used, all } = await measureHeapMb(session)
  const seen = await page.evaluate(() => ({
    timers: (window as unknown as Counted).runningIntervals.size,
    charts: document.querySelectorAll('main svg, main canvas').length,
    nodes: document.querySelectorAll('*').length,
  }))
  return { heap: used, all, ...seen, sockets }
}

const turns = 4
const lookAround = async (): Promise<void> => {
  // All of it comes into sight and goes again, as if somebody walked along it.
  for (let i = 0; i <= turns; i++) {
    await page.evaluate((share) => {
      const box = document.querySelector('main [role=region]')!
      box.scrollLeft = share * box.scrollWidth
    }, i / turns)
    await sleep(answerMs)
  }
  await page.evaluate(() => {
    document.querySelector('main [role=region]')!.scrollLeft = 0
  })
}

const measured: Awaited<ReturnType<typeof measure>>[] = []
try {
  for (let hour = 1; hour <= hours; hour++) {
    for (let passedMs = 0; passedMs < 3_600_000; passedMs += stepMs) {
      await page.clock.fastForward(stepMs)
      await sleep(answerMs)
    }
    await lookAround()
    const now = await measure()
    measured.push(now)
    report({ what: 'hour', hour }, now)
  }
} finally {
  await browser.close()
  if (started) await stopProgram(started.dataFolder)
}

const [first, last] = [measured[0]!, measured.at(-1)!]
const problems = [
  ...(last.heap > first.heap * 1.1 ? ['the heap has grown by more than 10 %'] : []),
  ...(['timers', 'charts', 'sockets'] as const).flatMap((what) =>
    last[what] > first[what] ? [`more ${what} than after the first hour`] : [],
  ),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
