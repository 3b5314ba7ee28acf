// Pictures for the documents, of the demonstration as it is: node e2e/screenshots.ts
// [http://127.0.0.1:8080] Without an address it starts the program itself, on a data folder of its
// own.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { launchBrowser, visitWith } from './chromium.ts'
import { demoPassword, fixedCode, newDataFolder, startProgram, stopProgram } from './program.ts'

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url))
const mostBytes = 300_000

const signIn = async (browser: Browser, address: string, phone: string): Promise<Page> => {
  const { page } = await visitWith(browser, address, { width: 1440, height: 900, locale: 'en' })
  await page.goto('/login')
  await page.locator('input[name=name]').fill(phone)
  await page.locator('input[name=password]').fill(demoPassword)
  await page.waitForLoadState('networkidle') // the code's picture is there
  await page.locator('input[name=verifyCode]').fill(fixedCode.slice(0, 4))
  await page.locator('button[type=submit]').click()
  await page.waitForURL('**/workbench')
  return page
}

const save = async (page: Page, name: string): Promise<void> => {
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, colours: 128, effort: 10, compressionLevel: 9 })
    .toBuffer()
  if (picture.length > mostBytes)
    throw new Error(`${name}.png has ${picture.length} bytes, more than ${mostBytes}`)
  writeFileSync(`${folder}${name}.png`, picture)
  console.log(`docs/images/${name}.png, ${picture.length} bytes`)
}

/** Waits until everything is drawn; maps do not report that they are. */
const drawn = (page: Page): Promise<void> => page.waitForTimeout(12_000)

const takeMonitor = async (page: Page): Promise<void> => {
  await page.goto('/monitor_manage/monitor?show=spraying')
  // One of the county's drones, zoomed in to see its swaths, when its trail is long enough.
  const spraying = page.locator('[role=option]', { hasText: 'Spraying' })
  await spraying.first().waitFor()
  await spraying.first().click()
  await page.locator('[data-stale=false]').getByText('Spraying', { exact: true }).waitFor()
  await page.waitForTimeout(60_000)
  await save(page, 'monitor')
}

const takeScreen = async (page: Page, path: string, name: string): Promise<void> => {
  await page.goto(path)
  await drawn(page)
  await save(page, name)
}

const given = process.argv[2]
const dataFolder = newDataFolder()
mkdirSync(folder, { recursive: true })
const address = given ?? (await startProgram(dataFolder)).address
const browser = await launchBrowser()
try {
  const page = await signIn(browser, address, '13800000002')
  await takeScreen(page, '/business_manage/unified-task-list/1/chart', 'campaign')
  await takeScreen(page, '/stat-screen', 'stat-screen')
  await takeScreen(page, '/workbench', 'workbench')
  await takeMonitor(page)
} finally {
  await browser.close()
  if (given === undefined) await stopProgram(dataFolder)
}
