// Bugs about second factors and half sessions.
import type { PlantedBug } from './plant.ts'

const server = 'apps/server/src'
const feature = `${server}/modules/people/second-factor`
const members = `${server}/modules/people/member-factors`
const tests = [`${feature}/second-factor.test.ts`]
const passkeyTests = [`${feature}/passkeys.test.ts`]
const memberTests = [`${members}/member-factors.test.ts`]

export const factorBugs: readonly PlantedBug[] = [
  {
    name: 'half sessions may call everything',
    file: `${server}/platform/http/bind.ts`,
    find: 'if (session?.half && !half.includes(session.half))',
    replace: 'if (session?.half && half.includes(session.half) && !policy)',
    tests: [`${server}/sweep/who-may-call.test.ts`],
  },
  {
    name: 'half sessions may use the live socket',
    file: `${server}/platform/auth/sessions.ts`,
    find: 'return session?.half === null ? session : null',
    replace: 'return session',
    tests,
  },
  {
    name: 'half sessions can be refreshed',
    file: `${server}/platform/auth/sessions.ts`,
    find: 'findHalfStage(found.session, person) !== null',
    replace: 'false',
    tests,
  },
  {
    name: 'a password alone makes a browser known',
    file: `${server}/modules/people/auth/auth.routes.ts`,
    find: "if (opened.half === 'factor') await admission.halfway()",
    replace: 'if (person === undefined) await admission.halfway()',
    tests,
  },
  {
    name: 'a code of an authenticator app can be used again',
    file: `${feature}/second-factor.queries.ts`,
    find: "is('last_step', '<', step)",
    replace: "is('last_step', '<=', step)",
    tests,
  },
  {
    name: 'factors are changed without the password',
    file: `${feature}/factor-changes.ts`,
    find: "if (!isConfirmed(session, person, now.getTime())) fail('identity_unconfirmed')",
    replace: '',
    tests,
  },
  {
    name: 'a required factor can be removed',
    file: `${feature}/own-factors.ts`,
    find: "if (person.factorRequired) fail('second_factor_last')",
    replace: '',
    tests,
  },
  {
    name: 'passkeys of any origin are accepted',
    file: `${server}/platform/http/secure-origin.ts`,
    find: 'return hostname === host && (',
    replace: "return hostname !== '' && (",
    tests: passkeyTests,
  },
  {
    name: 'a challenge is good for every session',
    file: `${feature}/second-factor.queries.ts`,
    find: ".where('session_id', 'is not distinct from', sessionId)",
    replace: '',
    tests: passkeyTests,
  },
  {
    name: 'a passkey signs in without verifying the person',
    file: `${feature}/passkeys.ts`,
    find: 'requireUserVerification: true',
    replace: 'requireUserVerification: false',
    tests: passkeyTests,
  },
  {
    name: 'one administrator resets factors alone',
    file: `${members}/factor-resets.ts`,
    find: "step === 'confirm' && reset.requestedBy === caller.userId ? 'other_administrator' : null",
    replace: 'null',
    tests: memberTests,
  },
  {
    name: 'who requires a factor can lock themselves out',
    file: `${members}/member-factors.routes.ts`,
    find: "if (!person?.hasFactor) fail('second_factor_missing')",
    replace: '',
    tests: memberTests,
  },
]
