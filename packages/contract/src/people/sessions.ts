import { z } from 'zod'
import { id } from '../ids.ts'
import { Time } from '../fields.ts'
import { routeWithTag } from '../kit.ts'

const route = routeWithTag('Own sessions')
const base = '/api/user/baseaccount/sessions'

/** A device as identified by the User-Agent header. */
export const Device = z.object({
  kind: z.enum(['computer', 'phone', 'tablet', 'program']),
  browser: z.string().nullable().describe('Product name, such as Chrome or Firefox'),
  system: z.string().nullable().describe('Product name, such as Windows or Android'),
})

export const OwnSession = z
  .object({
    sessionId: id('session'),
    device: Device.describe('Device as identified by the User-Agent header'),
    ip: z.string(),
    localNetwork: z
      .boolean()
      .describe('Whether the address belongs to a private network or to the server'),
    host: z.string(),
    signedInAt: Time,
    method: z
      .enum(['password', 'code', 'passkey', 'oidc'])
      .nullable()
      .describe(
        'How the session was opened; oidc: with an identity provider; null: before this was recorded',
      ),
    providerName: z
      .string()
      .nullable()
      .describe('Name of the identity provider; null: none, or it was deleted'),
    factor: z
      .enum(['totp', 'passkey', 'recovery', 'provider'])
      .nullable()
      .describe(
        'The second factor given in this session; a passkey alone proves both; provider: the identity provider asked for it',
      ),
    half: z.boolean().describe('Whether the session is still waiting for its second factor'),
    lastUsedAt: Time.describe('Time of the last use, accurate to the minute'),
    current: z.boolean().describe('Whether this is the session of the request'),
  })
  .meta({ id: 'OwnSession' })
export type OwnSession = z.infer<typeof OwnSession>

export const sessionRoutes = {
  listOwnSessions: route('GET', base, {
    personOnly: true,
    summary: 'List the caller’s sessions, most recently used first',
    policy: { unchecked: true },
    out: z.object({ items: z.array(OwnSession) }),
  }),
  endOwnSession: route('DELETE', `${base}/{sessionId}`, {
    personOnly: true,
    summary: 'End one of the caller’s sessions immediately',
    policy: { unchecked: true },
    params: z.object({ sessionId: id('session') }),
    errors: ['not_found'],
  }),
  endOtherSessions: route('DELETE', base, {
    personOnly: true,
    summary: 'End all sessions of the caller except the current one',
    policy: { unchecked: true },
    out: z.object({ ended: z.int() }),
  }),
}
