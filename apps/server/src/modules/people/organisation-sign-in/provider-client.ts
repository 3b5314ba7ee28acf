// The client of identity providers (OpenID Connect): metadata, the way to the provider, and the ID
// token that comes back. The library is loaded when the first provider is used.
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { fetchPublic, mayReach, NotPublic } from '../../../platform/http/public-request.ts'

export const loadOpenId = () => import('openid-client')

const timeoutMs = 5_000
const bytesAtMost = 512 * 1024
/** Metadata is read again after this time, and after a failure. */
const keptForMs = 3_600_000
const failureKeptForMs = 10_000
const keptAtMost = 200
/** Seconds by which clocks may differ. */
const clockToleranceS = 30
/** So at most this many requests wait for one provider that does not answer. */
const atOnceOfProvider = 8
const atOnce = 40

export type ProviderClientFacts = {
  id: string
  version: number
  issuer: string
  clientId: string
  /** Null: a public client. */
  secret: string | null
}

export type Problem = 'address' | 'unreachable' | 'slow' | 'issuer' | 'incomplete'
/** The provider cannot be used now. */
export class ProviderProblem extends Error {
  readonly problem: Problem
  constructor(problem: Problem, cause?: unknown) {
    super(`identity provider: ${problem}`, { cause })
    this.problem = problem
  }
}

const toProblem = (error: unknown): Problem => {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof NotPublic) return 'address'
    if (one instanceof ProviderProblem) return one.problem
    if (one.name === 'TimeoutError' || one.name === 'AbortError') return 'slow'
    const { code } = one as { code?: string }
    if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return 'issuer'
    if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return 'slow'
  }
  return 'unreachable'
}

const toBytes = (body: unknown): Buffer | null => {
  if (body === undefined || body === null) return null
  if (typeof body === 'string' || body instanceof URLSearchParams) return Buffer.from(String(body))
  if (body instanceof Uint8Array) return Buffer.from(body)
  throw new TypeError('a body of an unexpected type')
}

/** `fetch` for the library: only to public addresses, bounded in time and size, no redirects. */
const createFetch =
  (allowedOrigins: readonly string[]): CustomFetch =>
  async (address, { method, headers, body }) => {
    const {
      status,
      type,
      body: answer,
    } = await fetchPublic(address, allowedOrigins, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: toBytes(body),
      timeoutMs,
      bytesAtMost,
    })
    return new Response(status === 204 || status === 304 ? null : new Uint8Array(answer), {
      status,
      headers: type ? { 'content-type': type } : {},
    })
  }

/**
 * In the form if the provider names that, otherwise by Basic, the standard’s default: providers
 * disagree about the encoding of special characters in it.
 */
const authenticateWith = (
  { ClientSecretBasic, ClientSecretPost, None }: Awaited<ReturnType<typeof loadOpenId>>,
  secret: string | null,
): ClientAuth => {
  if (secret === null) return None()
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...request) => {
    const known = server.token_endpoint_auth_methods_supported ?? []
    return (known.includes('client_secret_post') ? post : basic)(server, ...request)
  }
}

/** The browser opens this address: other schemes could run a script. */
const isPage = (address: string | undefined, allowedOrigins: readonly string[]): boolean =>
  address !== undefined &&
  URL.canParse(address) &&
  (new URL(address).protocol === 'https:' || allowedOrigins.includes(new URL(address).origin))

const discover = async (
  { issuer, clientId, secret }: ProviderClientFacts,
  allowedOrigins: readonly string[],
): Promise<Configuration> => {
  if (!mayReach(issuer, allowedOrigins)) throw new ProviderProblem('address')
  const openId = await loadOpenId()
  const found = await openId.discovery(
    new URL(issuer),
    clientId,
    { [openId.clockTolerance]: clockToleranceS },
    authenticateWith(openId, secret),
    {
      timeout: timeoutMs / 1000,
      [openId.customFetch]: createFetch(allowedOrigins),
      execute: [
        // The library would skip the signatures of ID tokens that come over TLS from the provider.
        openId.enableNonRepudiationChecks,
        // Only allowed origins can have plain HTTP (`mayReach`).
        ...(new URL(issuer).protocol === 'http:' ? [openId.allowInsecureRequests] : []),
      ],
    },
  )
  const metadata = found.serverMetadata()
  const challenges = metadata.code_challenge_methods_supported
  if (
    !isPage(metadata.authorization_endpoint, allowedOrigins) ||
    !metadata.token_endpoint ||
    !metadata.jwks_uri ||
    // Providers that do not name their methods ignore or support PKCE.
    (challenges !== undefined && !challenges.includes('S256'))
  )
    throw new ProviderProblem('incomplete')
  return found
}

type Kept = { made: Promise<Configuration>; untilMs: number }

export type ProviderClients = {
  /**
   * Runs work that asks the provider, unless too much of it is already running.
   * @throws ProviderProblem
   */
  use: <T>(
    provider: ProviderClientFacts,
    work: (
      openId: Awaited<ReturnType<typeof loadOpenId>>,
      configuration: Configuration,
    ) => Promise<T>,
  ) => Promise<T>
  /** Reads the metadata again. @throws ProviderProblem */
  read: (provider: ProviderClientFacts) => Promise<Configuration>
}

export const createProviderClients = (allowedOrigins: readonly string[]): ProviderClients => {
  const kept = new Map<string, Kept>()
  const running = new Map<string, number>()

  const discoverKept = (provider: ProviderClientFacts): Promise<Configuration> => {
    const key = `${provider.id}:${provider.version}`
    const known = kept.get(key)
    if (known && known.untilMs > performance.now()) return known.made
    if (kept.size >= keptAtMost) kept.clear()
    const made = discover(provider, allowedOrigins)
    const entry: Kept = { made, untilMs: performance.now() + keptForMs }
    kept.set(key, entry)
    made.catch(() => {
      entry.untilMs = performance.now() + failureKeptForMs
    })
    return made
  }

  const inTurn = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
    const total = [...running.values()].reduce((sum, count) => sum + count, 0)
    const own = running.get(id) ?? 0
    if (own >= atOnceOfProvider || total >= atOnce) throw new ProviderProblem('slow')
    running.set(id, own + 1)
    try {
      return await work()
    } finally {
      const left = running.get(id)! - 1
      if (left === 0) running.delete(id)
      else running.set(id, left)
    }
  }

  return {
    use: (provider, work) =>
      inTurn(provider.id, async () => {
        const configuration = await discoverKept(provider).catch((error: unknown) => {
          throw new ProviderProblem(toProblem(error), error)
        })
        return work(await loadOpenId(), configuration)
      }),
    read: (provider) =>
      inTurn(provider.id, () =>
        discover(provider, allowedOrigins).catch((error: unknown) => {
          throw new ProviderProblem(toProblem(error), error)
        }),
      ),
  }
}

/** Whether the provider did not answer, rather than that its answer was refused. */
export const isAway = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof ProviderProblem || one instanceof NotPublic) return true
    if (one.name === 'TimeoutError' || one.name === 'AbortError') return true
    const { code } = one as { code?: string }
    if (code !== undefined && /^(OAUTH_TIMEOUT|OAUTH_ABORT|E[A-Z_]+)$/.test(code)) return true
  }
  return false
}
