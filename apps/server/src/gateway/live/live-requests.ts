// Requests of a console on the live socket, and the checks that it may still make them.
import type { RawData } from 'ws'
import { FrameWriter } from '@swath/contract/live/frame-deltas'
import { LiveRequest } from '@swath/contract/live/live'
import type { Caller } from '@swath/domain/access/caller'
import { matchLanguage } from '@swath/i18n/languages'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock/clock.ts'
import type { FrameMaker } from './live-frames.ts'
import type { LiveState } from './live-state.ts'
import { toViewport, send, showTo, type LiveClient } from './live-client.ts'

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
  take(client: LiveClient, data: RawData, isBinary: boolean): void
  /** Checks the token again: it may have expired, or its holder's access may have changed. */
  recheck(client: LiveClient): void
}

/**
 * 4401: say hello again with a new token. 4403: this account has no live view. 4408: no hello in
 * time. 4429: too many requests.
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
  clients: ReadonlySet<LiveClient>,
  frames: FrameMaker,
): LiveRequests => {
  const { liveState: live, clock, log } = options

  const signOut = (client: LiveClient): void => {
    client.caller = null
    send(client, { type: 'signedOut' })
    client.socket.close(closeCodes.signedOut)
  }

  const check = async (client: LiveClient): Promise<void> => {
    client.checkedMs = clock.now()
    const before = client.caller
    const session = await options.authenticate(client.token, client.host)
    if (!session) return signOut(client)
    if (before && describeAccess(before) !== describeAccess(session.caller))
      send(client, { type: 'accessChanged' })
    if (!(await options.mayWatch(session.caller, client.host)))
      return client.socket.close(closeCodes.forbidden)
    client.caller = session.caller
    client.viewport = toViewport(client, live)
  }

  const hello = async (
    client: LiveClient,
    { token, language, readsDeltas }: Extract<LiveRequest, { type: 'hello' }>,
  ): Promise<void> => {
    client.token = token
    client.language = matchLanguage(language) ?? 'en'
    client.deltas = readsDeltas ? new FrameWriter() : null
    await check(client)
    const { caller } = client
    if (!caller) return
    const own = [...clients].filter((other) => other.caller?.userId === caller.userId)
    if (own.length > socketsAUser) return client.socket.close(closeCodes.tooMuch)
    send(client, { type: 'ready', serverTimeMs: clock.now() })
    showTo(client, live, frames, clock.now())
  }

  const take = async (client: LiveClient, data: RawData, isBinary: boolean): Promise<void> => {
    const request = isBinary ? null : parse(data)
    if (!request) return client.socket.close(1003)
    if (request.type === 'hello') return await hello(client, request)
    if (!client.caller) return client.socket.close(closeCodes.signedOut)
    if (request.type === 'view') {
      client.view = request
      client.viewport = toViewport(client, live)
      client.deltas?.reset()
    } else {
      client.follow = request.droneId
    }
    showTo(client, live, frames, clock.now())
  }

  return {
    take: (client, data, isBinary) => {
      client.turn = client.turn
        .then(() => take(client, data, isBinary))
        .catch((error: unknown) => {
          log.warn({ error: String(error) }, 'A live request failed')
          client.socket.close(1011)
        })
    },
    recheck: (client) => {
      client.turn = client.turn
        .then(() => (client.caller ? check(client) : undefined))
        .catch((error: unknown) => {
          log.warn({ error: String(error) }, 'A live token could not be checked; it is tried again')
        })
    },
  }
}

/** Access data from which a console builds its menu and buttons. */
const accessFields = [
  'userType',
  'rights',
  'personal',
  'checkStatus',
  'tag',
  'accountScreens',
  'vipLevel',
  'canCreateSub',
  'leaseAccount',
  'tenant',
  'operatorType',
] as const satisfies readonly (keyof Caller)[]
const describeAccess = (caller: Caller): string =>
  JSON.stringify(accessFields.map((name) => caller[name]))

const parse = (data: RawData): LiveRequest | null => {
  try {
    return LiveRequest.safeParse(JSON.parse((data as Buffer).toString('utf8'))).data ?? null
  } catch {
    return null // not JSON: handled like any other invalid message
  }
}
