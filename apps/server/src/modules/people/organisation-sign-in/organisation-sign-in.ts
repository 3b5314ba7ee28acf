// Signing in with an identity provider: the way there, bound to this browser, and the way back.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { organisationSignInRoutes } from '@swath/contract/people/organisation-sign-in'
import type { Person } from '../../../platform/auth/people.queries.ts'
import type { Sessions } from '../../../platform/auth/sessions.ts'
import { maySignInOn, type Themes } from '../../../platform/auth/themes.ts'
import { createChanges, type Changes } from '../../../platform/change/change.ts'
import { tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Handlers, PublicContext } from '../../../platform/http/context.ts'
import { isSecureOriginOf } from '../../../platform/http/secure-origin.ts'
import type { Services } from '../../../platform/services.ts'
import { openSession, replyToSignIn, type Opened } from '../auth/open-session.ts'
import { createSignInLog, findRefusal, type SignInLog } from '../auth/sign-in-log.ts'
import { trustPlace } from '../auth/trust-place.ts'
import { readIdentity, type Claims, type Identity } from './identity-claims.ts'
import { findMember, type MemberRefusal } from './organisation-member.ts'
import {
  findProviderOfDomain,
  findUsableProvider,
  insertSignIn,
  takeSignIn,
  type ProviderRow,
} from './organisation-sign-in.queries.ts'
import type { ProviderParts } from './provider-changes.ts'
import { isAway, ProviderProblem, type ProviderClientFacts } from './provider-client.ts'
import { openProvider } from './provider-secret.ts'
import { domainOf } from './prove-domain.ts'

export type OrganisationParts = ProviderParts & { themes: Themes; sessions: Sessions }
type Deps = Services & OrganisationParts & SignInLog & Pick<Changes, 'note'>
type Calls = Handlers<typeof organisationSignInRoutes>

/**
 * A secret of the browser, from which the proofs of each sign-in are derived: the database has only
 * hashes, so that neither a reader of it nor another browser can complete a sign-in.
 */
export const organisationCookie = {
  name: 'swath_organisation',
  path: '/api/user/baseaccount',
  maxAgeS: 600,
} as const
export const returnPath = '/login/organisation'

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
/** 43 letters, as a code verifier needs (RFC 7636, section 4.1). */
const derive = (secret: string, purpose: 'verifier' | 'nonce', state: string): string =>
  createHmac('sha256', secret).update(`${purpose}:${state}`).digest('base64url')
const newSecret = (): string => randomBytes(32).toString('base64url')
const isSecret = (text: string | undefined): text is string =>
  text !== undefined && /^[\w-]{43}$/.test(text)

const admit = async ({ throttle }: Deps, { ip }: PublicContext): Promise<void> => {
  const retryAfterS = await throttle.admitOrganisation(ip)
  if (retryAfterS !== null) fail('too_many_requests', { retryAfterS })
}

/** The code and the kind of an error, without claims, tokens and answers of the provider. */
const describeError = (error: unknown) => ({
  error: error instanceof Error ? error.name : 'unknown',
  code: (error as { code?: string }).code ?? null,
  problem: error instanceof ProviderProblem ? error.problem : null,
})

const startOrganisationSignIn =
  (deps: Deps): Calls['startOrganisationSignIn'] =>
  async ({ body: { email, origin, rememberPassword: remember } }, context) => {
    const { db, clock, themes, clients, sealer, log } = deps
    const { host } = context
    await admit(deps, context)
    if (!isSecureOriginOf(origin, host))
      fail('invalid_input', {}, [{ path: 'origin', message: 'originInsecure' }])
    const domain = domainOf(email)
    const provider = domain === null ? undefined : await findProviderOfDomain(db, domain)
    if (!provider || !maySignInOn(await themes.of(host), provider))
      return fail('organisation_unknown')
    const shown = context.cookies[organisationCookie.name]
    const secret = isSecret(shown) ? shown : newSecret()
    const state = newSecret()
    const redirectUri = new URL(returnPath, origin).href
    const client = openProvider(provider, await sealer())
    const address = await clients
      .use(client, async (openId, configuration) =>
        openId.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce: derive(secret, 'nonce', state),
          code_challenge: await openId.calculatePKCECodeChallenge(
            derive(secret, 'verifier', state),
          ),
          code_challenge_method: 'S256',
          login_hint: email,
        }),
      )
      .catch((error: unknown) => {
        log.warn({ ...describeError(error), provider: provider.id }, 'an identity provider is away')
        return fail('organisation_away')
      })
    const now = new Date(clock.now())
    await tx(db, (trx) =>
      insertSignIn(
        trx,
        {
          state_hash: hash(state),
          browser_hash: hash(secret),
          provider_id: provider.id,
          host,
          redirect_uri: redirectUri,
          remember,
          expires_at: new Date(now.getTime() + organisationCookie.maxAgeS * 1000),
        },
        now,
      ),
    )
    context.setCookie(organisationCookie.name, secret, organisationCookie)
    return { address: address.href }
  }

/** Uses up the sign-in that this browser began on this host. */
const takeOwnSignIn = async (
  { db, clock }: Deps,
  returned: string,
  { cookies, host }: PublicContext,
) => {
  const state = new URLSearchParams(returned).get('state')
  const secret = cookies[organisationCookie.name]
  const signIn = state === null ? undefined : await takeSignIn(db, hash(state))
  if (!signIn || !isSecret(secret) || state === null) return null
  const isOwn = signIn.browser_hash.equals(hash(secret)) && signIn.host === host
  return isOwn && signIn.expires_at.getTime() > clock.now() ? { ...signIn, state, secret } : null
}
type OwnSignIn = NonNullable<Awaited<ReturnType<typeof takeOwnSignIn>>>

/**
 * Exchanges the code, and checks state, nonce, issuer, audience, expiry and signature of the ID
 * token. Claims that are not in it are read from the provider, about the same subject.
 */
const readClaims = (
  { clients }: Deps,
  client: ProviderClientFacts,
  groupsClaim: string | null,
  { state, secret, redirect_uri: redirectUri }: OwnSignIn,
  returned: string,
): Promise<Claims & { sub: string }> =>
  clients.use(client, async (openId, configuration) => {
    const address = new URL(redirectUri)
    address.search = returned
    const tokens = await openId.authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: derive(secret, 'verifier', state),
      expectedState: state,
      expectedNonce: derive(secret, 'nonce', state),
      idTokenExpected: true,
    })
    const claims = tokens.claims()!
    const isComplete =
      claims['email'] !== undefined && (groupsClaim === null || claims[groupsClaim] !== undefined)
    if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return claims
    const { email, email_verified, ...more } = await openId.fetchUserInfo(
      configuration,
      tokens.access_token,
      claims.sub,
    )
    // An address and its verification come from the same place.
    return {
      ...more,
      ...(claims['email'] === undefined ? { email, email_verified } : {}),
      ...claims,
    }
  })

const refuse = (
  deps: Deps,
  provider: ProviderRow,
  context: PublicContext,
  reason: string,
  person: Pick<Person, 'userId' | 'userName'> | null = null,
): Promise<void> => {
  // Somebody who is no member is logged under the provider’s name.
  const who = person ?? { userId: null, userName: provider.name }
  return tx(deps.db, (trx) =>
    deps.record(trx, { accountId: provider.account_id, ...who }, 'session.refuse', context, {
      reason,
      provider: provider.name,
    }),
  )
}

/** The verified identity; a refused or missing answer of the provider is logged. */
const readVerified = async (
  deps: Deps,
  provider: ProviderRow,
  signIn: OwnSignIn,
  returned: string,
  context: PublicContext,
): Promise<Identity> => {
  const client = openProvider(provider, await deps.sealer())
  try {
    const { groups_claim: groupsClaim } = provider
    return readIdentity(await readClaims(deps, client, groupsClaim, signIn, returned), provider)
  } catch (error) {
    deps.log.warn({ ...describeError(error), provider: provider.id }, 'an ID token was refused')
    const away = isAway(error)
    await refuse(deps, provider, context, away ? 'organisation_away' : 'organisation_token')
    return fail(away ? 'organisation_away' : 'organisation_failed')
  }
}

type Outcome =
  | { person: Person; opened: Opened; changed: boolean }
  | {
      refused: MemberRefusal | 'host' | 'account_disabled' | 'console_not_for_pilots'
      person: Person | null
    }

/** Ends the transaction, so that a refused sign-in creates, links and changes nobody. */
class Refused extends Error {
  readonly outcome: Extract<Outcome, { refused: unknown }>
  constructor(outcome: Refused['outcome']) {
    super('a sign-in with an identity provider was refused')
    this.outcome = outcome
  }
}

const signInMember = async (
  deps: Deps,
  provider: ProviderRow,
  identity: Identity,
  remember: boolean,
  context: PublicContext,
): Promise<Outcome> => {
  const { db, clock, themes, sessions, record, note } = deps
  const theme = await themes.of(context.host)
  const now = new Date(clock.now())
  return tx(db, async (trx): Promise<Outcome> => {
    const found = await findMember(trx, provider, identity, { note, now, ip: context.ip })
    if ('refused' in found) throw new Refused({ ...found, person: null })
    const { person, changed } = found
    const refusal = findRefusal(person) ?? (maySignInOn(theme, person) ? null : 'host')
    if (refusal) throw new Refused({ refused: refusal, person })
    const { id, name } = provider
    const opened = await openSession({ sessions, record }, trx, person, context, {
      method: 'oidc',
      remember,
      factor: provider.trusts_factor && identity.saysFactor ? 'provider' : null,
      provider: { id, name },
    })
    return { person, opened, changed }
  }).catch((error: unknown) => {
    if (error instanceof Refused) return error.outcome
    throw error
  })
}

const finishOrganisationSignIn =
  (deps: Deps): Calls['finishOrganisationSignIn'] =>
  async ({ body: { returned } }, context) => {
    const { db, events, log } = deps
    await admit(deps, context)
    const signIn = await takeOwnSignIn(deps, returned, context)
    const provider = signIn && (await findUsableProvider(db, signIn.provider_id))
    if (!signIn || !provider) {
      log.warn({ ip: context.ip, host: context.host }, 'an organisation sign-in was not known')
      return fail('organisation_failed')
    }
    const identity = await readVerified(deps, provider, signIn, returned, context)
    const outcome = await signInMember(deps, provider, identity, signIn.remember, context)
    if ('refused' in outcome) {
      const { refused, person } = outcome
      await refuse(deps, provider, context, refused, person)
      return fail(
        refused === 'account_disabled' || refused === 'console_not_for_pilots'
          ? refused
          : 'organisation_refused',
      )
    }
    const { person, opened, changed } = outcome
    if (changed) events.emit('accessChanged', { userIds: [person.userId] })
    if (opened.half !== 'factor') await trustPlace(deps, person, context)
    return replyToSignIn(db, person, context, opened)
  }

export const organisationHandlers = (services: Services, parts: OrganisationParts) => {
  const { note } = createChanges(services)
  const deps: Deps = { ...services, ...parts, ...createSignInLog(services), note }
  return {
    startOrganisationSignIn: startOrganisationSignIn(deps),
    finishOrganisationSignIn: finishOrganisationSignIn(deps),
  }
}
