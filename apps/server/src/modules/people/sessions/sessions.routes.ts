import { BlockList, isIP } from 'node:net'
import type { sessionRoutes } from '@swath/contract/people/sessions'
import { signInLog } from '../../../platform/audit/audit.ts'
import { findPersonById } from '../../../platform/auth/people.queries.ts'
import { findHalfStage } from '../../../platform/auth/session-stage.ts'
import {
  deleteOtherSessions,
  deleteSessionOfUser,
  findSessionsOfUser,
} from '../../../platform/auth/sessions.queries.ts'
import { createChanges, nothing } from '../../../platform/change/change.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { describeDevice } from './device.ts'

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

/** An IPv4 address mapped to IPv6 is treated and shown as IPv4. */
const plain = (ip: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
const isLocal = (ip: string): boolean =>
  isIP(ip) > 0 && own.check(ip, isIP(ip) === 4 ? 'ipv4' : 'ipv6')

const whereFrom = ({ host, userAgent }: SignedInContext) => ({ host, userAgent })

export const sessionHandlers = (services: Services): Handlers<typeof sessionRoutes> => {
  const { db, clock } = services
  const { record } = createChanges(services)

  return {
    listOwnSessions: async (_input, { caller, sessionId }) => {
      const person = await findPersonById(db, caller.userId)
      const sessions = await findSessionsOfUser(db, caller.userId, new Date(clock.now()))
      return {
        items: sessions.map((session) => ({
          sessionId: session.id,
          device: describeDevice(session.userAgent),
          ip: plain(session.ip),
          localNetwork: isLocal(plain(session.ip)),
          host: session.host,
          signedInAt: session.createdAt.toISOString(),
          method: session.method,
          providerName: session.providerName,
          factor: session.factor,
          half: person !== undefined && findHalfStage(session, person) !== null,
          lastUsedAt: session.lastUsedAt.toISOString(),
          current: session.id === sessionId,
        })),
      }
    },

    endOwnSession: ({ params: { sessionId } }, context) => {
      const { userId } = context.caller
      return record(context, async (trx) => ({
        action: sessionId === context.sessionId ? 'session.end' : 'session.end-other',
        logType: signInLog,
        object: { type: 'session', id: sessionId },
        details: whereFrom(context),
        write: async () => {
          if (!(await deleteSessionOfUser(trx, userId, sessionId))) fail('not_found')
        },
        answer: nothing,
        tell: (events) => events.emit('accessChanged', { userIds: [userId] }),
      }))
    },

    endOtherSessions: (_input, context) => {
      const { userId } = context.caller
      return record(context, async (trx) => {
        // Signed-in callers have a session.
        const count = await deleteOtherSessions(trx, userId, context.sessionId!)
        return {
          action: 'session.end-others',
          logType: signInLog,
          object: { type: 'user', id: userId },
          changes: count > 0,
          details: { ...whereFrom(context), count },
          answer: () => Promise.resolve({ ended: count }),
          tell: (events) => events.emit('accessChanged', { userIds: [userId] }),
        }
      })
    },
  }
}
