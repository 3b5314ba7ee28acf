import type { OwnProfile, profileRoutes } from '@swath/contract/people/profile'
import { signInLog } from '../../../platform/audit/audit.ts'
import { readCaller } from '../../../platform/auth/caller.ts'
import { confirmOwnPassword } from '../../../platform/auth/own-password.ts'
import { hashNewPassword } from '../../../platform/auth/new-passwords.ts'
import { findPersonById } from '../../../platform/auth/people.queries.ts'
import { deleteOtherSessions } from '../../../platform/auth/sessions.queries.ts'
import { createThrottle } from '../../../platform/auth/throttle.ts'
import { toAuthor, createChanges, type RowKind } from '../../../platform/change/change.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { toUserInfo } from '../auth/user-info.ts'
import { claimFile, releaseFile } from '../files/files.queries.ts'
import { lockOwnRow, mergeSettings, updateOwnRow } from './profile.queries.ts'

type OwnRow = NonNullable<Awaited<ReturnType<typeof lockOwnRow>>>

const ownKind: RowKind<OwnRow, 'update'> = {
  type: 'user',
  lock: (trx, { caller }) => lockOwnRow(trx, caller.userId),
  refusal: () => null,
  identify: (row) => row,
}

export const profileHandlers = (services: Services): Handlers<typeof profileRoutes> => {
  const { db, events } = services
  const { change, note } = createChanges(services)
  const throttle = createThrottle(db)

  /** The hash of the new password, once the old one is checked; undefined: no change. */
  const newHash = async (
    { oldPassword, newPassword }: OwnProfile,
    context: SignedInContext,
    names: readonly (string | null)[],
  ): Promise<string | undefined> => {
    if (oldPassword === undefined || newPassword === undefined) return undefined
    await confirmOwnPassword(services, throttle, context, oldPassword, {
      path: 'oldPassword',
      action: 'password.refuse',
    })
    if (newPassword === oldPassword)
      return fail('invalid_input', {}, [{ path: 'newPassword', message: 'passwordAsBefore' }])
    return hashNewPassword(newPassword, names, 'newPassword')
  }

  return {
    updateOwnProfile: async ({ body }, context) => {
      const { userId, accountId } = context.caller
      const person = (await findPersonById(db, userId)) ?? fail('unauthenticated')
      const passwordHash = await newHash(body, context, [person.phone, person.email])
      const asked = { id: userId, to: 'update', action: 'profile.update' } as const
      const info = await change(context, ownKind, asked, async (trx, before, now) => {
        if (passwordHash !== undefined && before.passwordHash !== person.passwordHash)
          return fail('conflict')
        if (passwordHash !== undefined) {
          await updateOwnRow(trx, userId, {
            password_hash: passwordHash,
            temporary_password_until: null,
          })
          // Signed-in callers have a session.
          const ended = await deleteOtherSessions(trx, userId, context.sessionId!)
          await note(trx, toAuthor(context), {
            action: 'password.change',
            logType: signInLog,
            object: { type: ownKind.type, id: userId, name: body.userName },
            details: { host: context.host, userAgent: context.userAgent, sessionsEnded: ended },
          })
        }
        return {
          name: body.userName,
          before: { userName: before.name, userHeadUrl: before.headUrl },
          after: { userName: body.userName, userHeadUrl: body.userHeadUrl },
          write: async () => {
            await updateOwnRow(trx, userId, { name: body.userName, head_url: body.userHeadUrl })
            if (body.userHeadUrl === before.headUrl) return
            await claimFile(trx, body.userHeadUrl, {
              accountId,
              purpose: 'avatar',
              field: 'userHeadUrl',
            })
            await releaseFile(trx, before.headUrl, { accountId, now })
          },
          answer: async () => {
            const after = (await findPersonById(trx, userId)) ?? fail('unauthenticated')
            return toUserInfo(after, await readCaller(trx, after))
          },
        }
      })
      events.emit('accessChanged', { userIds: [userId] })
      return info
    },

    updateOwnSettings: async ({ body }, { caller }) => mergeSettings(db, caller.userId, body),
  }
}
