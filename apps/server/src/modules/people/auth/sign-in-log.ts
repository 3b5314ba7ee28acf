import { userTypeCodes } from '@swath/domain/access/rights'
import { recordAudit, signInLog } from '../../../platform/audit/audit.ts'
import type { Person } from '../../../platform/auth/people.queries.ts'
import { tx, type Tx } from '../../../platform/database/database.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'

/** Why a person with a correct password or code must not sign in. */
export const findRefusal = ({
  enabled,
  userType,
}: Pick<Person, 'enabled' | 'userType'>): 'account_disabled' | 'console_not_for_pilots' | null =>
  !enabled ? 'account_disabled' : userType === userTypeCodes.pilot ? 'console_not_for_pilots' : null

/** Logs sign-ins, refusals and sign-outs in the account's log. */
export const createSignInLog = ({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>) => {
  const record = (
    t: Tx,
    person: { accountId: string; userId: string | null; userName: string },
    action: string,
    { ip, host, userAgent }: RequestContext,
    details = {},
  ) =>
    recordAudit(t, {
      accountId: person.accountId,
      atMs: clock.now(),
      logType: signInLog,
      user: { id: person.userId, name: person.userName },
      ip,
      action,
      details: { host, userAgent, ...details },
    })
  return {
    record,
    /** After the response, so that known names take no longer than unknown ones. */
    recordRefusal: (person: Person | undefined, reason: string, context: RequestContext): void => {
      // No account has a log for it. The name is left out: people type passwords there by mistake.
      if (!person)
        return void setImmediate(() =>
          log.warn(
            { ip: context.ip, host: context.host, reason },
            'a sign-in with an unknown name was refused',
          ),
        )
      tx(db, (t) => record(t, person, 'session.refuse', context, { reason })).catch(
        (error: unknown) =>
          log.error({ err: error }, 'a refused sign-in could not be written to the audit log'),
      )
    },
  }
}

export type SignInLog = ReturnType<typeof createSignInLog>
