// For an administrator who has lost every factor, where no second administrator is left to confirm a
// reset in the console: the operator of the service, who has the machine.
import { recordAudit, signInLog } from '../platform/audit/audit.ts'
import { findPersonByLogin } from '../platform/auth/people.queries.ts'
import { deleteSessionsOfUsers } from '../platform/auth/sessions.queries.ts'
import { StartFailure } from '../platform/config/start-failure.ts'
import { tx } from '../platform/database/database.ts'
import { deleteFactors, parseLoginName } from '../modules/people/public.ts'
import { withDatabase } from './with-database.ts'
import type { Command } from './shell.ts'

const usage = 'npm run cli -- reset-second-factor +86-13800000000'

/** Removes all factors of a person and ends their sessions, recorded in the log of the account. */
export const resetSecondFactor: Command = async ([typed = ''], shell) => {
  const login = parseLoginName(typed, { defaultCountryCode: '', countryCodes: [] })
  if (!login || ('phone' in login && !typed.startsWith('+'))) throw new StartFailure(usage, 64)
  return withDatabase(shell, async (db) => {
    const person = await findPersonByLogin(db, login)
    if (!person) throw new StartFailure(`Nobody signs in with ${typed}.`)
    const { userId, userName, accountId } = person
    await tx(db, async (trx) => {
      await deleteFactors(trx, userId)
      await deleteSessionsOfUsers(trx, [userId])
      await recordAudit(trx, {
        accountId,
        atMs: Date.now(),
        logType: signInLog,
        user: { id: null, name: 'reset-second-factor' },
        ip: null,
        action: 'second-factor.reset',
        object: { type: 'member', id: userId, name: userName },
      })
    })
    shell.print(`${userName} has no second factor any more, and is signed out.\n`)
    return 0
  })
}
