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
/**
 * The token of a half session, on this page only: it is for the few calls that complete it, and no
 * screen treats it as a session.
 */
let halfToken: string | null = null
export const keepHalfToken = (token: string | null): void => {
  halfToken = token
}
export const hasHalfToken = (): boolean => halfToken !== null
/** The token for calls. */
export const currentToken = (): string | undefined => tokens.get()?.jToken ?? halfToken ?? undefined
/** Keeps the same object for the same response, to avoid re-rendering. */
let last: { info: UserInfo; user: SignedInUser } | null = null
const toSignedInUser = (info: UserInfo): SignedInUser => {
  if (info !== last?.info) last = { info, user: userOfWire(info) }
  return last.user
}
export const currentUser = (): SignedInUser | null => {
  const info = user.get()
  return info && toSignedInUser(info)
}

/**
 * True if the tokens were received on this page: they need no verification before the first screen.
 */
let fresh = false
export const isSessionFresh = (): boolean => fresh
/**
 * Why the session ended: 'ended' by the server, 'signed-out' by a person in this or another tab.
 */
let reason: 'ended' | 'signed-out' = 'signed-out'
export const sessionEndReason = (): 'ended' | 'signed-out' => reason

export const keepSession = (signedIn: SignedIn): void => {
  fresh = true
  halfToken = null
  user.set(signedIn.userInfo)
  tokens.set({ jToken: signedIn.jToken, refreshToken: signedIn.refreshToken })
}
/** The person's own changes, as the server returned them. */
export const keepUser = (info: UserInfo): void => user.set(info)
export const keepSettings = (settings: Partial<UserInfo['settings']>): void => {
  const info = user.get()
  if (info) user.set({ ...info, settings: { ...info.settings, ...settings } })
}
let isSigningOut = false
/** Before the server is asked: it reports the end over the live connection, often before it answers. */
export const beginSignOut = (): void => {
  isSigningOut = true
}
export const dropSession = (why: 'ended' | 'signed-out'): void => {
  if (!tokens.get()) return
  reason = isSigningOut ? 'signed-out' : why
  isSigningOut = false
  fresh = false
  tokens.clear()
  user.clear()
  reason = 'signed-out'
}

/** Calls the listener on sign-in and sign-out, in this or another tab. */
export const onSessionChange = (listener: () => void): (() => void) => tokens.subscribe(listener)

let drawn: SignedInUser | null = null

/**
 * The signed-in person. Never null on screens, because these are rendered only with a session; at
 * sign-out they keep the previous person until the page has changed.
 */
export const useUser = (): SignedInUser => {
  const info = useStored(user)
  if (info) drawn = toSignedInUser(info)
  if (!drawn) throw new Error('a screen is drawn without anyone signed in')
  return drawn
}

/** The signed-in person, for pages that also work without a session. */
export const useUserIfAny = (): SignedInUser | null => {
  const info = useStored(user)
  return info && toSignedInUser(info)
}
