// An identity provider for tests (OpenID Connect with PKCE), which can also answer wrongly.
import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export const testClient = { clientId: 'swath-test', clientSecret: 'secret-of-the-test-client' }

export type TestIdentity = {
  sub: string
  email?: string
  email_verified?: boolean | string
  name?: string
  groups?: readonly string[]
  amr?: readonly string[]
}

/** Wrong answers; none by default. */
export type Misbehaviour = {
  /** Changes claims of the ID token. */
  claims?: (claims: Record<string, unknown>) => Record<string, unknown>
  signature?: 'none' | 'symmetric' | 'other key' | 'broken'
  metadata?: (metadata: Record<string, unknown>) => Record<string, unknown>
  /** Claims about the person come only from the user-info endpoint. */
  userInfo?: boolean
  delayMs?: number
  /** Bytes of a reply to the metadata. */
  bytes?: number
  status?: number
}

const toBase64Url = (data: Uint8Array | string): string => Buffer.from(data).toString('base64url')

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const pieces: Buffer[] = []
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
  return new URLSearchParams(Buffer.concat(pieces).toString())
}

type Flow = { identity: TestIdentity; query: URLSearchParams }
type State = { identity: TestIdentity; wrong: Misbehaviour }

/** Signs ID tokens, rightly or wrongly. */
const createSigner = (state: State) => {
  const create = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [key, other] = [create(), create()]
  return {
    keys: () => ({
      keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' }],
    }),
    sign: (claims: Record<string, unknown>): string => {
      const { signature: kind } = state.wrong
      const alg = kind === 'none' ? 'none' : kind === 'symmetric' ? 'HS256' : 'RS256'
      const parts = [{ alg, kid: 'test' }, claims].map((part) => toBase64Url(JSON.stringify(part)))
      const content = parts.join('.')
      if (alg === 'none') return `${content}.`
      if (alg === 'HS256') {
        const publicKey = key.publicKey.export({ format: 'pem', type: 'spki' })
        return `${content}.${createHmac('sha256', publicKey).update(content).digest('base64url')}`
      }
      const { privateKey } = kind === 'other key' ? other : key
      const signature = sign('sha256', Buffer.from(content), privateKey)
      if (kind === 'broken') signature[0]! ^= 1
      return `${content}.${toBase64Url(signature)}`
    },
  }
}

const isClient = (request: IncomingMessage, form: URLSearchParams): boolean => {
  const { clientId, clientSecret } = testClient
  const packed = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const basic = Buffer.from(packed, 'base64').toString().split(':').map(decodeURIComponent)
  const [id, secret] = packed ? basic : [form.get('client_id'), form.get('client_secret')]
  return id === clientId && secret === clientSecret
}

const describe = (issuer: string, { bytes, metadata: change }: Misbehaviour) => {
  const metadata: Record<string, unknown> = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    claims_supported: ['sub', 'email', 'groups'],
    ...(bytes ? { padding: 'x'.repeat(bytes) } : {}),
  }
  return change ? change(metadata) : metadata
}

/** The answers of the provider, by path. */
const createAnswers = (state: State, toIssuer: () => string) => {
  const { keys, sign: signToken } = createSigner(state)
  const flows = new Map<string, Flow>()
  const identities = new Map<string, TestIdentity>()

  const reply = (response: ServerResponse, body: unknown, status = 200): void => {
    response.writeHead(state.wrong.status ?? status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  const authorize = (response: ServerResponse, query: URLSearchParams): void => {
    const code = randomBytes(16).toString('hex')
    flows.set(code, { identity: state.identity, query })
    const address = new URL(query.get('redirect_uri')!)
    address.searchParams.set('code', code)
    address.searchParams.set('state', query.get('state')!)
    response.writeHead(302, { location: address.href }).end()
  }
  const issue = (response: ServerResponse, { identity, query }: Flow): void => {
    const nowS = Math.floor(Date.now() / 1000)
    const token = randomBytes(16).toString('hex')
    identities.set(token, identity)
    const claims = {
      iss: toIssuer(),
      aud: testClient.clientId,
      iat: nowS,
      exp: nowS + 300,
      nonce: query.get('nonce'),
      ...(state.wrong.userInfo ? { sub: identity.sub } : identity),
    }
    const changed = state.wrong.claims ? state.wrong.claims(claims) : claims
    reply(response, { access_token: token, token_type: 'Bearer', id_token: signToken(changed) })
  }
  const exchange = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = await readForm(request)
    const code = form.get('code') ?? ''
    const flow = flows.get(code)
    flows.delete(code) // valid once
    if (!isClient(request, form)) return reply(response, { error: 'invalid_client' }, 401)
    const verifier = form.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    if (
      flow?.query.get('code_challenge') !== challenge ||
      flow.query.get('redirect_uri') !== form.get('redirect_uri')
    )
      return reply(response, { error: 'invalid_grant' }, 400)
    issue(response, flow)
  }
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url!, toIssuer())
    const { delayMs } = state.wrong
    if (delayMs) await sleep(delayMs, undefined, { ref: false })
    if (pathname === '/.well-known/openid-configuration')
      return reply(response, describe(toIssuer(), state.wrong))
    if (pathname === '/authorize') return authorize(response, searchParams)
    if (pathname === '/token') return exchange(request, response)
    if (pathname === '/keys') return reply(response, keys())
    const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
    const known = identities.get(token)
    return known ? reply(response, known) : reply(response, { error: 'invalid_token' }, 401)
  }
}

/** @param port 0: any free one */
export const startIdentityProvider = async (port = 0) => {
  const asked: string[] = []
  const state: State = { identity: { sub: 'nobody' }, wrong: {} }
  const toIssuer = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const answer = createAnswers(state, toIssuer)
  const server = createServer((request, response) => {
    asked.push(request.url!)
    answer(request, response).catch(() => response.destroy())
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    issuer: toIssuer(),
    /** Paths of all requests so far. */
    asked,
    /** The person who is signed in at the provider from now on. */
    signIn: (next: TestIdentity): void => {
      state.identity = next
    },
    misbehave: (next: Misbehaviour): void => {
      state.wrong = next
    },
    /** Follows the browser through the provider. @returns the query with which it comes back */
    visit: async (address: string): Promise<string> => {
      const response = await fetch(address, { redirect: 'manual' })
      return new URL(response.headers.get('location')!).search.slice(1)
    },
    close: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type TestProvider = Awaited<ReturnType<typeof startIdentityProvider>>
