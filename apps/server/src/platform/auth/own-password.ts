import { recordAudit, signInLog } from '../audit/audit.ts'
import { changeBy } from '../audit/caller-change.ts'
import { tx } from '../database/database.ts'
import type { SignedInContext } from '../http/context.ts'
import { fail } from '../errors/fail.ts'
import type { Services } from '../services.ts'
import { readPlace } from './device-cookie.ts'
import { passwordIsRight } from './passwords.ts'
import { findPersonById } from './people.queries.ts'
import type { Throttle } from './throttle.ts'

/**
 * Confirms the caller's identity by the current password. Attempts count as sign-in attempts, so
 * that someone at an unlocked console cannot guess it here. A wrong password is reported at the
 * field `path` and logged as `action`, the purpose of the confirmation.
 */
export const confirmOwnPassword = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  throttle: Throttle,
  context: SignedInContext,
  password: string,
  { path, action }: { path: string; action: string },
): Promise<void> => {
  const person = (await findPersonById(db, context.caller.userId)) ?? fail('unauthenticated')
  const admission = await throttle.admitPassword(
    person.phone ?? person.email ?? person.userId,
    readPlace(context),
  )
  if (!admission.admitted) return fail('too_many_requests', { retryAfterS: admission.retryAfterS })
  if (!(await passwordIsRight(person.passwordHash, password))) {
    await tx(db, (t) =>
      recordAudit(t, {
        ...changeBy(context, clock.now(), action, {
          type: 'user',
          id: person.userId,
          name: person.userName,
        }),
        logType: signInLog,
      }),
    )
    return fail('invalid_input', {}, [{ path, message: 'oldPasswordWrong' }])
  }
  await admission.succeeded()
}
