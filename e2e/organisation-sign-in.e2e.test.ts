// Signing in with an organisation: an administrator connects its identity provider, the platform sets
// the domain as proved, and a member signs in.
import {
  startIdentityProvider,
  testClient,
  type TestProvider,
} from '@swath/server/modules/people/organisation-sign-in/testing-identity-provider'
import { beforeAll, expect, test } from 'vitest'
import { openAs, settled, visit } from './browser.ts'
import { callsAs, freshMark } from './calls.ts'
import { sharedProgram } from './running-program.ts'

const program = sharedProgram
const maker = '13800000003'
const account = '/institution_manage/account-detail'
let provider: TestProvider
beforeAll(async () => {
  provider = await startIdentityProvider(Number(new URL(program.oidcOrigin).port))
  return () => provider.close()
})

type Provider = {
  providerId: string
  providerName: string
  domains: { domainId: string; domain: string }[]
}

test('an administrator connects a provider, and a new member signs in with it', async () => {
  const mark = freshMark()
  const domain = `e2e-${mark}.example`
  const name = `Provider ${mark}`
  const admin = await visit({ width: 1280, height: 900, maps: false })
  const { page } = admin
  await openAs(admin, maker, account)
  await settled(admin)
  await page.getByRole('button', { name: 'Add identity provider' }).click()
  const form = page.getByRole('dialog', { name: 'Add identity provider' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Issuer').fill(provider.issuer)
  await form.getByLabel('Client ID').fill(testClient.clientId)
  await form.getByLabel('Client secret').fill(testClient.clientSecret)
  await form.getByLabel('Role without a mapped group').click()
  await page.getByTitle('Staff', { exact: true }).click()
  await form.getByLabel('Create members at their first sign-in').check()
  await form.getByRole('button', { name: 'Add identity provider' }).click()

  const item = page.getByRole('article', { name })
  await item.getByRole('button', { name: 'Test' }).click()
  await page.getByText('The provider answers.').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await item.getByRole('button', { name: 'Add domain' }).click()
  const domainForm = page.getByRole('dialog', { name: 'Add domain' })
  await domainForm.getByLabel('Domain').fill(domain)
  await domainForm.getByRole('button', { name: 'Add domain' }).click()
  await item.getByText(`_swath-challenge.${domain}`).waitFor()
  await item.getByText('Not proved').waitFor()

  const calls = await callsAs(maker)
  const { items } = await calls.get<{ items: Provider[] }>('/api/user/account/identityProviders')
  const known = items.find(({ providerName }) => providerName === name)!
  const platform = await callsAs('13800000001')
  const [{ domainId }] = known.domains as [Provider['domains'][0]]
  await platform.put(`/api/user/account/manage/signInDomains/${domainId}`, { proved: true })

  const email = `lin@${domain}`
  provider.signIn({ sub: mark, email, email_verified: true, name: 'Lin Provider' })
  const outside = [provider.issuer]
  const member = await visit({ width: 1280, height: 800, maps: false, host: 'localhost', outside })
  await member.page.goto('/login')
  await member.page.getByRole('link', { name: 'Sign in with your organisation' }).click()
  await member.page.getByLabel('Work e-mail').fill(email)
  await member.page.getByRole('button', { name: 'Continue' }).click()
  await member.page.waitForURL((to) => !to.pathname.startsWith('/login') && to.port !== '')
  await settled(member)
  expect(new URL(member.page.url()).search).not.toContain('code=')
  await member.page.getByRole('button', { name: 'Lin Provider' }).click()
  await member.page.getByRole('menuitem', { name: 'Signed-in devices' }).click()
  const here = member.page.getByRole('listitem').filter({ hasText: 'This device' })
  await here.getByText(`Organisation (${name})`, { exact: true }).waitFor()

  await page.reload()
  await item.getByText('Set by the platform').waitFor()
  await item.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await item.waitFor({ state: 'detached' })
  await member.page.reload()
  await member.page.waitForURL((to) => to.pathname === '/login')
  member.takeTroubles() // the session ended with its provider
})
