import { z } from 'zod'
import { id } from '../ids.ts'
import { Time } from '../fields.ts'
import { routeWithTag } from '../kit.ts'

const route = routeWithTag('Own sessions')
const base = '/api/user/baseaccount/sessions'

export const OwnSession = z
  .object({
    sessionId: id('session'),
    device: z
      .object({
        kind: z.enum(['computer', 'phone', 'tablet', 'program']),
        browser: z.string().nullable().describe('By its own name: Chrome, Firefox'),
        system: z.string().nullable().describe('By its own name: Windows, Android'),
      })
      .describe('What the browser says of itself'),
    ip: z.string(),
    localNetwork: z
      .boolean()
      .describe('The address is one of a private network, or of the server itself'),
    host: z.string(),
    signedInAt: Time,
    lastUsedAt: Time.describe('To the minute'),
    current: z.boolean().describe('The session that asks'),
  })
  .meta({ id: 'OwnSession' })
export type OwnSession = z.infer<typeof OwnSession>

export const sessionRoutes = {
  listOwnSessions: route('GET', base, {
    summary: 'Where the caller is signed in, the last used first',
    policy: { unchecked: true },
    out: z.object({ items: z.array(OwnSession) }),
  }),
  endOwnSession: route('DELETE', `${base}/{sessionId}`, {
    summary: 'Sign out one of the own sessions, at once',
    policy: { unchecked: true },
    params: z.object({ sessionId: id('session') }),
    errors: ['not_found'],
  }),
  endOtherSessions: route('DELETE', base, {
    summary: 'Sign out all own sessions but the one that asks',
    policy: { unchecked: true },
    out: z.object({ ended: z.int() }),
  }),
}
