// Advances a roll-out: a drone's message, a person's action or elapsed time is stored with its
// consequences in one transaction. Nothing is kept in memory, so the process may be killed at any
// point.
import {
  decideRollout,
  moveDrone,
  type Decision,
  type OfferWord,
  type RolloutStep,
} from '@swath/domain/firmware-rollout'
import { tx, type Db, type Tx } from '../../platform/database/database.ts'
import {
  findOffer,
  listGoing,
  lockRollout,
  moveTo,
  sendBack,
  sendOneBack,
  tallyRollout,
  tryAgain,
  withdraw,
  writeRollout,
  type RolloutRow,
} from './offers.queries.ts'

const goBack = async (trx: Tx, id: string, now: Date): Promise<void> => {
  await withdraw(trx, id, { isFinal: true, now })
  await sendBack(trx, id, now)
  await writeRollout(trx, id, { state: 'rolling_back', ended_at: null })
}

const follow = async (
  trx: Tx,
  { id, back_firmware_id }: RolloutRow,
  decision: Decision,
  now: Date,
): Promise<void> => {
  switch (decision.kind) {
    case 'passed':
      return writeRollout(trx, id, { passed_at: now })
    case 'next':
      return writeRollout(trx, id, { step: decision.step, passed_at: null })
    case 'finish':
      return writeRollout(trx, id, { state: 'finished', ended_at: now })
    case 'rolledBack':
      return writeRollout(trx, id, { state: 'rolled_back', ended_at: now })
    case 'stop':
      if (decision.goesBack && back_firmware_id !== null) return goBack(trx, id, now)
      await withdraw(trx, id, { isFinal: false, now })
      return writeRollout(trx, id, { state: 'stopped' })
  }
}

/** One decision may lead to the next: a step without remaining drones is passed at once. */
const goOn = async (trx: Tx, id: string, now: Date): Promise<void> => {
  for (;;) {
    const row = await lockRollout(trx, id)
    if (!row) return
    const decision = decideRollout(
      {
        state: row.state,
        step: row.step,
        droneNum: row.drone_num,
        passedAtMs: row.passed_at?.getTime() ?? null,
        steps: row.steps,
        passPercent: row.pass_percent,
        errorPercent: row.error_percent,
        errorLeast: row.error_least,
        soakMin: row.soak_min,
        goesBack: row.goes_back,
      },
      await tallyRollout(trx, row),
      now.getTime(),
    )
    if (!decision) return
    await follow(trx, row, decision, now)
  }
}

const isGoingBack = ({ state }: RolloutRow): boolean =>
  state === 'rolling_back' || state === 'rolled_back'

export type Word = {
  droneId: string
  offerId: string
  word: OfferWord
  bytes: number
  reason: string | null
}

/** Records a drone's progress. False if the offer is not the drone's, or nothing changes. */
export const noteWord = async (
  db: Db,
  { droneId, offerId, word, bytes, reason }: Word,
  now: Date,
): Promise<boolean> => {
  const offer = { droneId, offerId }
  const seen = await findOffer(db, droneId, offerId)
  if (!seen || moveDrone(seen.state, word) === null) return false
  // Download progress affects no decision, so it needs no lock.
  if (word === 'downloading') {
    await moveTo(db, offer, { state: word, bytes: Math.max(bytes, seen.received_bytes), now })
    return true
  }
  return tx(db, async (trx) => {
    const rollout = await lockRollout(trx, seen.rollout_id)
    const held = await findOffer(trx, droneId, offerId)
    const state = held && moveDrone(held.state, word)
    if (!rollout || !held || !state) return false
    await moveTo(trx, offer, { state, reason, now })
    if (held.direction === 'forward' && isGoingBack(rollout)) {
      // The drone did install it; the others are rolling back or have done so.
      await sendOneBack(trx, { droneId, rolloutId: rollout.id, now })
      await writeRollout(trx, rollout.id, { state: 'rolling_back', ended_at: null })
    }
    await goOn(trx, rollout.id, now)
    return true
  })
}

/** Applies a person's action; the caller holds the row lock. */
export const steerRollout = async (
  trx: Tx,
  { id, state }: Pick<RolloutRow, 'id' | 'state'>,
  step: RolloutStep,
  now: Date,
): Promise<void> => {
  switch (step) {
    case 'pause':
      return writeRollout(trx, id, { state: 'paused' })
    case 'resume':
      if (state === 'stopped') await tryAgain(trx, id, now)
      return writeRollout(trx, id, { state: 'running', passed_at: null })
    case 'rollBack':
      await goBack(trx, id, now)
      return goOn(trx, id, now)
    case 'cancel':
      await withdraw(trx, id, { isFinal: true, now })
      return writeRollout(trx, id, { state: 'cancelled', ended_at: now })
  }
}

/** Runs the steps that are due. */
export const continueRollouts = async (db: Db, now: Date): Promise<void> => {
  for (const id of await listGoing(db)) await tx(db, (trx) => goOn(trx, id, now))
}
