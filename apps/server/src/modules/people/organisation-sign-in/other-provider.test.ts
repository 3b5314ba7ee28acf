// A sign-in with an independent implementation of a provider, certified by the OpenID Foundation.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { SignedIn } from '@swath/contract/people/auth'
import type { ProviderTest } from '@swath/contract/people/organisation-sign-in'
import { insertRegions } from '../../../platform/auth/testing.queries.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { testClient } from './testing-identity-provider.ts'
import { newBrowser, openOrganisation, origin } from './testing-organisation.ts'

const { db } = await ownTestDatabase(insertRegions)

type GrantContext = {
  oidc: {
    session: { accountId: string }
    client: { clientId: string }
    provider: {
      Grant: new (of: object) => { addOIDCScope: (scopes: string) => void; save: () => unknown }
    }
  }
}
const configurationFor = (claims: object) => ({
  clients: [
    {
      client_id: testClient.clientId,
      client_secret: testClient.clientSecret,
      redirect_uris: [`${origin}/login/organisation`],
      // Otherwise it accepts only https from web applications.
      application_type: 'native',
    },
  ],
  claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
  features: { devInteractions: { enabled: false } },
  cookies: { keys: ['a key of the test'] },
  ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  pkce: { required: () => true },
  interactions: { url: () => '/interaction' },
  findAccount: (_context: unknown, accountId: string) => ({
    accountId,
    claims: () => ({ sub: accountId, ...claims }),
  }),
  loadExistingGrant: async ({ oidc: { session, client, provider } }: GrantContext) => {
    const { accountId } = session
    const grant = new provider.Grant({ clientId: client.clientId, accountId })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
})

/** The provider, whose sign-in page needs no password. */
const startOther = async (claims: object) => {
  const { Provider } = await import('oidc-provider')
  let handle = (_request: IncomingMessage, response: ServerResponse): void => void response.end()
  const server = createServer((request, response) => handle(request, response)).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, configurationFor(claims))
  const answer = provider.callback()
  handle = (request, response) => {
    if (request.url !== '/interaction') return answer(request, response)
    const result = { login: { accountId: 'subject-of-the-other' }, consent: {} }
    provider.interactionFinished(request, response, result).catch(() => response.destroy())
  }
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { issuer, close }
}

/** Follows the provider’s redirects with its cookies, until it returns to the console. */
const visit = async (start: string): Promise<string> => {
  const cookies = new Map<string, string>()
  for (let address = start, steps = 0; steps < 10; steps++) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${response.status} ${await response.text()}`)
    address = new URL(location, address).href
    if (address.startsWith(origin)) return new URL(address).search.slice(1)
  }
  throw new Error('the provider does not return')
}

test('a sign-in with another implementation: metadata, code, claims from user info, groups', async () => {
  const claims = { email_verified: true, name: 'Lin', groups: ['staff'], email: '' }
  const other = await startOther(claims)
  const at = await openOrganisation(db, { oidcOrigins: [other.issuer] })
  const roles = { groupsClaim: 'groups', groupRoles: [{ group: 'staff', userType: 3 }] }
  const { admin, account, domain, providerId } = await at.organisation({
    issuer: other.issuer,
    ...roles,
    createsMembers: true,
  })
  claims.email = `lin@${domain}`
  const params = { providerId }
  const { problem, found } = await at.ask<ProviderTest>('testIdentityProvider', admin.token, {
    params,
  })
  expect([problem, found?.tokenEndpoint]).toEqual([null, `${other.issuer}/token`])
  const browser = newBrowser()
  const returned = await visit(await at.start(claims.email, { browser }))
  const reply = await at.finish(returned, { browser })
  expect(reply.json<SignedIn>().userInfo, reply.body).toMatchObject({
    userName: 'Lin',
    userType: 3,
    accountId: account.id,
  })
  await at.close()
  await other.close()
})
