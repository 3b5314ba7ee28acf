// Signing in with the identity provider of an account (OpenID Connect), and its set-up.
import { z } from 'zod'
import { UserTypeCode } from '../codes.ts'
import { RowVersion, SeenVersion, Time } from '../fields.ts'
import { id, notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { SignInReply } from './auth.ts'

const route = routeWithTag('Organisation sign-in')
const base = '/api/user/account/identityProviders'
const signIn = '/api/user/baseaccount/organisationSignIn'
/** Only super administrators change anything: the owner of a provider can sign in as any member. */
const ofAccount = { screens: ['account-detail'], right: 'staff.manage' } as const
const ofPlatform = { screens: ['account-list'], right: 'account.manage' } as const

export const providersAtMost = 3
export const domainsAtMost = 10
export const groupsAtMost = 50

/** Pilots have no console. */
const Role = UserTypeCode.refine((code) => code !== 2)

const isIssuer = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && `${search}${hash}${username}${password}` === ''
}

const GroupRole = z.object({
  group: z.string().trim().min(1).max(200).describe('A value of the groups claim'),
  userType: Role,
})

const fields = {
  providerName: z.string().trim().min(1).max(60),
  issuer: z
    .string()
    .trim()
    .max(300)
    .refine(isIssuer, 'issuerWrong')
    .describe(
      'Issuer as in the provider’s metadata: HTTPS, the usual port, a public address; others if the operator of the service allows them',
    ),
  clientId: notARow('Name of this service at the provider', z.string().trim().min(1).max(300)),
  groupsClaim: z
    .string()
    .trim()
    .max(200)
    .default('')
    .describe('Claim with the groups of a person; empty: roles do not depend on groups'),
  groupRoles: z
    .array(GroupRole)
    .max(groupsAtMost)
    .refine((all) => new Set(all.map(({ group }) => group)).size === all.length, 'groupTwice')
    .default([])
    .describe('Roles by group; the first group that the person has decides, at each sign-in'),
  defaultRole: Role.nullable()
    .default(null)
    .describe('Role of people without a mapped group; null: they get no access'),
  createsMembers: z
    .boolean()
    .default(false)
    .describe('Whether people who are no members become members at their first sign-in'),
  trustsFactor: z
    .boolean()
    .default(false)
    .describe('Whether a sign-in with `mfa` in its `amr` claim needs no second factor here'),
  trustsEmail: z
    .boolean()
    .default(false)
    .describe(
      'Whether addresses without the claim `email_verified` count as verified; with false they never do',
    ),
  enabled: z.boolean().default(true),
}
const clientSecret = z.string().trim().max(500).default('')

/** New members need a role: from their groups, or the default one. */
const hasRole = (given: {
  createsMembers: boolean
  groupsClaim: string
  defaultRole: number | null
}): boolean => !given.createsMembers || given.groupsClaim !== '' || given.defaultRole !== null
const roleMissing = { path: ['defaultRole'], message: 'roleMissing' }

export const IdentityProviderInput = z
  .object({
    ...fields,
    clientSecret: clientSecret.describe('Never returned; empty: a public client'),
  })
  .refine(hasRole, roleMissing)
export const IdentityProviderChange = z
  .object({
    providerId: id('identityProvider'),
    ...fields,
    clientSecret: clientSecret.describe('Empty: the present one remains'),
    version: SeenVersion,
  })
  .refine(hasRole, roleMissing)

export const SignInDomain = z
  .object({
    domainId: id('signInDomain'),
    domain: z.string(),
    record: z
      .object({ name: z.string(), value: z.string() })
      .describe('TXT record that proves the domain'),
    provedAt: Time.nullable(),
    provedBy: z
      .enum(['dns', 'platform'])
      .nullable()
      .describe('dns: the TXT record was found; platform: set by the platform; null: not proved'),
    can: z.object({ check: z.boolean(), delete: z.boolean(), setProved: z.boolean() }),
  })
  .meta({ id: 'SignInDomain' })
export type SignInDomain = z.infer<typeof SignInDomain>

export const IdentityProvider = z
  .object({
    providerId: id('identityProvider'),
    ...fields,
    groupRoles: z.array(GroupRole),
    hasSecret: z.boolean(),
    domains: z.array(SignInDomain),
    version: RowVersion,
    can: z.object({ update: z.boolean(), delete: z.boolean(), addDomain: z.boolean() }),
  })
  .meta({ id: 'IdentityProvider' })
export type IdentityProvider = z.infer<typeof IdentityProvider>

/** Reasons for which a provider cannot be used. */
export const providerProblems = [
  'address',
  'unreachable',
  'slow',
  'issuer',
  'incomplete',
  'key',
] as const
export const ProviderTest = z
  .object({
    problem: z
      .enum(providerProblems)
      .nullable()
      .describe(
        'address: not public HTTPS, or not allowed; unreachable; slow: no answer within five seconds; issuer: its metadata names another one; incomplete: endpoints are missing or no PKCE; key: the master key is missing; null: none',
      ),
    found: z
      .object({
        authorizationEndpoint: z.string(),
        tokenEndpoint: z.string(),
        signing: z.array(z.string()).describe('Algorithms with which it signs ID tokens'),
        claims: z.array(z.string()).describe('Claims that it names; empty: it names none'),
      })
      .nullable(),
  })
  .meta({ id: 'ProviderTest' })
export type ProviderTest = z.infer<typeof ProviderTest>

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^([\p{L}\p{N}]([\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+[\p{L}\p{N}\p{M}-]{2,63}$/u,
    'domainWrong',
  )
export const NewSignInDomain = z.object({ domain })

export const organisationSignInRoutes = {
  listIdentityProviders: route('GET', base, {
    policy: ofAccount,
    summary: 'List the identity providers of the caller’s account with their domains',
    out: z.object({ items: z.array(IdentityProvider), can: z.object({ create: z.boolean() }) }),
  }),
  addIdentityProvider: route('POST', base, {
    personOnly: true,
    policy: ofAccount,
    summary: 'Add an identity provider (OpenID Connect); only super admins may',
    body: IdentityProviderInput,
    out: IdentityProvider,
    errors: ['beyond_own_rights', 'too_many_providers', 'master_key_missing'],
  }),
  updateIdentityProvider: route('PUT', base, {
    personOnly: true,
    policy: ofAccount,
    summary:
      'Change an identity provider. Another issuer, client or trust in its second factor, or disabling it, ends the sessions opened with it',
    body: IdentityProviderChange,
    out: IdentityProvider,
    errors: ['not_found', 'beyond_own_rights', 'conflict', 'master_key_missing'],
  }),
  deleteIdentityProvider: route('DELETE', `${base}/{providerId}`, {
    personOnly: true,
    policy: ofAccount,
    summary:
      'Delete an identity provider with its domains, and end the sessions opened with it; its members remain',
    params: z.object({ providerId: id('identityProvider') }),
    errors: ['not_found', 'beyond_own_rights'],
  }),
  testIdentityProvider: route('POST', `${base}/{providerId}/test`, {
    personOnly: true,
    policy: ofAccount,
    summary: 'Read the metadata of an identity provider and report what was found',
    params: z.object({ providerId: id('identityProvider') }),
    out: ProviderTest,
    errors: ['not_found', 'beyond_own_rights', 'too_many_requests'],
  }),
  addSignInDomain: route('POST', `${base}/{providerId}/domains`, {
    personOnly: true,
    policy: ofAccount,
    summary: 'Add a domain of e-mail addresses; it is used once it is proved',
    params: z.object({ providerId: id('identityProvider') }),
    body: NewSignInDomain,
    out: SignInDomain,
    errors: ['not_found', 'beyond_own_rights', 'too_many_domains', 'domain_listed'],
  }),
  checkSignInDomain: route('POST', `${base}/domains/{domainId}/check`, {
    personOnly: true,
    policy: ofAccount,
    summary: 'Look for the TXT record that proves a domain',
    params: z.object({ domainId: id('signInDomain') }),
    out: SignInDomain,
    errors: [
      'not_found',
      'beyond_own_rights',
      'record_missing',
      'dns_away',
      'domain_proved_elsewhere',
      'too_many_requests',
    ],
  }),
  deleteSignInDomain: route('DELETE', `${base}/domains/{domainId}`, {
    personOnly: true,
    policy: ofAccount,
    summary: 'Remove a domain; people with its addresses can no longer sign in with the provider',
    params: z.object({ domainId: id('signInDomain') }),
    errors: ['not_found', 'beyond_own_rights'],
  }),
  listSignInDomains: route('GET', '/api/user/account/manage/signInDomains', {
    policy: ofPlatform,
    summary: 'List the sign-in domains of an account, for the platform',
    query: z.object({ accountId: id('account') }),
    out: z.object({ items: z.array(SignInDomain) }),
    errors: ['not_found', 'forbidden'],
  }),
  setSignInDomain: route('PUT', '/api/user/account/manage/signInDomains/{domainId}', {
    personOnly: true,
    policy: ofPlatform,
    summary: 'Set a domain as proved or not proved, for the platform',
    params: z.object({ domainId: id('signInDomain') }),
    body: z.object({ proved: z.boolean() }),
    out: SignInDomain,
    errors: ['not_found', 'forbidden', 'domain_proved_elsewhere'],
  }),
  startOrganisationSignIn: route('POST', `${signIn}/start`, {
    policy: 'public',
    summary:
      'Begin a sign-in with the identity provider of an e-mail address: the reply is the address to open in this browser',
    body: z.object({
      email: z.email('emailWrong').max(120),
      origin: z
        .string()
        .max(300)
        .describe('Origin of the console; the provider returns to its page `/login/organisation`'),
      rememberPassword: z.boolean().default(false).describe('Stay signed in for a week'),
    }),
    out: z.object({ address: z.string() }),
    errors: [
      'organisation_unknown',
      'organisation_away',
      'too_many_requests',
      'master_key_missing',
    ],
  }),
  finishOrganisationSignIn: route('POST', signIn, {
    policy: 'public',
    summary:
      'Complete a sign-in with the parameters that the identity provider returned, in the browser where it began',
    body: z.object({
      returned: z
        .string()
        .min(1)
        .max(8_000)
        .describe(
          'The query of the page to which the provider returned, without the question mark',
        ),
    }),
    out: SignInReply,
    errors: [
      'organisation_failed',
      'organisation_refused',
      'organisation_away',
      'too_many_requests',
      'console_not_for_pilots',
      'account_disabled',
      'master_key_missing',
    ],
  }),
}
