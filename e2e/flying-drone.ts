// Drones of the demonstration are commanded while they fly; each lands by itself in the end.
import type { Locator, Page } from 'playwright-core'

const batteryPercent = (row: string): number => Number(/(\d+)\s*%/.exec(row)?.[1] ?? 0)

/** Below this a drone may be on its way home before a command has reached it, in percent. */
const leastPercent = 40

type Asked = {
  /** What the rows of drones in the air say, in the reader's language. */
  readonly flying: RegExp
  /** Commands the drone whose row was pressed, and ends when it has said that it obeys. */
  readonly command: (row: Locator) => Promise<void>
  /** That the drone that was chosen stands on the ground. */
  readonly hasLanded: () => Promise<boolean>
  readonly attempts?: number
}

/** The row of the drone in the air that has most of its battery; waits up to a minute for one. */
const findFlying = async (page: Page, flying: RegExp): Promise<Locator> => {
  const rows = page.locator('[role=listbox] [role=option]')
  for (let waitedS = 0; waitedS < 60; waitedS++) {
    const texts = await rows.allInnerTexts()
    const inAir = texts.filter((text) => flying.test(text) && batteryPercent(text) >= leastPercent)
    const best = inAir.sort((a, b) => batteryPercent(b) - batteryPercent(a))[0]
    if (best !== undefined) return rows.nth(texts.indexOf(best))
    await page.waitForTimeout(1_000)
  }
  throw new Error(`No drone flies: ${(await rows.allInnerTexts()).join(' | ')}`)
}

/**
 * Commands a drone that flies. One that lands by itself meanwhile is no failure: `command` is asked
 * again with another, three times in all.
 */
export const commandFlying = async (page: Page, asked: Asked): Promise<void> => {
  const { flying, command, hasLanded, attempts = 3 } = asked
  try {
    await command(await findFlying(page, flying))
  } catch (error) {
    if (attempts === 1 || !(await hasLanded())) throw error
    await commandFlying(page, { ...asked, attempts: attempts - 1 })
  }
}
