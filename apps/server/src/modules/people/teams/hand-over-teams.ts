// Gives a new leader to teams whose leader has left, and logs it.
import { changeLog, recordAudit } from '../../../platform/audit/audit.ts'
import { toAuthor } from '../../../platform/change/change.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { replaceLeaders } from './teams.queries.ts'

/** Call this after people have left a team or the account, or were disabled. */
export const handOverTeams = async (
  trx: Tx,
  context: SignedInContext,
  userIds: readonly string[],
  now: Date,
): Promise<void> => {
  for (const { id, name, leader_name: leader } of await replaceLeaders(trx, userIds))
    await recordAudit(trx, {
      ...toAuthor(context),
      atMs: now.getTime(),
      logType: changeLog,
      action: 'team.lead',
      object: { type: 'team', id, name },
      details: { leader },
    })
}
