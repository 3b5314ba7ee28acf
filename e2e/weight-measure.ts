// The size of a page, and how soon its content is shown: npm run weight -w e2e [rounds] [address of
// a running program]. Without an address it starts the program on a separate data folder. Prints a
// JSON line a page: medians of the rounds, each with its own sign-in and an empty cache.
//   shownMs    until the first row of a list, the largest picture of a map (LCP), or the form
//   scriptKiB  as transferred, with their number
//   againKiB   all that is transferred when the page is opened again
//   heapMb     of the page after a full collection, ten seconds later
// and for opening a list from the menu in an open console: pressMs until its first row.
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, visitWith } from './chromium.ts'
import { measureHeapMb, median, report, signInByForm } from './measuring.ts'
import { newDataFolder, startProgram, stopProgram } from './program.ts'

const rounds = Number(process.argv[2] ?? 3)
const givenAddress = process.argv[3]
const phone = '13800000001'
const restMs = 10_000

const pages = [
  { page: 'sign-in', path: '/login', shown: 'input[name=password]' },
  { page: 'workbench', path: '/workbench', shown: 'main h2' },
  { page: 'drone list', path: '/business_manage/drone-list', shown: '.ant-table-row, [data-row]' },
  {
    page: 'account list',
    path: '/institution_manage/account-list',
    shown: '.ant-table-row, [data-row]',
  },
  { page: 'monitor', path: '/monitor_manage/monitor', shown: 'lcp' },
] as const

/** ms since the page was requested. */
const shownMs = (page: Page, shown: string): Promise<number> =>
  shown === 'lcp'
    ? page.evaluate(
        (forMs) =>
          new Promise<number>((resolve) => {
            let last = Number.NaN
            new PerformanceObserver((list) => {
              last = list.getEntries().at(-1)!.startTime
            }).observe({ type: 'largest-contentful-paint', buffered: true })
            setTimeout(() => resolve(last), forMs)
          }),
        restMs,
      )
    : page
        .waitForFunction(
          (selector) => document.querySelector(selector) !== null && performance.now(),
          shown,
          { polling: 'raf', timeout: 120_000 },
        )
        .then((handle) => handle.jsonValue() as Promise<number>)

type Load = {
  shownMs: number
  scriptKiB: number
  scripts: number
  allKiB: number
  againKiB: number
  requests: number
  heapMb: number
}

/** One cold load. */
const load = async (
  browser: Browser,
  address: string,
  { path, shown }: (typeof pages)[number],
): Promise<Load> => {
  const { page } = await visitWith(browser, address, { width: 1440, height: 900, locale: 'en' })
  if (path !== '/login') await signInByForm(page, phone)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await page.goto('about:blank')
  const scripts = new Set<string>()
  const sizes = { script: 0, all: 0 }
  let requests = 0
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    requests++
    if (type === 'Script' || /\.m?js$/.test(response.url)) scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.all += encodedDataLength
    if (scripts.has(requestId)) sizes.script += encodedDataLength
  })
  await page.goto(path, { waitUntil: 'commit' })
  const ms = await shownMs(page, shown)
  await page.waitForTimeout(restMs)
  const heap = (await measureHeapMb(session)).used
  const coldKiB = sizes.all / 1024
  const [coldScripts, coldScriptKiB, coldRequests] = [scripts.size, sizes.script / 1024, requests]
  await page.reload({ waitUntil: 'commit' })
  await page.waitForTimeout(restMs)
  await page.context().close()
  return {
    shownMs: ms,
    scriptKiB: coldScriptKiB,
    scripts: coldScripts,
    allKiB: coldKiB,
    againKiB: sizes.all / 1024 - coldKiB,
    requests: coldRequests,
    heapMb: heap,
  }
}

/** From the press in the menu to the first row of a list that this page has not shown before. */
const press = async (browser: Browser, address: string): Promise<number> => {
  const { page } = await visitWith(browser, address, { width: 1440, height: 900, locale: 'en' })
  await signInByForm(page, phone)
  await page.goto('/business_manage/tools')
  await page.locator('main h1, main h2').first().waitFor()
  await page.waitForTimeout(restMs)
  const ms = await page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        const startedMs = performance.now()
        document.querySelector<HTMLElement>('nav a[href="/business_manage/drone-list"]')!.click()
        requestAnimationFrame(function look() {
          if (document.querySelector(selector)) resolve(performance.now() - startedMs)
          else requestAnimationFrame(look)
        })
      }),
    '.ant-table-row, [data-row]',
  )
  await page.context().close()
  return ms
}

const dataFolder = newDataFolder()
const address = givenAddress ?? (await startProgram(dataFolder)).address
const browser = await launchBrowser()
try {
  for (const one of pages) {
    const loads: Load[] = []
    for (let round = 0; round < rounds; round++) loads.push(await load(browser, address, one))
    const names = Object.keys(loads[0]!) as (keyof Load)[]
    report(
      { page: one.page },
      Object.fromEntries(names.map((name) => [name, median(loads.map((each) => each[name]))])),
    )
  }
  const pressMs: number[] = []
  for (let round = 0; round < rounds; round++) pressMs.push(await press(browser, address))
  report({ page: 'drone list, by the menu' }, { pressMs: median(pressMs) })
} finally {
  await browser.close()
  if (givenAddress === undefined) await stopProgram(dataFolder)
}
