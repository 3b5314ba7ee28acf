// How many clicks common tasks take from a person's first page: npm run clicks -w e2e
// [address of a running program]. Starts the program on a separate data folder by default. Prints a
// JSON line a task; typed fields and points on a map are counted separately. Fails if a task takes
// more clicks than its limit or does not show what it is for.
import type { Locator, Page } from 'playwright-core'
import { launchBrowser, visitWith, type Look } from './chromium.ts'
import { signInByForm } from './measuring.ts'
import { newDataFolder, startProgram, stopProgram } from './program.ts'

const mark = `Clicks ${Date.now() % 1e6}`

/** One task of one person, from the page after the sign-in. */
class Task {
  clicks = 0
  fields = 0
  points = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  async click(target: Locator): Promise<void> {
    this.clicks += 1
    await target.first().click()
  }
  async fill(target: Locator, text: string): Promise<void> {
    this.fields += 1
    await target.first().fill(text)
  }
  /** A point on the map. */
  async point(x: number, y: number): Promise<void> {
    this.points += 1
    await this.page.mouse.click(x, y)
    await this.page.waitForTimeout(300)
  }
  menu(name: string): Promise<void> {
    return this.click(this.page.locator('nav a', { hasText: name }))
  }
}

type Described = {
  name: string
  person: string
  most: number
  look?: Look
  run: (task: Task) => Promise<unknown>
}

const phone = { width: 375, height: 740, locale: 'th' }

const tasks: readonly Described[] = [
  {
    name: 'which drone is in trouble now',
    person: '13800000001',
    most: 1,
    run: async (task) => {
      const { page } = task
      await task.click(page.locator('section', { hasText: 'Needs attention' }).locator('a'))
      await page.waitForURL(/drone=.*&alarm=|alarms/)
      await page
        .getByText(/no-fly zone|Alarm/i)
        .first()
        .waitFor()
    },
  },
  {
    name: 'what was sprayed on my plot',
    person: '13800000007',
    look: phone,
    most: 1,
    run: async (task) => {
      await task.click(task.page.getByText('留固1号田'))
      await task.page.getByText('Difenoconazole', { exact: false }).last().waitFor()
    },
  },
  {
    name: 'print a record',
    person: '13800000004',
    most: 3,
    run: async (task) => {
      await task.menu('Flights')
      await task.click(task.page.locator('tr.ant-table-row'))
      await task.click(task.page.getByRole('link', { name: /Print|Report/ }))
      await task.page.getByRole('button', { name: 'Print' }).waitFor()
    },
  },
  {
    name: 'add and connect a drone',
    person: '13800000004',
    most: 3,
    run: async (task) => {
      const { page } = task
      await task.menu('Drones')
      await task.click(page.getByRole('button', { name: 'Register a drone' }))
      const form = page.getByRole('dialog')
      await task.fill(form.getByLabel('Serial number'), mark.toUpperCase().replace(' ', '-'))
      await task.fill(form.getByLabel('Name', { exact: true }), mark)
      await task.fill(form.getByRole('combobox'), 'T')
      await page.keyboard.press('Enter')
      await task.click(form.getByRole('button', { name: 'Register a drone' }))
      await page.getByText('Waiting for the drone to connect…').waitFor()
    },
  },
  {
    name: 'draw a zone',
    person: '13800000002',
    most: 3,
    run: async (task) => {
      const { page } = task
      await task.menu('No-fly zones')
      await task.click(page.getByRole('button', { name: 'Create a zone' }))
      await task.fill(page.getByLabel('Name', { exact: true }), mark)
      await page.waitForTimeout(2_000)
      for (const [x, y] of [
        [400, 300],
        [600, 300],
        [600, 500],
      ] as const)
        await task.point(x, y)
      await page.keyboard.press('Enter')
      await page.locator('button:enabled', { hasText: 'Start over' }).waitFor()
      await task.click(page.getByRole('button', { name: 'Create a zone' }))
      await page.locator('tr', { hasText: mark }).waitFor()
    },
  },
  {
    name: 'plan three drones',
    person: '13800000004',
    most: 4,
    run: async (task) => {
      const { page } = task
      await task.menu('Group control')
      await task.click(page.getByRole('button', { name: 'New plan' }))
      await task.fill(page.getByLabel('Plan name'), mark)
      await task.fill(page.getByRole('combobox', { name: 'Plots' }), '留固')
      await task.click(page.locator('.ant-select-item-option'))
      await page.getByRole('heading', { name: 'Strips per drone' }).waitFor()
      await task.click(page.getByRole('button', { name: 'Save' }))
      await page.getByRole('heading', { name: mark }).waitFor()
    },
  },
  {
    name: 'create a unified task',
    person: '13800000002',
    most: 3,
    run: async (task) => {
      const { page } = task
      await task.menu('Unified tasks')
      await task.click(page.getByRole('button', { name: 'New task' }))
      const form = page.getByRole('dialog')
      await task.fill(form.getByLabel('Task', { exact: true }), mark)
      for (const [label, days] of [
        ['Start', 1],
        ['End', 9],
      ] as const) {
        const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
        await task.fill(form.getByLabel(label), day.replaceAll('-', '/'))
        await page.keyboard.press('Enter')
      }
      await task.fill(form.getByLabel('Target'), '100')
      await task.click(form.getByRole('button', { name: 'New task' }))
      await page.getByText(mark).first().waitFor()
    },
  },
  {
    name: 'what a client owes',
    person: '13800000006',
    most: 1,
    run: async (task) => {
      await task.menu('Clients')
      await task.page.locator('tr', { hasText: '−CN¥' }).first().waitFor()
    },
  },
  {
    name: 'who changed a price',
    person: '13800000006',
    most: 3,
    run: async (task) => {
      await task.menu('Base prices')
      await task.click(task.page.locator('tr.ant-table-row'))
      await task.page.getByRole('dialog').getByText('Price history').waitFor()
    },
  },
  {
    name: 'a Thai farmer shares the last spraying',
    person: '13800000007',
    look: phone,
    most: 3,
    run: async (task) => {
      const { page } = task
      await task.click(page.getByText('留固1号田'))
      await task.click(page.getByRole('button', { name: 'แชร์' }))
      await task.click(page.getByRole('button', { name: 'สร้างลิงก์' }))
      await page.locator('input[readonly][value*="/s/"]').waitFor()
    },
  },
]

const dataFolder = newDataFolder()
const [given, expression = ''] = process.argv.slice(2)
const address = given ?? (await startProgram(dataFolder)).address
const browser = await launchBrowser()
try {
  for (const { name, person, most, look = {}, run } of tasks) {
    if (!new RegExp(expression).test(name)) continue
    const { page } = await visitWith(browser, address, { width: 1440, height: 900, ...look })
    await signInByForm(page, person)
    await page.locator('main#content').waitFor()
    const task = new Task(page)
    await run(task)
    const { clicks, fields, points } = task
    console.log(JSON.stringify({ task: name, clicks, most, fields, points }))
    if (clicks > most) process.exitCode = 1
    await page.context().close()
  }
} finally {
  await browser.close()
  if (given === undefined) await stopProgram(dataFolder)
}
