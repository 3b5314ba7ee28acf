// Parts that an account allows to fly, and parts that drones report.
import {
  allowedPartList,
  partAlarmList,
  type accessoryRoutes,
  type AllowedPart,
  type PartAlarm,
} from '@swath/contract/gear/accessories'
import type { Caller } from '@swath/domain/access/caller'
import { toHwId, toPartKind } from '@swath/domain/drone-parts'
import { judgeParts } from '../../../gateway/parts/public.ts'
import { createChanges, type Changes, type RowKind } from '../../../platform/change/change.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import {
  acceptAlarm,
  alarmRows,
  countOpen,
  deleteParts,
  findAlarm,
  findSeenDrone,
  insertParts,
  listPartsOfDrone,
  lockAlarm,
  lockParts,
  partRows,
  type PartAlarmRow,
  type PartRow,
} from './accessories.queries.ts'
import { getPartTemplate, previewPartUpload, uploadParts } from './upload-parts.ts'

type Deps = Services & Changes
type Calls = Handlers<typeof accessoryRoutes>

const mayManage = ({ rights }: Caller): boolean => rights.includes('equipment.manage')

const presentPart = (row: PartRow, caller: Caller): AllowedPart => ({
  partId: row.id,
  type: toPartKind(row.kind),
  hwId: row.hw_id,
  note: row.note,
  accountName: row.account_name,
  droneNum: row.drone_num,
  addedAt: row.added_at.toISOString(),
  can: { delete: mayManage(caller) },
})

const presentAlarm = (row: PartAlarmRow, caller: Caller): PartAlarm => ({
  alarmId: row.id,
  droneId: row.drone_id,
  droneName: row.drone_name,
  yyAccountName: row.operator_name,
  accountName: row.account_name,
  type: toPartKind(row.kind),
  hwId: row.hw_id,
  raisedAt: row.raised_at.toISOString(),
  state: row.state,
  endedAt: row.ended_at?.toISOString() ?? null,
  userName: row.user_name,
  reason: row.reason,
  version: row.version,
  can: { accept: row.state === 'open' && mayManage(caller) },
})

const listAllowedParts =
  ({ readDb }: Deps): Calls['listAllowedParts'] =>
  async ({ query }, { caller }) => {
    const { scope } = caller
    const [page, types, openNum] = await Promise.all([
      partRows.readPage(readDb, scope, query, (row) => presentPart(row, caller)),
      partRows.countStates(readDb, scope, query),
      countOpen(readDb, scope),
    ])
    return { ...page, stats: { types, openNum }, can: { upload: mayManage(caller) } }
  }

const addAllowedPart =
  ({ record }: Deps): Calls['addAllowedPart'] =>
  ({ body: { type, hwId: typed, note } }, context) => {
    const hwId = toHwId(typed) ?? fail('invalid_input', {}, [{ path: 'hwId', message: 'hwIdRule' }])
    return record(context, async (trx, now) => {
      const { accountId } = context.caller
      const added = await insertParts(trx, accountId, [{ kind: type, hwId, note }], now)
      const { ended } = added > 0 ? await judgeParts(trx, { accountId }, now) : { ended: 0 }
      return {
        action: 'white-list.add',
        object: { type: 'white-list', id: accountId, name: hwId },
        changes: added > 0,
        details: { after: { type, hwId, note } },
        answer: () => Promise.resolve({ added, cleared: ended }),
      }
    })
  }

const deleteAllowedParts =
  ({ record }: Deps): Calls['deleteAllowedParts'] =>
  ({ params }, context) =>
    record(context, async (trx, now) => {
      const ids = [...new Set(params.partIds.split(','))]
      const parts = await lockParts(trx, context.caller.scope, ids)
      if (parts.length < ids.length) fail('not_found')
      return {
        action: 'white-list.delete',
        object: { type: 'white-list', id: parts[0]!.account_id, name: String(parts.length) },
        details: { parts: parts.slice(0, 100).map(({ kind, hw_id }) => `${kind} ${hw_id}`) },
        write: async () => {
          await deleteParts(trx, ids)
          for (const accountId of new Set(parts.map((part) => part.account_id)))
            await judgeParts(trx, { accountId }, now)
        },
        answer: () => Promise.resolve({ deleted: parts.length }),
      }
    })

const alarmKind: RowKind<PartAlarmRow, 'accept'> = {
  type: 'part-alarm',
  lock: (trx, { caller }, id) => lockAlarm(trx, caller.scope, id),
  refusal: ({ caller }, row) =>
    !mayManage(caller) ? 'forbidden' : row.state === 'open' ? null : 'conflict',
  identify: (row) => ({ id: row.id, name: row.hw_id }),
  readVersion: (row) => row.version,
  pickLogAccount: (row) => row.account_id,
}

const acceptPart =
  ({ change }: Deps): Calls['acceptPart'] =>
  ({ body: { alarmId: id, text, version } }, context) => {
    const { caller } = context
    const asked = { id, version, to: 'accept', action: 'part-alarm.accept' } as const
    return change(context, alarmKind, asked, async (trx, row, now) => ({
      details: { droneId: row.drone_id, reason: text },
      write: () =>
        acceptAlarm(trx, id, {
          userId: caller.userId,
          userName: caller.userName,
          reason: text,
          now,
        }),
      answer: async () =>
        presentAlarm((await findAlarm(trx, caller.scope, id)) ?? fail('not_found'), caller),
    }))
  }

const getDroneParts =
  ({ readDb }: Deps): Calls['getDroneParts'] =>
  async ({ query: { droneId } }, { caller }) => {
    const drone = (await findSeenDrone(readDb, caller.scope, droneId)) ?? fail('not_found')
    const parts = await listPartsOfDrone(readDb, drone.id, drone.manufacturer_id)
    return {
      items: parts.map((part) => ({
        type: toPartKind(part.kind),
        hwId: part.hw_id,
        firmware: part.firmware,
        firstAt: part.first_at.toISOString(),
        lastAt: part.last_at.toISOString(),
        state: part.state,
      })),
    }
  }

export const accessoryHandlers = (services: Services): Calls => {
  const deps: Deps = { ...services, ...createChanges(services) }
  const { readDb } = services
  return {
    listAllowedParts: listAllowedParts(deps),
    exportAllowedParts: ({ query }, context) =>
      listFile(allowedPartList, query, context, {
        rows: partRows.each(readDb, context.caller.scope, query),
        present: (row) => presentPart(row, context.caller),
      }),
    getPartTemplate: getPartTemplate(),
    previewPartUpload: previewPartUpload(deps),
    uploadParts: uploadParts(deps),
    addAllowedPart: addAllowedPart(deps),
    deleteAllowedParts: deleteAllowedParts(deps),
    listPartAlarms: async ({ query }, { caller }) => {
      const [page, openNum] = await Promise.all([
        alarmRows.readPage(readDb, caller.scope, query, (row) => presentAlarm(row, caller)),
        countOpen(readDb, caller.scope),
      ])
      return { ...page, stats: { openNum } }
    },
    exportPartAlarms: ({ query }, context) =>
      listFile(partAlarmList, query, context, {
        rows: alarmRows.each(readDb, context.caller.scope, query),
        present: (row) => presentAlarm(row, context.caller),
      }),
    acceptPart: acceptPart(deps),
    getDroneParts: getDroneParts(deps),
  }
}
