// An owner who may calls a flying drone back: it hears, answers and comes home.
import { expect, test } from 'vitest'
import { settled, signIn, visit } from './browser.ts'

/** A little more than the second for which a command is held. */
const heldMs = 1_300
/** In the middle of its work for minutes yet: it has taken off and has most of its battery. */
const busy = /(8|9)\d\s*%/

test('a drone of the demonstration is called back by a second’s press, and lands', async () => {
  const visitor = await visit({ width: 1280, height: 800 })
  const { page } = visitor
  await signIn(visitor, '13800000004')
  await settled(visitor)
  await page.locator('nav a', { hasText: 'Flight control' }).click()
  await page.waitForURL('**/business_manage/flight-control')
  const drone = page.locator('[role=listbox] [role=option]').filter({ hasText: busy }).first()
  await drone.waitFor({ timeout: 60_000 })
  await drone.click()
  await page.waitForURL('**drone=*')
  const cockpit = page.locator('section[data-side=right]')

  // Its instruments live.
  await cockpit.getByRole('img', { name: /^Roll -?\d+°, pitch -?\d+°$/ }).waitFor()
  await cockpit.getByRole('img', { name: /^Heading \d+°$/ }).waitFor()
  await cockpit.getByRole('img', { name: /^14 cells, lowest/ }).waitFor()
  const takeOff = cockpit.getByRole('button', { name: /Take off/ })
  expect([await takeOff.isDisabled(), await takeOff.innerText()]).toEqual([
    true,
    expect.stringContaining('Only on the ground'),
  ])

  // Nothing is sent by a press alone, and a countdown can be stopped.
  const home = cockpit.getByRole('button', { name: 'Return home' })
  await home.click()
  await cockpit.getByText('Keep “Return home” pressed for a second.').waitFor()
  await home.click({ delay: heldMs })
  await cockpit.getByRole('button', { name: 'Do not send' }).click()
  await home.click({ delay: heldMs })
  await cockpit
    .getByText(/^Return home: sent in \d s$/)
    .first()
    .waitFor()

  // What becomes of it stands where it was given, and in the list of commands.
  await cockpit.getByRole('status').getByText('Confirmed by the drone').waitFor({ timeout: 20_000 })
  const told = cockpit.locator('li', { hasText: 'Return home' }).first()
  await told.getByText('Confirmed by the drone').waitFor({ timeout: 10_000 })
  await cockpit.getByText('On the ground', { exact: true }).waitFor({ timeout: 80_000 })
}, 180_000)
