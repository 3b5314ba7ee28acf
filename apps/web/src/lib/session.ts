import { userOfWire, type SignedInUser } from '@swath/contract/people/access'
import type { SignedIn, UserInfo } from '@swath/contract/people/auth'
import { stored, useStored } from './stored.ts'

export type Tokens = { jToken: string; refreshToken: string }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const tokens = stored<Tokens | null>('token', (kept) =>
  isRecord(kept) && typeof kept['jToken'] === 'string' && typeof kept['refreshToken'] === 'string'
    ? { jToken: kept['jToken'], refreshToken: kept['refreshToken'] }
    : null,
)
const user = stored<UserInfo | null>('userInfo', (kept) =>
  // Stored by an older version, without abilities: it is requested again.
  isRecord(kept) && typeof kept['userId'] === 'string' && isRecord(kept['can'])
    ? (kept as UserInfo)
    : null,
)

export const currentTokens = (): Tokens | null => tokens.get()
/** The same object for the same answer, so that components do not render again. */
let last: { info: UserInfo; user: SignedInUser } | null = null
const toSignedInUser = (info: UserInfo): SignedInUser => {
  if (info !== last?.info) last = { info, user: userOfWire(info) }
  return last.user
}
export const currentUser = (): SignedInUser | null => {
  const info = user.get()
  return info && toSignedInUser(info)
}

/** Tokens received while this page was open: they need not be verified before the first screen. */
let fresh = false
export const isSessionFresh = (): boolean => fresh
/**
 * Why the session ended: 'ended' by the server, else someone signed out, here or in another tab.
 */
let reason: 'ended' | 'signed-out' = 'signed-out'
export const sessionEndReason = (): 'ended' | 'signed-out' => reason

export const keepSession = (signedIn: SignedIn): void => {
  fresh = true
  user.set(signedIn.userInfo)
  tokens.set({ jToken: signedIn.jToken, refreshToken: signedIn.refreshToken })
}
/** The person's own changes, as the server returned them. */
export const keepUser = (info: UserInfo): void => user.set(info)
export const keepSettings = (settings: UserInfo['settings']): void => {
  const info = user.get()
  if (info) user.set({ ...info, settings })
}
export const dropSession = (why: 'ended' | 'signed-out'): void => {
  if (!tokens.get()) return
  reason = why
  fresh = false
  tokens.clear()
  user.clear()
  reason = 'signed-out'
}

/** Signing in or out, in this tab or another one. */
export const onSessionChange = (listener: () => void): (() => void) => tokens.subscribe(listener)

let drawn: SignedInUser | null = null

/**
 * The signed-in person. Screens are drawn only for a signed-in person, so it is never missing
 * there; at sign-out they keep the previous person until the page has changed.
 */
export const useUser = (): SignedInUser => {
  const info = useStored(user)
  if (info) drawn = toSignedInUser(info)
  if (!drawn) throw new Error('a screen is drawn without anyone signed in')
  return drawn
}

/** The signed-in person, on pages that are also open to others. */
export const useUserIfAny = (): SignedInUser | null => {
  const info = useStored(user)
  return info && toSignedInUser(info)
}
