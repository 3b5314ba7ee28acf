import { BlockList, isIP } from 'node:net'
import type { sessionRoutes } from '@swath/contract/sessions'
import { recordAudit, signInLog } from '../../platform/audit/audit.ts'
import { changeBy } from '../../platform/audit/caller-change.ts'
import {
  deleteOtherSessions,
  deleteSessionOfUser,
  findSessionsOfUser,
} from '../../platform/auth/sessions.queries.ts'
import { tx, type Tx } from '../../platform/database/database.ts'
import type { Handlers, SignedInContext } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Services } from '../../platform/services.ts'
import { deviceOf } from './device.ts'

const own = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
] as const)
  own.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  own.addSubnet(net, bits, 'ipv6')

/** An IPv4 address in IPv6 clothes is judged, and shown, as the IPv4 address. */
const plain = (ip: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
const isLocal = (ip: string): boolean =>
  isIP(ip) > 0 && own.check(ip, isIP(ip) === 4 ? 'ipv4' : 'ipv6')

export const sessionHandlers = ({
  db,
  clock,
  events,
}: Services): Handlers<typeof sessionRoutes> => {
  const record = (
    t: Tx,
    context: SignedInContext,
    action: string,
    details = {},
    object = { type: 'user', id: context.caller.userId },
  ): Promise<void> =>
    recordAudit(t, {
      ...changeBy(context, clock.now(), action, object, {
        host: context.host,
        userAgent: context.userAgent,
        ...details,
      }),
      logType: signInLog,
    })

  return {
    listOwnSessions: async (_input, { caller, sessionId }) => ({
      items: (await findSessionsOfUser(db, caller.userId, new Date(clock.now()))).map(
        (session) => ({
          sessionId: session.id,
          device: deviceOf(session.userAgent),
          ip: plain(session.ip),
          localNetwork: isLocal(plain(session.ip)),
          host: session.host,
          signedInAt: session.createdAt.toISOString(),
          lastUsedAt: session.lastUsedAt.toISOString(),
          current: session.id === sessionId,
        }),
      ),
    }),

    endOwnSession: async ({ params }, context) => {
      const { userId } = context.caller
      await tx(db, async (t) => {
        if (!(await deleteSessionOfUser(t, userId, params.sessionId))) return fail('not_found')
        await record(
          t,
          context,
          params.sessionId === context.sessionId ? 'session.end' : 'session.end-other',
          {},
          { type: 'session', id: params.sessionId },
        )
      })
      events.emit('accessChanged', { userIds: [userId] })
    },

    endOtherSessions: async (_input, context) => {
      const { userId } = context.caller
      const ended = await tx(db, async (t) => {
        // whoever is signed in came with a session
        const count = await deleteOtherSessions(t, userId, context.sessionId!)
        if (count > 0) await record(t, context, 'session.end-others', { count })
        return count
      })
      if (ended > 0) events.emit('accessChanged', { userIds: [userId] })
      return { ended }
    },
  }
}
