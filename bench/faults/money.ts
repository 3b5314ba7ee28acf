// People who move money: each entry is repeated with the same idempotency key until it is confirmed,
// as a console does after an error. A reader compares the balance with the entries confirmed before
// it asked and the entries tried before it had the answer.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refused, untilItSucceeds, type Ask } from './calls.ts'
import type { Pauses } from './pauses.ts'
import type { Fact } from './truth.ts'

const base = '/api/rental/rental'
const betweenMs = 120

type Options = {
  ask: Ask
  note: (fact: Fact) => void
  pauses: Pauses
  random: () => number
  isOver: () => boolean
}

/** What the reader may see at most and must see at least, smallest unit. */
export type Bounds = { confirmedMinor: number; triedMinor: number }

const wrongOf = (error: unknown): Fact => ({ kind: 'wrong', what: String(error) })

/** Credits of any amount to a client, one after the other. */
export const enterCredits = async (
  who: string,
  clientId: number,
  bounds: Bounds,
  { ask, note, pauses, random, isOver }: Options,
): Promise<void> => {
  while (!isOver()) {
    const id = randomUUID()
    const amountMinor = 1 + Math.floor(random() * 10_000)
    bounds.triedMinor += amountMinor
    note({ kind: 'tried', id, clientId, amountMinor })
    const body = { requestId: id, clientId: String(clientId), kind: 'adjustment' }
    try {
      await untilItSucceeds(() =>
        ask('POST', `${base}/bills`, { ...body, amount: amountMinor, note: who }),
      )
    } catch (error) {
      note(wrongOf(error))
      continue
    }
    note({ kind: 'confirmed', id })
    bounds.confirmedMinor += amountMinor
    pauses.heard(who)
    await sleep(betweenMs)
  }
}

type Recharge = { rechargeId: string; version: number }
const rechargedMinor = 20_000

/**
 * A confirmation that is repeated after a lost answer is refused, because its version is old. The
 * person then reloads, and sees that it is paid.
 */
const confirm = async (ask: Ask, { rechargeId, version }: Recharge): Promise<void> => {
  const path = `${base}/recharges/${rechargeId}`
  try {
    await ask('PUT', `${path}/confirm`, { version })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if ((await ask<{ state: string }>('GET', path)).state !== 'paid') throw error
  }
}

/**
 * Recharges by transfer, each spent for damage afterwards, so that the client is warned of a low
 * balance by SMS and mail again and again. A recharge that is asked for twice does no harm, only a
 * confirmed one is money.
 */
export const rechargeAndSpend = async (
  who: string,
  clientId: number,
  { ask, note, pauses, isOver }: Options,
): Promise<void> => {
  const client = { clientId: String(clientId) }
  while (!isOver()) {
    try {
      const asked = await untilItSucceeds(() =>
        ask<Recharge>('POST', `${base}/recharges`, { ...client, amount: rechargedMinor }),
      )
      const { rechargeId, version } = asked!
      note({ kind: 'tried', id: rechargeId, clientId, amountMinor: rechargedMinor })
      await untilItSucceeds(() => confirm(ask, { rechargeId, version }))
      note({ kind: 'confirmed', id: rechargeId })
      pauses.heard(who)
      await sleep(betweenMs)
      const id = randomUUID()
      note({ kind: 'tried', id, clientId, amountMinor: -rechargedMinor })
      const damage = { requestId: id, ...client, kind: 'damage', amount: rechargedMinor, note: who }
      await untilItSucceeds(() => ask('POST', `${base}/bills`, damage))
      note({ kind: 'confirmed', id })
    } catch (error) {
      note(wrongOf(error))
    }
    pauses.heard(who)
    await sleep(betweenMs)
  }
}

type Balances = { items: { prepaid: { amountMinor: number } }[] }

export const readBalance = async (
  who: string,
  clientId: number,
  bounds: Bounds,
  { ask, note, pauses, isOver }: Options,
): Promise<void> => {
  while (!isOver()) {
    const least = bounds.confirmedMinor
    try {
      const { items } = await ask<Balances>('GET', `${base}/balances?clientId=${clientId}`)
      const seen = items[0]?.prepaid.amountMinor ?? 0
      if (seen < least || seen > bounds.triedMinor)
        note({
          kind: 'wrong',
          what: `A balance of ${seen}; ${least} were confirmed and ${bounds.triedMinor} tried`,
        })
      pauses.heard(who)
    } catch (error) {
      if (error instanceof Refused) note(wrongOf(error))
    }
    await sleep(betweenMs)
  }
}
