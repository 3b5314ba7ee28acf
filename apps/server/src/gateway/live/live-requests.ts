// What a console asks on the live socket, and whether it still may.
import type { RawData } from 'ws'
import { LiveRequest } from '@swath/contract/live'
import type { Caller } from '@swath/domain/access/caller'
import { matchLanguage } from '@swath/i18n/languages'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock/clock.ts'
import type { FrameMaker } from './live-frames.ts'
import type { LiveState } from './live-state.ts'
import { lookOf, send, showTo, type Watcher } from './live-client.ts'

export type LiveRequestOptions = {
  authenticate: (
    token: string,
    host: string,
  ) => Promise<{ caller: Caller; sessionId: string } | null>
  /** Whether this caller has a screen that shows drones on this host. */
  mayWatch: (caller: Caller, host: string) => Promise<boolean>
  liveState: LiveState
  clock: Clock
  log: Logger
}

export type LiveRequests = {
  take(watcher: Watcher, data: RawData, isBinary: boolean): void
  /**
   * Looks at the token again: it may have run out, and what its holder may see may have changed.
   */
  recheck(watcher: Watcher): void
}

/**
 * 4401: say hello again with a new token. 4403: this account has no live view. 4408: no hello in
 * time. 4429: too much.
 */
export const closeCodes = {
  signedOut: 4401,
  forbidden: 4403,
  silent: 4408,
  tooMuch: 4429,
  goingAway: 1001,
} as const

const socketsAUser = 12

export const createLiveRequests = (
  options: LiveRequestOptions,
  watchers: ReadonlySet<Watcher>,
  frames: FrameMaker,
): LiveRequests => {
  const { liveState: live, clock, log } = options

  const signOut = (watcher: Watcher): void => {
    watcher.caller = null
    send(watcher, { type: 'signedOut' })
    watcher.socket.close(closeCodes.signedOut)
  }

  const check = async (watcher: Watcher): Promise<void> => {
    watcher.checkedMs = clock.now()
    const before = watcher.caller
    const session = await options.authenticate(watcher.token, watcher.host)
    if (!session) return signOut(watcher)
    if (before && accessOf(before) !== accessOf(session.caller))
      send(watcher, { type: 'accessChanged' })
    if (!(await options.mayWatch(session.caller, watcher.host)))
      return watcher.socket.close(closeCodes.forbidden)
    watcher.caller = session.caller
    watcher.look = lookOf(watcher, live)
  }

  const hello = async (
    watcher: Watcher,
    { token, language }: Extract<LiveRequest, { type: 'hello' }>,
  ): Promise<void> => {
    watcher.token = token
    watcher.language = matchLanguage(language) ?? 'en'
    await check(watcher)
    const { caller } = watcher
    if (!caller) return
    const own = [...watchers].filter((other) => other.caller?.userId === caller.userId)
    if (own.length > socketsAUser) return watcher.socket.close(closeCodes.tooMuch)
    send(watcher, { type: 'ready', serverTimeMs: clock.now() })
    showTo(watcher, live, frames, clock.now())
  }

  const take = async (watcher: Watcher, data: RawData, isBinary: boolean): Promise<void> => {
    const request = isBinary ? null : parse(data)
    if (!request) return watcher.socket.close(1003)
    if (request.type === 'hello') return await hello(watcher, request)
    if (!watcher.caller) return watcher.socket.close(closeCodes.signedOut)
    if (request.type === 'view') {
      watcher.view = request
      watcher.look = lookOf(watcher, live)
    } else {
      watcher.follow = request.droneId
    }
    showTo(watcher, live, frames, clock.now())
  }

  return {
    take: (watcher, data, isBinary) => {
      watcher.turn = watcher.turn
        .then(() => take(watcher, data, isBinary))
        .catch((error: unknown) => {
          log.warn({ error: String(error) }, 'A live request failed')
          watcher.socket.close(1011)
        })
    },
    recheck: (watcher) => {
      watcher.turn = watcher.turn
        .then(() => (watcher.caller ? check(watcher) : undefined))
        .catch((error: unknown) => {
          log.warn({ error: String(error) }, 'A live token could not be checked; it is tried again')
        })
    },
  }
}

/** What a console draws its menu and its buttons by. */
const accessOf = ({
  userType,
  rights,
  personal,
  checkStatus,
  tag,
  accountScreens,
  vipLevel,
  canCreateSub,
  leaseAccount,
  tenant,
  operatorType,
}: Caller): string =>
  JSON.stringify([
    userType,
    rights,
    personal,
    checkStatus,
    tag,
    accountScreens,
    vipLevel,
    canCreateSub,
    leaseAccount,
    tenant,
    operatorType,
  ])

const parse = (data: RawData): LiveRequest | null => {
  try {
    return LiveRequest.safeParse(JSON.parse((data as Buffer).toString('utf8'))).data ?? null
  } catch {
    return null // no JSON: as wrong as any other message
  }
}
