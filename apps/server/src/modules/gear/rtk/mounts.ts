// Mount points of the NTRIP caster: base stations send corrections to them, rovers read these.
import type { ntripRoutes, NtripMount, NtripMountSecrets } from '@swath/contract/gear/ntrip'
import type { Caller } from '@swath/domain/access/caller'
import { issueNtripSecret } from '../../../gateway/ntrip/public.ts'
import {
  createChanges,
  nothing,
  type Changes,
  type RowKind,
} from '../../../platform/change/change.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import {
  deleteMount,
  findMount,
  insertMount,
  isMountNameTaken,
  lockMount,
  mountRows,
  updateMount,
  writeSecrets,
  type MountFields,
  type MountRow,
} from './mounts.queries.ts'

type Deps = Services & Changes & { kind: RowKind<MountRow, 'change'>; now: () => Date }
type Calls = Handlers<typeof ntripRoutes>

const mayManage = ({ rights }: Caller): boolean => rights.includes('equipment.manage')

const toFields = (row: MountRow): MountFields => ({
  mountName: row.name,
  place: row.place,
  // validated by the contract
  format: row.format as MountFields['format'],
  lng: row.lng,
  lat: row.lat,
  enabled: row.enabled,
})

const present = (row: MountRow, caller: Caller): NtripMount => {
  const may = mayManage(caller)
  return {
    mountId: row.id,
    ...toFields(row),
    accountName: row.account_name,
    state: row.state,
    baseSince: row.base_since?.toISOString() ?? null,
    baseAgent: row.base_agent,
    roverNum: row.rover_count,
    version: row.version,
    can: { update: may, delete: may },
  }
}

const read = async (trx: Tx, caller: Caller, id: string, now: Date): Promise<NtripMount> =>
  present((await findMount(trx, { scope: caller.scope, now }, id)) ?? fail('not_found'), caller)

const issueSecrets = () => {
  const [base, rover] = [issueNtripSecret(), issueNtripSecret()]
  return {
    hashes: { baseHash: base.hash, roverHash: rover.hash },
    shown: { baseSecret: base.secret, roverSecret: rover.secret },
  }
}

const addNtripMount =
  ({ record, clock, config }: Deps): Calls['addNtripMount'] =>
  ({ body }, context) =>
    record(context, async (trx, now) => {
      const { caller } = context
      const id = uuidv7(clock.now())
      const { hashes, shown } = issueSecrets()
      return {
        action: 'ntrip-mount.add',
        object: { type: 'ntrip-mount', id, name: body.mountName },
        details: { after: body },
        write: async () => {
          if (await isMountNameTaken(trx, id, body.mountName)) fail('mount_name_taken')
          const mount = { id, accountId: caller.accountId, ...body, ...hashes }
          if (!(await insertMount(trx, mount))) fail('mount_name_taken')
        },
        answer: async (): Promise<NtripMountSecrets> => ({
          mount: await read(trx, caller, id, now),
          port: config.ntripPort ?? null,
          ...shown,
        }),
      }
    })

const updateNtripMount =
  ({ change, kind }: Deps): Calls['updateNtripMount'] =>
  ({ body: { mountId: id, version, ...fields } }, context) =>
    change(
      context,
      kind,
      { id, version, to: 'change', action: 'ntrip-mount.update' },
      async (trx, row, now) => ({
        name: fields.mountName,
        before: toFields(row),
        after: fields,
        write: async () => {
          if (await isMountNameTaken(trx, id, fields.mountName)) fail('mount_name_taken')
          if (!(await updateMount(trx, id, fields))) fail('mount_name_taken')
        },
        answer: () => read(trx, context.caller, id, now),
        tell: (events) => events.emit('mountsChanged', { mountId: id }),
      }),
    )

const renewNtripSecrets =
  ({ change, kind, config }: Deps): Calls['renewNtripSecrets'] =>
  ({ params: { mountId: id } }, context) =>
    change(
      context,
      kind,
      { id, to: 'change', action: 'ntrip-mount.renew-secrets' },
      async (trx, _row, now) => {
        const { hashes, shown } = issueSecrets()
        return {
          write: () => writeSecrets(trx, id, hashes),
          answer: async (): Promise<NtripMountSecrets> => ({
            mount: await read(trx, context.caller, id, now),
            port: config.ntripPort ?? null,
            ...shown,
          }),
          tell: (events) => events.emit('mountsChanged', { mountId: id }),
        }
      },
    )

const deleteNtripMount =
  ({ change, kind }: Deps): Calls['deleteNtripMount'] =>
  ({ params: { mountId: id } }, context) =>
    change(context, kind, { id, to: 'change', action: 'ntrip-mount.delete' }, async (trx, row) => ({
      details: { before: toFields(row) },
      write: () => deleteMount(trx, id),
      answer: nothing,
      tell: (events) => events.emit('mountsChanged', { mountId: id }),
    }))

export const mountHandlers = (services: Services): Calls => {
  const { readDb, config, clock } = services
  const now = (): Date => new Date(clock.now())
  const deps: Deps = {
    ...services,
    ...createChanges(services),
    now,
    kind: {
      type: 'ntrip-mount',
      lock: (trx, { caller }, id) => lockMount(trx, { scope: caller.scope, now: now() }, id),
      refusal: ({ caller }) => (mayManage(caller) ? null : 'forbidden'),
      identify: (row) => row,
      readVersion: (row) => row.version,
      pickLogAccount: (row) => row.account_id,
    },
  }
  return {
    listNtripMounts: async ({ query }, { caller }) => {
      const asked = { scope: caller.scope, now: now() }
      return {
        ...(await mountRows.readPage(readDb, asked, query, (row) => present(row, caller))),
        can: { create: mayManage(caller) },
        port: config.ntripPort ?? null,
      }
    },
    addNtripMount: addNtripMount(deps),
    updateNtripMount: updateNtripMount(deps),
    renewNtripSecrets: renewNtripSecrets(deps),
    deleteNtripMount: deleteNtripMount(deps),
  }
}
