// Sends commands to the drones that are connected to this process, and handles their replies.
// Pending commands are in the database: an event makes delivery quick, and a query each second
// finds the rest. A restart on either side loses nothing.
import type { Logger } from 'pino'
import { z } from 'zod'
import { recordAudit, changeLog } from '../../platform/audit/audit.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { tx, type Db } from '../../platform/database/database.ts'
import type { EventBus } from '../../platform/events/events.ts'
import {
  commandsToHear,
  dronesWithWaiting,
  expireCommands,
  isLocked,
  markAnswered,
  markSent,
  type OpenCommand,
} from './commands.queries.ts'

export type CommandDispatcher = {
  /**
   * The drone has subscribed to commands: it receives its lock state and all unanswered commands.
   */
  listens(droneId: string): void
  gone(droneId: string): void
  /** Handles a message on the drone's `reply` topic. Resolves once it is stored or ignored. */
  answered(droneId: string, payload: Buffer): Promise<void>
  stop(): Promise<void>
}

type Options = {
  db: Db
  clock: Clock
  events: EventBus
  log: Logger
  /** Sends to a drone that is connected to this process. */
  publish: (droneId: string, payload: Buffer) => Promise<void>
}

const lookEachMs = 1_000
const replyBytes = 4 * 1024

const Reply = z.object({
  v: z.literal(1).optional(),
  id: z.uuid(),
  result: z.enum(['done', 'refused']),
  reason: z.string().max(200).optional(),
})

const encodeCommand = (command: OpenCommand): Buffer =>
  Buffer.from(
    JSON.stringify({
      v: 1,
      id: command.id,
      n: command.number,
      type: command.type,
      until: command.goodUntil.getTime(),
      ...command.arguments,
    }),
  )

export const startCommandDispatcher = ({
  db,
  clock,
  events,
  log,
  publish,
}: Options): CommandDispatcher => {
  const listening = new Set<string>()
  /** Queue of each drone, so that its commands arrive in order. */
  const lines = new Map<string, Promise<void>>()

  const inLine = (droneId: string, work: () => Promise<void>): void => {
    const line = (lines.get(droneId) ?? Promise.resolve())
      .then(work)
      .catch((error: unknown) =>
        log.warn({ droneId, error }, 'A command stays until the next look'),
      )
    lines.set(droneId, line)
    void line.then(() => {
      if (lines.get(droneId) === line) lines.delete(droneId)
    })
  }

  const bring = async (droneId: string, states: readonly ('waiting' | 'sent')[]): Promise<void> => {
    for (const command of await commandsToHear(db, droneId, states, new Date(clock.now()))) {
      if (!listening.has(droneId)) return
      if (!(await markSent(db, droneId, command.id, new Date(clock.now())))) continue
      await publish(droneId, encodeCommand(command))
      events.emit('commandChanged', { droneId, commandId: command.id })
    }
  }

  const look = async (): Promise<void> => {
    for (const { droneId, id } of await expireCommands(db, new Date(clock.now())))
      events.emit('commandChanged', { droneId, commandId: id })
    if (listening.size === 0) return
    for (const droneId of await dronesWithWaiting(db))
      if (listening.has(droneId)) inLine(droneId, () => bring(droneId, ['waiting']))
  }
  let looking = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking
      .then(look)
      .catch((error: unknown) => log.warn({ error }, 'Commands could not be looked for'))
  }, lookEachMs).unref()
  const stopHearing = events.on('commandWaiting', ({ droneId }) => {
    if (listening.has(droneId)) inLine(droneId, () => bring(droneId, ['waiting']))
  })

  return {
    listens: (droneId) => {
      listening.add(droneId)
      inLine(droneId, async () => {
        await publish(
          droneId,
          Buffer.from(JSON.stringify({ v: 1, type: 'state', locked: await isLocked(db, droneId) })),
        )
        await bring(droneId, ['waiting', 'sent'])
      })
    },
    gone: (droneId) => {
      listening.delete(droneId)
    },
    answered: async (droneId, payload) => {
      const reply = payload.length > replyBytes ? undefined : readReply(payload)
      if (!reply) return log.info({ droneId }, 'A reply that is none was dropped')
      const command = await noteAnswer(db, droneId, reply, clock.now())
      if (command) events.emit('commandChanged', { droneId, commandId: command.id })
    },
    stop: async () => {
      clearInterval(timer)
      stopHearing()
      listening.clear()
      await looking
      await Promise.all(lines.values())
    },
  }
}

const noteAnswer = async (db: Db, droneId: string, reply: z.infer<typeof Reply>, nowMs: number) =>
  await tx(db, async (trx) => {
    const found = await markAnswered(trx, {
      droneId,
      id: reply.id,
      state: reply.result,
      reason: reply.reason ?? null,
      now: new Date(nowMs),
    })
    if (found) {
      await recordAudit(trx, {
        accountId: found.accountId,
        atMs: nowMs,
        logType: changeLog,
        user: { id: found.userId, name: found.userName },
        ip: null,
        action: 'command.answer',
        object: { type: 'drone', id: droneId },
        details: {
          command: found.type,
          result: reply.result,
          ...(reply.reason ? { reason: reply.reason } : {}),
        },
      })
    }
    return found
  })

const readReply = (payload: Buffer): z.infer<typeof Reply> | undefined => {
  try {
    return Reply.safeParse(JSON.parse(payload.toString())).data
  } catch {
    return undefined // not JSON: not a reply
  }
}
