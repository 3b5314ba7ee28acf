// RTK receivers: their service, their drones, and their accuracy.
import { rtkList, type rtkRoutes, type RtkDevice } from '@swath/contract/gear/rtk'
import type { Caller } from '@swath/domain/access/caller'
import { orderTypes } from '@swath/domain/service-terms'
import {
  createChanges,
  nothing,
  type Changes,
  type RowKind,
} from '../../../platform/change/change.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import { requireService } from '../../money/public.ts'
import { mountHandlers } from './mounts.ts'
import {
  deleteDevice,
  findDevice,
  insertDevice,
  lockDevice,
  renewDevice,
  rtkRows,
  seesDrone,
  writeDevice,
  type RtkRow,
} from './rtk.queries.ts'

type Deps = Services & Changes & { kind: RowKind<RtkRow, 'change'>; now: () => Date }
type Calls = Handlers<typeof rtkRoutes>

const mayManage = ({ rights }: Caller): boolean => rights.includes('equipment.manage')

const present = (row: RtkRow, caller: Caller): RtkDevice => {
  const may = mayManage(caller)
  const { reported, fixed, seen, satellites } = row
  return {
    devId: row.id,
    pn: row.pn,
    type: row.kind,
    accountName: row.account_name,
    qxdsk: row.qxdsk,
    droneId: row.drone_id,
    droneName: row.drone_name,
    allowed: row.allowed,
    validUntil: row.expires_on,
    state: row.state,
    fixRate: reported ? (fixed ?? 0) / reported : null,
    satellites: seen ? (satellites ?? 0) / seen : null,
    sortieNum: row.sorties ?? 0,
    createdAt: row.created_at.toISOString(),
    version: row.version,
    can: { update: may, delete: may },
  }
}

const readDevice = async (trx: Tx, caller: Caller, id: string, now: Date): Promise<RtkDevice> =>
  present((await findDevice(trx, { scope: caller.scope, now }, id)) ?? fail('not_found'), caller)

const deviceKind = (now: () => Date): RowKind<RtkRow, 'change'> => ({
  type: 'rtk',
  lock: (trx, { caller }, id) => lockDevice(trx, { scope: caller.scope, now: now() }, id),
  refusal: ({ caller }) => (mayManage(caller) ? null : 'forbidden'),
  identify: ({ id }) => ({ id, name: id }),
  readVersion: (row) => row.version,
  pickLogAccount: (row) => row.account_id,
})

const listRtkDevices =
  ({ readDb, now }: Deps): Calls['listRtkDevices'] =>
  async ({ query }, { caller }) => {
    const asked = { scope: caller.scope, now: now() }
    const [page, stats] = await Promise.all([
      rtkRows.readPage(readDb, asked, query, (row) => present(row, caller)),
      rtkRows.countStates(readDb, asked, query),
    ])
    return { ...page, stats, can: { create: mayManage(caller) } }
  }

const addRtkDevice =
  ({ record }: Deps): Calls['addRtkDevice'] =>
  ({ body: { devId: id, pn, type } }, context) =>
    record(context, async (trx, now) => ({
      action: 'rtk.add',
      object: { type: 'rtk', id, name: id },
      details: { after: { pn, type } },
      write: async () => {
        const { accountId } = context.caller
        if (!(await insertDevice(trx, { id, accountId, pn, kind: type, now })))
          fail('rtk_number_refused')
      },
      answer: () => readDevice(trx, context.caller, id, now),
    }))

const allowRtkDevice =
  ({ change, kind }: Deps): Calls['allowRtkDevice'] =>
  ({ body: { devId: id, opr, version } }, context) => {
    const allowed = opr === 'enable'
    const asked = {
      id,
      version,
      to: 'change',
      action: allowed ? 'rtk.allow' : 'rtk.block',
    } as const
    return change(context, kind, asked, async (trx, row, now) => ({
      before: { allowed: row.allowed },
      after: { allowed },
      write: async () => void (await writeDevice(trx, id, { allowed })),
      answer: () => readDevice(trx, context.caller, id, now),
    }))
  }

const bindRtkDevice =
  ({ change, kind }: Deps): Calls['bindRtkDevice'] =>
  ({ body: { devId: id, qxdsk, droneId, version } }, context) =>
    change(
      context,
      kind,
      { id, version, to: 'change', action: 'rtk.bind' },
      async (trx, row, now) => {
        const drone = droneId === undefined ? row.drone_id : droneId
        if (
          drone !== null &&
          drone !== row.drone_id &&
          !(await seesDrone(trx, context.caller.scope, drone))
        )
          fail('not_found')
        return {
          before: { qxdsk: row.qxdsk, droneId: row.drone_id },
          after: { qxdsk, droneId: drone },
          write: async () => {
            if (!(await writeDevice(trx, id, { qxdsk, drone_id: drone }))) fail('rtk_key_taken')
          },
          answer: () => readDevice(trx, context.caller, id, now),
        }
      },
    )

const renewRtkDevice =
  ({ change, kind }: Deps): Calls['renewRtkDevice'] =>
  ({ body: { devId: id, days, version } }, context) =>
    change(
      context,
      kind,
      { id, version, to: 'change', action: 'rtk.renew' },
      async (trx, row, now) => {
        if (row.drone_id !== null) await requireService(trx, row.drone_id, orderTypes.rtk, now)
        // Renewed before logging: the database computes the new end.
        const validUntil = await renewDevice(trx, id, days, now)
        return {
          before: { validUntil: row.expires_on },
          after: { validUntil },
          details: { days },
          answer: () => readDevice(trx, context.caller, id, now),
        }
      },
    )

const deleteRtkDevice =
  ({ change, kind }: Deps): Calls['deleteRtkDevice'] =>
  ({ params: { devId: id } }, context) =>
    change(context, kind, { id, to: 'change', action: 'rtk.delete' }, async (trx, row) => ({
      details: { before: { pn: row.pn, type: row.kind, qxdsk: row.qxdsk } },
      write: () => deleteDevice(trx, id),
      answer: nothing,
    }))

export const rtkHandlers = (services: Services): Calls => {
  const now = (): Date => new Date(services.clock.now())
  const deps: Deps = { ...services, ...createChanges(services), kind: deviceKind(now), now }
  return {
    listRtkDevices: listRtkDevices(deps),
    exportRtkDevices: ({ query }, context) =>
      listFile(rtkList, query, context, {
        rows: rtkRows.each(services.readDb, { scope: context.caller.scope, now: now() }, query),
        present: (row) => present(row, context.caller),
      }),
    addRtkDevice: addRtkDevice(deps),
    allowRtkDevice: allowRtkDevice(deps),
    bindRtkDevice: bindRtkDevice(deps),
    renewRtkDevice: renewRtkDevice(deps),
    deleteRtkDevice: deleteRtkDevice(deps),
    ...mountHandlers(services),
  }
}
