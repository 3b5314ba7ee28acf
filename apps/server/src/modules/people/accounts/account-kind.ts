import type { RowKind } from '../../../platform/change/change.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { manages } from './account-words.ts'
import { findAccount, lockAccount, readViewer, type Viewer } from './accounts.queries.ts'

export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>
type Held = { account: LockedAccount; viewer: Viewer }

export const operatorTypes = { 1: 'team', 2: 'personal' } as const

/** An account below the caller's. */
export const accountKind: RowKind<Held, 'manage'> = {
  type: 'account',
  lock: async (trx, { caller }, id) => {
    const viewer = await readViewer(trx, caller)
    const account = await lockAccount(trx, viewer, id)
    return account && { account, viewer }
  },
  refusal: ({ caller }, { account, viewer }) =>
    manages(caller, viewer, account.path) ? null : 'forbidden',
  identify: ({ account }) => account,
  readVersion: ({ account }) => account.version,
  tell: (events) => events.emit('hostsChanged', {}),
}

export const readAccount = async (trx: Tx, viewer: Viewer, id: string) =>
  (await findAccount(trx, viewer, id)) ?? fail('not_found')
