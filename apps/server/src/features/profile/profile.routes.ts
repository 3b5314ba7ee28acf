import type { OwnProfile, profileRoutes } from '@swath/contract/profile'
import { recordAudit, signInLog } from '../../platform/audit/audit.ts'
import { changeBy } from '../../platform/audit/caller-change.ts'
import { callerOf } from '../../platform/auth/caller.ts'
import { confirmOwnPassword } from '../../platform/auth/own-password.ts'
import { hashPassword } from '../../platform/auth/passwords.ts'
import { findPersonById } from '../../platform/auth/people.queries.ts'
import { deleteOtherSessions } from '../../platform/auth/sessions.queries.ts'
import { createThrottle } from '../../platform/auth/throttle.ts'
import { tx } from '../../platform/database/database.ts'
import type { Handlers, SignedInContext } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Services } from '../../platform/services.ts'
import { userInfoOf } from '../auth/public.ts'
import { claimFile, releaseFile } from '../files/public.ts'
import { lockOwnRow, mergeSettings, updateOwnRow } from './profile.queries.ts'

export const profileHandlers = (services: Services): Handlers<typeof profileRoutes> => {
  const { db, clock, events } = services
  const throttle = createThrottle(db)

  /**
   * The hash of the new password, once the old one has been shown to be right; undefined: it stays.
   */
  const newHash = async (
    { oldPassword, newPassword }: OwnProfile,
    context: SignedInContext,
  ): Promise<string | undefined> => {
    if (oldPassword === undefined || newPassword === undefined) return undefined
    await confirmOwnPassword(services, throttle, context, oldPassword, 'oldPassword')
    if (newPassword === oldPassword)
      return fail('invalid_input', {}, [{ path: 'newPassword', message: 'passwordAsBefore' }])
    return hashPassword(newPassword)
  }

  return {
    updateOwnProfile: async ({ body }, context) => {
      const { userId, accountId } = context.caller
      const person = (await findPersonById(db, userId)) ?? fail('unauthenticated')
      const passwordHash = await newHash(body, context)
      const now = new Date(clock.now())
      const changed = await tx(db, async (t) => {
        const before = (await lockOwnRow(t, userId)) ?? fail('unauthenticated')
        if (passwordHash !== undefined && before.passwordHash !== person.passwordHash)
          return fail('conflict')
        if (body.userHeadUrl !== before.headUrl) {
          await claimFile(t, body.userHeadUrl, {
            accountId,
            purpose: 'avatar',
            field: 'userHeadUrl',
          })
          await releaseFile(t, before.headUrl, { accountId, now })
        }
        await updateOwnRow(t, userId, {
          name: body.userName,
          head_url: body.userHeadUrl,
          ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
        })
        const ended =
          // whoever is signed in came with a session
          passwordHash === undefined ? 0 : await deleteOtherSessions(t, userId, context.sessionId!)
        const after = (await findPersonById(t, userId)) ?? fail('unauthenticated')
        const info = userInfoOf(after, await callerOf(t, after))
        const object = { type: 'user', id: userId, name: body.userName }
        if (body.userName !== before.name || body.userHeadUrl !== before.headUrl) {
          await recordAudit(
            t,
            changeBy(context, clock.now(), 'profile.update', object, {
              before: { userName: before.name, userHeadUrl: before.headUrl },
              after: { userName: body.userName, userHeadUrl: body.userHeadUrl },
            }),
          )
        }
        if (passwordHash !== undefined) {
          await recordAudit(t, {
            ...changeBy(context, clock.now(), 'password.change', object, {
              host: context.host,
              userAgent: context.userAgent,
              sessionsEnded: ended,
            }),
            logType: signInLog,
          })
        }
        return info
      })
      events.emit('accessChanged', { userIds: [userId] })
      return changed
    },

    updateOwnSettings: async ({ body }, { caller }) => mergeSettings(db, caller.userId, body),
  }
}
