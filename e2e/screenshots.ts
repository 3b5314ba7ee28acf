// Pictures for the documents, of the demonstration as it is: node e2e/screenshots.ts
// [http://127.0.0.1:8080] Without an address it starts the program itself, on a data folder of its
// own.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { launchBrowser, visitWith } from './chromium.ts'
import { demoPassword, fixedCode, newDataFolder, startProgram, stopProgram } from './program.ts'

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url))
const mostBytes = 300_000

const takeMonitor = async (browser: Browser, address: string): Promise<void> => {
  const { page } = await visitWith(browser, address, { width: 1440, height: 900, locale: 'en' })
  await page.goto('/login')
  await page.locator('input[name=name]').fill('13800000002')
  await page.locator('input[name=password]').fill(demoPassword)
  await page.locator('input[name=verifyCode]').fill(fixedCode.slice(0, 4))
  await page.locator('button[type=submit]').click()
  await page.waitForURL('**/workbench')
  await page.goto('/monitor_manage/monitor?show=spraying')
  // One of the county's drones, close enough to see its swaths, once its trail has grown a while.
  const spraying = page.locator('[role=option]', { hasText: 'Spraying' })
  await spraying.first().waitFor()
  await spraying.first().click()
  await page.locator('[data-stale=false]').getByText('Spraying', { exact: true }).waitFor()
  await page.waitForTimeout(60_000)
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, colours: 128, effort: 10, compressionLevel: 9 })
    .toBuffer()
  if (picture.length > mostBytes)
    throw new Error(`monitor.png has ${picture.length} bytes, more than ${mostBytes}`)
  writeFileSync(`${folder}monitor.png`, picture)
  console.log(`docs/images/monitor.png, ${picture.length} bytes`)
}

const given = process.argv[2]
const dataFolder = newDataFolder()
mkdirSync(folder, { recursive: true })
const address = given ?? (await startProgram(dataFolder)).address
const browser = await launchBrowser()
try {
  await takeMonitor(browser, address)
} finally {
  await browser.close()
  if (given === undefined) await stopProgram(dataFolder)
}
