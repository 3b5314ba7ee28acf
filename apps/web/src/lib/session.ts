import type { SignedIn, UserInfo } from '@swath/contract/auth'
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
  isRecord(kept) && typeof kept['userId'] === 'string' ? (kept as UserInfo) : null,
)

export const currentTokens = (): Tokens | null => tokens.get()
export const currentUser = (): UserInfo | null => user.get()

/** Tokens that came while this page was open: no need to try them before the first screen. */
let fresh = false
export const isSessionFresh = (): boolean => fresh
/**
 * Why the session ended, told once: 'ended' by the server, else someone signed out, here or in
 * another tab.
 */
let reason: 'ended' | 'signed-out' = 'signed-out'
export const sessionEndReason = (): 'ended' | 'signed-out' => reason

export const keepSession = (signedIn: SignedIn): void => {
  fresh = true
  user.set(signedIn.userInfo)
  tokens.set({ jToken: signedIn.jToken, refreshToken: signedIn.refreshToken })
}
/** What the person changed of themselves, as the server answered it. */
export const keepUser = (info: UserInfo): void => user.set(info)
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

let last: UserInfo | null = null

/**
 * Who is signed in. Screens are drawn only for someone who is, so it is never missing there; at a
 * sign-out they keep whom they were drawn for until the page has changed.
 */
export const useUser = (): UserInfo => {
  last = useStored(user) ?? last
  const info = last
  if (!info) throw new Error('a screen is drawn without anyone signed in')
  return info
}

/** Who is signed in, on pages that also open to others. */
export const useUserIfAny = (): UserInfo | null => useStored(user)
