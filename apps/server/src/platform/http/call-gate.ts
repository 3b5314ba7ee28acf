// Limits how many calls of one person, and of one account, run concurrently. The others wait for
// their turn; of those that wait in an account, the person with the fewest running calls is next,
// so that one person's thousand calls never delay a colleague's single one.
import { availableParallelism } from 'node:os'
import type { Caller } from '@swath/domain/access/caller'
import { fail } from '../errors/fail.ts'

export type CallLimits = {
  /** Concurrent calls of one person. A browser sends six at once over HTTP/1.1. */
  ofPerson: number
  ofAccount: number
  waitingOfPerson: number
  waitingOfAccount: number
}

export const callLimits: CallLimits = {
  // One person's long queries must leave CPU cores to others; short ones take milliseconds.
  ofPerson: Math.max(2, Math.min(4, availableParallelism())),
  ofAccount: 8,
  waitingOfPerson: 100,
  waitingOfAccount: 300,
}
/** For calls without a session, by address, which a whole village may share. */
export const strangerLimits: CallLimits = {
  ofPerson: 16,
  ofAccount: 16,
  waitingOfPerson: 200,
  waitingOfAccount: 200,
}

const retryAfterS = 3

type Waiting = { person: string; enter: () => void }
type Account = { running: number; ofPerson: Map<string, number>; waiting: Waiting[] }

export type CallGate = {
  /**
   * Resolves when the call may run, with a function to call once when it has ended.
   * @throws too_many_requests; the signal's reason if the caller disconnects meanwhile
   */
  enter: (caller: Pick<Caller, 'userId' | 'accountId'>, signal: AbortSignal) => Promise<() => void>
}

const startNext = (account: Account, limits: CallLimits): void => {
  const runningOf = (person: string): number => account.ofPerson.get(person) ?? 0
  while (account.running < limits.ofAccount) {
    let next: Waiting | undefined
    for (const one of account.waiting) {
      const running = runningOf(one.person)
      if (running < limits.ofPerson && (!next || running < runningOf(next.person))) next = one
    }
    if (!next) return
    account.waiting.splice(account.waiting.indexOf(next), 1)
    account.running++
    account.ofPerson.set(next.person, runningOf(next.person) + 1)
    next.enter()
  }
}

export const createCallGate = (limits: CallLimits): CallGate => {
  const accounts = new Map<string, Account>()

  const findAccount = (id: string): Account => {
    const account = accounts.get(id) ?? { running: 0, ofPerson: new Map(), waiting: [] }
    accounts.set(id, account)
    return account
  }
  const leave = (accountId: string, person: string): void => {
    const account = accounts.get(accountId)!
    account.running--
    const left = account.ofPerson.get(person)! - 1
    if (left > 0) account.ofPerson.set(person, left)
    else account.ofPerson.delete(person)
    startNext(account, limits)
    if (account.running === 0) accounts.delete(accountId)
  }
  const refuseTooMany = ({ waiting }: Account, person: string): void => {
    const own = waiting.filter((one) => one.person === person).length
    if (own >= limits.waitingOfPerson || waiting.length >= limits.waitingOfAccount)
      fail('too_many_requests', { retryAfterS })
  }

  return {
    enter: ({ userId: person, accountId }, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const account = findAccount(accountId)
        let entered = false
        const goAway = (): void => {
          account.waiting = account.waiting.filter((one) => one !== entry)
          reject(signal.reason as Error)
        }
        const entry: Waiting = {
          person,
          enter: () => {
            entered = true
            signal.removeEventListener('abort', goAway)
            let hasLeft = false
            resolve(() => {
              if (!hasLeft) leave(accountId, person)
              hasLeft = true
            })
          },
        }
        account.waiting.push(entry)
        startNext(account, limits)
        if (entered) return
        account.waiting.pop()
        refuseTooMany(account, person)
        account.waiting.push(entry)
        signal.addEventListener('abort', goAway, { once: true })
      }),
  }
}
