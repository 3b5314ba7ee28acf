import type { SignInReply } from '@swath/contract/people/auth'
import type { HalfStage } from '@swath/contract/kit'
import { readCaller } from '../../../platform/auth/caller.ts'
import { listFactors } from '../../../platform/auth/factors.queries.ts'
import type { Person } from '../../../platform/auth/people.queries.ts'
import { findHalfStage, type SignInMethod } from '../../../platform/auth/session-stage.ts'
import type { SignedInTokens } from '../../../platform/auth/session-tokens.ts'
import type { Sessions } from '../../../platform/auth/sessions.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { SignInLog } from './sign-in-log.ts'
import { signedIn } from './user-info.ts'

export type Opened = { tokens: SignedInTokens; half: HalfStage | null }

/** Opens a session after the first factor, complete or half, and logs it. */
export const openSession = async (
  { sessions, record }: { sessions: Sessions; record: SignInLog['record'] },
  t: Tx,
  person: Person,
  context: RequestContext,
  {
    method,
    remember,
    factor = null,
    provider,
  }: {
    method: SignInMethod
    remember: boolean
    /** Given at the identity provider. */
    factor?: 'provider' | null
    provider?: { id: string; name: string }
  },
): Promise<Opened> => {
  const half = findHalfStage({ method, factor }, person)
  const tokens = await sessions.open(t, person.userId, context, remember, {
    method,
    half: half !== null,
    factor,
    ...(provider ? { providerId: provider.id } : {}),
  })
  await record(t, person, half ? 'session.half' : 'session.open', context, {
    remember,
    ...(method === 'password' ? {} : { by: method }),
    ...(factor ? { factor } : {}),
    ...(provider ? { provider: provider.name } : {}),
  })
  return { tokens, half }
}

/** A half session gets no refresh token and nothing about the person. */
export const replyToSignIn = async (
  db: Db,
  person: Person,
  { host }: RequestContext,
  { tokens, half }: Opened,
): Promise<SignInReply> => {
  if (half === null) return signedIn({ tokens, person, caller: await readCaller(db, person) })
  const { jToken, expiresInS } = tokens
  const factors = half === 'factor' ? await listFactors(db, person.userId, host) : []
  return { jToken, expiresInS, half, factors }
}
