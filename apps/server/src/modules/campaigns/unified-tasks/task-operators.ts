// Invitations of operators to a task, and their answers.
import { nothing } from '../../../platform/change/change.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { assignAgain } from './assign-again.ts'
import { presentTask, readsAll, requireTask, taskKind } from './task-presenters.ts'
import { removeDronesOf } from './task-drones.queries.ts'
import { toTaskReader, type Calls, type Deps } from './task-deps.ts'
import {
  answerInvitation,
  findInvitable,
  invite,
  listInvitable,
  listOperators,
  listSupervisors,
  removeOperator,
} from './task-operators.queries.ts'
import { updateTask } from './unified-tasks.queries.ts'

const toChoice = ({ id, name }: { id: string; name: string }) => ({
  accountId: id,
  accountName: name,
})

const getTaskOperators =
  ({ readDb }: Deps): Calls['getTaskOperators'] =>
  async ({ query }, context) => {
    const { caller } = context
    const task = await requireTask(readDb, toTaskReader(context), query.tftzId)
    const own = caller.scope.kind === 'accounts' ? caller.scope.accountIds : [caller.accountId]
    const rows = await listOperators(readDb, task.id, readsAll(caller, task) ? null : own)
    return {
      items: rows.map((row) => ({
        ...toChoice(row),
        state: row.state,
        droneNum: row.drones,
        invitedAt: row.invited_at.toISOString(),
        answeredAt: row.answered_at?.toISOString() ?? null,
      })),
    }
  }

const inviteTaskOperators =
  ({ change }: Deps): Calls['inviteTaskOperators'] =>
  ({ params: { tftzId: id }, body: { accountIds } }, context) =>
    change(
      context,
      taskKind,
      { id, to: 'update', action: 'unified-task.invite' },
      async (trx, task, now) => {
        const wanted = [...new Set(accountIds)]
        const found = await findInvitable(trx, context.caller.scope, wanted)
        if (found.length < wanted.length) fail('not_found')
        return {
          details: { operators: found.map(({ name }) => name) },
          write: async () => {
            await invite(trx, task.id, wanted, now)
            await updateTask(trx, task.id, {})
          },
          answer: nothing,
        }
      },
    )

const removeTaskOperator =
  ({ change }: Deps): Calls['removeTaskOperator'] =>
  ({ params: { tftzId: id, accountId } }, context) =>
    change(
      context,
      taskKind,
      { id, to: 'update', action: 'unified-task.remove-operator' },
      async (trx, task) => {
        const [operator] = await listOperators(trx, task.id, [accountId])
        if (!operator) return fail('not_found')
        return {
          details: { operators: [operator.name] },
          write: async () => {
            const droneIds = await removeDronesOf(trx, task.id, accountId)
            await removeOperator(trx, task.id, accountId)
            await updateTask(trx, task.id, {})
            if (droneIds.length > 0) await assignAgain(trx, task, { droneIds })
          },
          answer: nothing,
        }
      },
    )

const answerTaskInvitation =
  ({ change, clock }: Deps): Calls['answerTaskInvitation'] =>
  ({ params: { tftzId: id }, body: { opr } }, context) => {
    const { caller } = context
    const state = opr === 'accept' ? 'accepted' : 'declined'
    return change(
      context,
      taskKind,
      {
        id,
        to: 'answer',
        action: opr === 'accept' ? 'unified-task.accept' : 'unified-task.decline',
      },
      async (trx, task, now) => ({
        changes: task.invitation !== state,
        write: async () => {
          await answerInvitation(trx, task.id, caller.accountId, {
            state,
            now,
            userId: caller.userId,
          })
          if (state === 'accepted') return
          const droneIds = await removeDronesOf(trx, task.id, caller.accountId)
          if (droneIds.length > 0) await assignAgain(trx, task, { droneIds })
        },
        answer: async () => {
          const reader = toTaskReader(context)
          return presentTask(await requireTask(trx, reader, id), reader, clock.now())
        },
      }),
    )
  }

export const taskOperatorHandlers = (deps: Deps) => ({
  getTaskOperators: getTaskOperators(deps),
  listTaskOperatorChoices: (async ({ query }, { caller }) => ({
    items: (await listInvitable(deps.readDb, caller.scope, query.accountName || undefined)).map(
      toChoice,
    ),
  })) satisfies Calls['listTaskOperatorChoices'],
  listTaskSupervisorChoices: (async ({ query }) => ({
    items: (await listSupervisors(deps.readDb, query.region)).map(toChoice),
  })) satisfies Calls['listTaskSupervisorChoices'],
  inviteTaskOperators: inviteTaskOperators(deps),
  removeTaskOperator: removeTaskOperator(deps),
  answerTaskInvitation: answerTaskInvitation(deps),
})
