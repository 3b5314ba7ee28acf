// Sends firmware offers to drones that are connected to this process and on the ground, and handles
// their replies. Pending offers are in the database, so a restart on either side loses nothing.
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import type { LiveState } from '../live/public.ts'
import { readOfferWord } from './offer-words.ts'
import {
  dronesInTurn,
  isAnythingGoing,
  markNotified,
  openOffers,
  takeOffer,
  unsentWithdrawals,
  type Offer,
} from './offers.queries.ts'
import { noteWord } from './rollout-progress.ts'

export type OfferDispatcher = {
  /**
   * The drone has subscribed to offers: if it is on the ground, its unfinished ones are sent again.
   */
  listens(droneId: string): void
  gone(droneId: string): void
  /** Handles a message on the drone's `firmware` topic. Resolves once it is stored or ignored. */
  heard(droneId: string, payload: Buffer): Promise<void>
  stop(): Promise<void>
}

type Options = {
  db: Db
  clock: Clock
  log: Logger
  live: Pick<LiveState, 'get' | 'flight'>
  /** Sends to a drone that is connected to this process. */
  publish: (droneId: string, payload: Buffer) => Promise<void>
  lookEachMs?: number
}

const lookEachMs = 2_000
/** Limit per round: each of these drones starts to download a file. */
const offersALook = 100

const encodeOffer = ({ offerId, firmwareId, firmwareType, version, bytes }: Offer): Buffer =>
  Buffer.from(
    JSON.stringify({
      v: 1,
      type: 'offer',
      offer: offerId,
      firmwareId,
      firmwareType,
      version,
      bytes,
      path: `/api/device/firmware/${offerId}`,
    }),
  )
const encodeWithdrawal = (offerId: string): Buffer =>
  Buffer.from(JSON.stringify({ v: 1, type: 'withdraw', offer: offerId }))

export const startOfferDispatcher = (options: Options): OfferDispatcher => {
  const { db, clock, log, live, publish } = options
  const listening = new Set<string>()
  /** Drones connected since the last round, which may have forgotten an open offer. */
  const justCame = new Set<string>()

  /** False in the air and if the state is unknown. */
  const isOnGround = (droneId: string): boolean => {
    const drone = live.get(droneId)
    return drone !== undefined && live.flight(drone) === 'ground'
  }

  const offer = async (droneId: string, rolloutId: string): Promise<void> => {
    const now = new Date(clock.now())
    const taken = await takeOffer(db, { droneId, rolloutId, offerId: uuidv7(clock.now()), now })
    if (taken) await publish(droneId, encodeOffer(taken))
  }

  const repeat = async (): Promise<void> => {
    const came = [...justCame].filter(isOnGround)
    if (came.length === 0) return
    for (const open of await openOffers(db, came)) await publish(open.droneId, encodeOffer(open))
    for (const droneId of came) justCame.delete(droneId)
  }

  const look = async (): Promise<void> => {
    await repeat()
    if (listening.size === 0 || !(await isAnythingGoing(db))) return
    for (const { droneId, offerId } of await unsentWithdrawals(db, [...listening])) {
      await publish(droneId, encodeWithdrawal(offerId))
      await markNotified(db, droneId, offerId)
    }
    const standing = [...listening].filter(isOnGround)
    for (const { droneId, rolloutId } of await dronesInTurn(db, standing, offersALook))
      if (listening.has(droneId) && isOnGround(droneId)) await offer(droneId, rolloutId)
  }

  let looking: Promise<void> | null = null
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.warn({ error }, 'Firmware is offered at the next look'))
      .finally(() => {
        looking = null
      })
  }, options.lookEachMs ?? lookEachMs).unref()

  return {
    listens: (droneId) => {
      listening.add(droneId)
      justCame.add(droneId)
    },
    gone: (droneId) => {
      listening.delete(droneId)
      justCame.delete(droneId)
    },
    heard: async (droneId, payload) => {
      const word = readOfferWord(payload)
      if (!word) return log.info({ droneId }, 'A word about firmware that is none was dropped')
      await noteWord(
        db,
        {
          droneId,
          offerId: word.offer,
          word: word.type,
          bytes: word.bytes,
          reason: word.reason ?? null,
        },
        new Date(clock.now()),
      )
    },
    stop: async () => {
      clearInterval(timer)
      listening.clear()
      await looking
    },
  }
}
