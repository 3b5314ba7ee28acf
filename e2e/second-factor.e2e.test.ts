// Second factors: an authenticator app and recovery codes, and passkeys with a virtual
// authenticator.
import { Secret, TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { settled, signInAs, visit, type Visitor } from './browser.ts'
import { callsAs, newMember, type Member } from './calls.ts'
import { demoPassword } from './program.ts'

/** Passkeys need a host name, and the page a secure origin: `localhost` is both. */
const look = { width: 1280, height: 800, maps: false, host: 'localhost' }
const businessAdmin = 5

let visitor: Visitor
let member: Member
beforeEach(async () => {
  member = await newMember(await callsAs('13800000003'), businessAdmin)
  visitor = await visit(look)
})

const atConsole = ({ page }: Visitor) => page.waitForURL((to) => !to.pathname.startsWith('/login'))
const press = ({ page }: Visitor, name: string) =>
  page.getByRole('button', { name, exact: true }).click()
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  })

const openSecurity = async (at: Visitor): Promise<void> => {
  await settled(at)
  await at.page.getByRole('button', { name: member.name }).click()
  await at.page.getByRole('menuitem', { name: 'Sign-in and security' }).click()
}
/** The server asks for the password again before the first change. */
const confirmIdentity = async ({ page, takeTroubles }: Visitor): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await dialog.getByLabel('Password').fill(demoPassword)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  takeTroubles() // the refusal that opened the dialog
}
/** The recovery codes, which are shown once. */
const keepCodes = async ({ page }: Visitor): Promise<string[]> => {
  const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await dialog.waitFor()
  const codes = await dialog.locator('li code').allTextContents()
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click()
  return codes
}
/** Forgets the session in the browser. */
const leave = async ({ page }: Visitor): Promise<void> => {
  await page.evaluate(() => localStorage.clear())
}

test('an authenticator app is set up, and asked for at the next sign-in', async () => {
  const { page } = visitor
  await signInAs(visitor, member.phone, demoPassword)
  await atConsole(visitor)
  await openSecurity(visitor)
  await press(visitor, 'Set up app')
  await confirmIdentity(visitor)
  const dialog = page.getByRole('dialog', { name: 'Authenticator app' })
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const secret = (await dialog.locator('code').textContent())!.replaceAll(/\s/g, '')
  await dialog.getByLabel('Code shown by the app').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const codes = await keepCodes(visitor)
  expect(codes).toHaveLength(10)
  await page.getByText('10 codes left').waitFor()

  await leave(visitor)
  await signInAs(visitor, member.phone, demoPassword)
  await page.getByRole('heading', { name: 'Confirm your sign-in' }).waitFor()
  const code = page.getByLabel('Code from your authenticator app')
  await code.fill(codeOf(secret)) // used to confirm the app
  await press(visitor, 'Sign in')
  await page.getByRole('alert').filter({ hasText: 'has already been used' }).waitFor()
  visitor.takeTroubles()
  await code.fill(codeOf(secret, 1))
  await press(visitor, 'Sign in')
  await atConsole(visitor)

  await leave(visitor)
  await signInAs(visitor, member.phone, demoPassword)
  await press(visitor, 'Use a recovery code')
  await page.getByLabel('Recovery code').fill(codes[0]!.toLowerCase())
  await press(visitor, 'Sign in')
  await atConsole(visitor)
  await openSecurity(visitor)
  await page.getByText('9 codes left').waitFor()
})

test('a passkey is added, and signs in without a password', async () => {
  const { page } = visitor
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signInAs(visitor, member.phone, demoPassword)
  await atConsole(visitor)
  await openSecurity(visitor)
  await press(visitor, 'Add passkey')
  await confirmIdentity(visitor)
  const dialog = page.getByRole('dialog', { name: 'Add passkey' })
  await dialog.getByLabel('Name').fill('My phone')
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  await keepCodes(visitor)
  await page.getByRole('heading', { name: 'My phone' }).waitFor()

  await leave(visitor)
  await page.goto('/login')
  await press(visitor, 'Sign in with a passkey')
  await atConsole(visitor)
  await settled(visitor)
  await page.getByRole('button', { name: member.name }).click()
  await page.getByRole('menuitem', { name: 'Signed-in devices' }).click()
  const here = page.getByRole('listitem').filter({ hasText: 'This device' })
  await here.getByText('Passkey', { exact: true }).waitFor()
})
