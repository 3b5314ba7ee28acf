// Bugs about signing in with an identity provider.
import type { PlantedBug } from './plant.ts'

const feature = 'apps/server/src/modules/people/organisation-sign-in'
const tests = [`${feature}/organisation-sign-in.test.ts`]
const setUpTests = [`${feature}/identity-providers.test.ts`]

export const organisationBugs: readonly PlantedBug[] = [
  {
    name: 'another browser can complete a sign-in',
    file: `${feature}/organisation-sign-in.ts`,
    find: 'const isOwn = signIn.browser_hash.equals(hash(secret)) && signIn.host === host',
    replace: 'const isOwn = signIn.host === host',
    tests,
  },
  {
    name: 'an answer of a provider works twice',
    file: `${feature}/organisation-sign-in.queries.ts`,
    find: "db.deleteFrom('identity_sign_in').where('state_hash', '=', stateHash).returningAll()",
    replace: "db.selectFrom('identity_sign_in').where('state_hash', '=', stateHash).selectAll()",
    tests,
  },
  {
    name: 'the nonce is not checked',
    file: `${feature}/organisation-sign-in.ts`,
    find: "expectedNonce: derive(secret, 'nonce', state),",
    replace: '',
    tests,
  },
  {
    name: 'signatures of ID tokens are not checked',
    file: `${feature}/provider-client.ts`,
    find: 'openId.enableNonRepudiationChecks,',
    replace: '',
    tests,
  },
  {
    name: 'an address counts although the provider says that it is not verified',
    file: `${feature}/identity-claims.ts`,
    find: "claim === true || claim === 'true' || (trustsEmail && claim === undefined)",
    replace: 'claim !== undefined || trustsEmail',
    tests,
  },
  {
    name: 'any domain is accepted',
    file: `${feature}/organisation-member.ts`,
    find: 'if (domain === null || !(await hasProvedDomain(trx, provider.id, domain)))',
    replace: 'if (domain === null)',
    tests,
  },
  {
    name: 'an unproved domain leads to a provider',
    file: `${feature}/organisation-sign-in.queries.ts`,
    find: "where('sign_in_domain.domain', '=', domain).where('sign_in_domain.proved_at', 'is not', null)",
    replace: "where('sign_in_domain.domain', '=', domain)",
    tests,
  },
  {
    name: 'people of another account sign in by their address',
    file: `${feature}/organisation-sign-in.queries.ts`,
    find: "where('account_id', '=', accountId).where('email', '=', email)",
    replace: "where('email', '=', email)",
    tests,
  },
  {
    name: 'an address that was given to somebody else signs in the former person',
    file: `${feature}/organisation-member.ts`,
    find: "return isNew ? { id: found.id } : { refused: 'organisation_subject' }",
    replace: 'return isNew ? { id: found.id } : { id: found.id }',
    tests,
  },
  {
    name: 'any provider can vouch for a second factor',
    file: `${feature}/organisation-sign-in.ts`,
    find: 'provider.trusts_factor && identity.saysFactor',
    replace: 'identity.saysFactor',
    tests,
  },
  {
    name: 'groups take the last super admin from an account',
    file: `${feature}/organisation-member.ts`,
    find: 'if (admins.includes(userId) && admins.length === 1) return false',
    replace: '',
    tests,
  },
  {
    name: 'disabled people sign in with a provider',
    file: `${feature}/organisation-sign-in.ts`,
    find: "findRefusal(person) ?? (maySignInOn(theme, person) ? null : 'host')",
    replace: "maySignInOn(theme, person) ? null : 'host'",
    tests,
  },
  {
    name: 'a provider sends the browser to a script',
    file: `${feature}/provider-client.ts`,
    find: '!isPage(metadata.authorization_endpoint, allowedOrigins) ||',
    replace: '',
    tests,
  },
  {
    name: 'enterprise admins set up providers, and sign in as super admins',
    file: `${feature}/provider-presenters.ts`,
    find: "userType === userTypeCodes.superAdmin && rights.includes('staff.manage')",
    replace: "userType !== userTypeCodes.pilot && rights.includes('staff.manage')",
    tests: setUpTests,
  },
  {
    name: 'a domain is proved by any TXT record',
    file: `${feature}/domain-changes.ts`,
    find: "if (!texts.includes(row.challenge)) return fail('record_missing')",
    replace: "if (texts.length === 0) return fail('record_missing')",
    tests: setUpTests,
  },
  {
    name: 'sessions of a disabled provider go on',
    file: `${feature}/provider-changes.ts`,
    find: '(before.enabled && !given.enabled)',
    replace: 'false',
    tests: setUpTests,
  },
]
