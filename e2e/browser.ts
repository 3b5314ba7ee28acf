// The visitors of one test file; errors on a page fail its test.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Language } from '@swath/i18n/languages'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach } from 'vitest'
import { launchBrowser, visitWith, type Look, type Visitor } from './chromium.ts'
import { openSession } from './calls.ts'
import { demoPassword, fixedCode } from './program.ts'
import { sharedProgram } from './running-program.ts'

export type { Visitor } from './chromium.ts'

let browser: Browser | undefined
const visitors: Visitor[] = []

/**
 * A visitor of the program; at the end of the test no error may have occurred. Maps are coarse, which
 * halves what their drawing costs, unless the journey looks at their pixels.
 */
export const visit = async (look?: Look, { address } = sharedProgram): Promise<Visitor> => {
  browser ??= await launchBrowser({ isWhole: look?.notifications ?? false })
  const visitor = await visitWith(browser, address, { mapScale: 0.5, ...look })
  visitors.push(visitor)
  return visitor
}

/** Folder for the last screenshots of failed journeys. */
const failureFolder = join(tmpdir(), 'swath-e2e-failures')

afterEach(async ({ task }) => {
  const troubles = await Promise.all(
    visitors.splice(0).map(async ({ page, takeTroubles }, i) => {
      if (task.result?.state === 'fail')
        await page
          .screenshot({
            path: join(failureFolder, `${task.name.replaceAll(/\W+/g, '-')}-${i}.png`),
          })
          .catch(console.error)
      await page.context().close()
      return takeTroubles()
    }),
  )
  if (troubles.flat().length > 0)
    throw new Error(`The pages of this test had troubles:\n${troubles.flat().join('\n')}`)
})
afterAll(async () => {
  await browser?.close()
})

export type DemoPhone =
  | '13800000001'
  | '13800000002'
  | '13800000003'
  | '13800000004'
  | '13800000005'
  | '13800000006'
  | '13800000007'
  | '13800000008'
  | '13800000009'

/**
 * The address of the captcha image, when it is loaded and differs from `than`: a code typed earlier
 * would belong to the previous image.
 */
export const captchaShown = async ({ page }: Visitor, than = ''): Promise<string> => {
  const picture = await page.waitForFunction((before) => {
    const image = document.querySelector<HTMLImageElement>('img[src*="/captcha"]')
    return image !== null && image.naturalWidth > 0 && image.src !== before && image.src
  }, than)
  return (await picture.jsonValue()) as string
}

/**
 * By the form, as anyone with a known number and password.
 * @returns the address of the image whose code was typed
 */
export const signInAs = async (
  visitor: Visitor,
  phone: string,
  password: string,
): Promise<string> => {
  const { page } = visitor
  await page.goto('/login')
  await page.locator('input[name=name]').fill(phone)
  await page.locator('input[name=password]').fill(password)
  const picture = await captchaShown(visitor)
  await page.locator('input[name=verifyCode]').fill(fixedCode.slice(0, 4))
  await page.locator('button[type=submit]').click()
  return picture
}

/** Replaces the temporary password of a person who has just signed in with it. */
export const chooseOwnPassword = async (
  { page }: Visitor,
  password = demoPassword,
): Promise<void> => {
  await page.waitForURL('**/own-password')
  await page.locator('input[name=password]').fill(password)
  await page.locator('input[name=passwordConfirmation]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((url) => url.pathname !== '/own-password')
}

/** As one of the demonstration's people, to the page after the sign-in. */
export const signIn = (
  visitor: Visitor,
  phone: DemoPhone,
  password = demoPassword,
): Promise<string> => signInAs(visitor, phone, password)

/** Opens a page as a signed-in person, at once: the form and the page after it cost as much. */
export const openAs = async (
  { page }: Visitor,
  phone: string,
  path: string,
  program = sharedProgram,
): Promise<void> => {
  const { origin } = new URL(program.address)
  const { jToken, refreshToken, userInfo } = await openSession(phone, program)
  const localStorage = Object.entries({ token: { jToken, refreshToken }, userInfo }).map(
    ([name, value]) => ({ name, value: JSON.stringify(value) }),
  )
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
  await page.goto(path)
}

/**
 * How long an open page stays signed in after `end`, ms: the shortest of three, since the machine
 * may be busy with other work. `again` brings the page back for another try.
 */
export const msUntilThrownOut = async (
  { page, takeTroubles }: Visitor,
  end: () => Promise<unknown>,
  again: () => Promise<unknown>,
): Promise<number> => {
  let shortest = Infinity
  for (let attempt = 1; attempt <= 3; attempt++) {
    const thrownOut = page.waitForURL((url) => url.pathname === '/login', { waitUntil: 'commit' })
    const startMs = performance.now()
    await end()
    await thrownOut
    shortest = Math.min(shortest, performance.now() - startMs)
    await page
      .getByRole('alert')
      .filter({ hasText: 'Your session has ended. Please sign in again.' })
      .waitFor()
    takeTroubles() // requests refused during the sign-out
    if (shortest < 1000) break
    await again()
  }
  return shortest
}

/** Waits until the console's frame is shown and the screen's data has loaded. */
export const settled = async ({ page }: Visitor): Promise<void> => {
  await page.locator('main#content').waitFor()
  await page.waitForFunction(
    () => document.querySelector('.ant-skeleton, .ant-spin-spinning, .ant-btn-loading') === null,
  )
}

/** Changes the language, as when someone chooses it in another window. */
export const speak = async ({ page }: Visitor, language: Language): Promise<void> => {
  await page.evaluate((wanted) => {
    const newValue = JSON.stringify(wanted)
    localStorage.setItem('lang', newValue)
    window.dispatchEvent(new StorageEvent('storage', { key: 'lang', newValue }))
  }, language)
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language)
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
}
