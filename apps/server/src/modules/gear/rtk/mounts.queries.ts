import { sql, type RawBuilder } from 'kysely'
import { ntripMountList, type NtripMount } from '@swath/contract/gear/ntrip'
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { writeUnique } from '../../../platform/database/write-unique.ts'
import { contains } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'

type Asked = { scope: Scope; now: Date }

/** Corrections arrive once a second, so a silent mount point is detected soon. */
const stateAt = (now: Date): RawBuilder<NtripMount['state']> => sql<NtripMount['state']>`case
  when not mount.enabled then 'off'
  when mount.base_since is not null
    and mount.last_data_at > ${now}::timestamptz - interval '30 seconds' then 'live'
  else 'silent' end`

const mountsFor = (db: Db | Tx, { scope }: Asked) =>
  db
    .selectFrom('ntrip_mount as mount')
    .innerJoin('account', 'account.id', 'mount.account_id')
    .where(inScope(scope, { owner: 'mount.account_id' }))

const presented = (rows: ReturnType<typeof mountsFor>, { now }: Asked) =>
  rows.select([
    'mount.id',
    'mount.account_id',
    'account.name as account_name',
    'mount.name',
    'mount.place',
    'mount.format',
    'mount.lng',
    'mount.lat',
    'mount.enabled',
    'mount.base_since',
    'mount.base_agent',
    'mount.rover_count',
    'mount.version',
    stateAt(now).as('state'),
  ])
export type MountRow = Awaited<ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>>

export const mountRows = defineList(ntripMountList, {
  from: mountsFor,
  select: presented,
  conditions: {
    mountName: contains('mount.name'),
    place: contains('mount.place'),
    accountName: contains('account.name'),
  },
  orders: { mountName: sql`mount.name` },
  ties: [{ by: sql`mount.id` }],
})

export const findMount = (trx: Tx, asked: Asked, id: string) =>
  presented(mountsFor(trx, asked).where('mount.id', '=', id), asked).executeTakeFirst()

/** Locks the mount point until the transaction ends. */
export const lockMount = (trx: Tx, asked: Asked, id: string) =>
  presented(mountsFor(trx, asked).where('mount.id', '=', id), asked)
    .forUpdate('mount')
    .executeTakeFirst()

export type MountFields = Pick<
  NtripMount,
  'mountName' | 'place' | 'format' | 'lng' | 'lat' | 'enabled'
>
type Secrets = { baseHash: Buffer; roverHash: Buffer }

const toColumns = ({ mountName, place, format, lng, lat, enabled }: MountFields) => ({
  name: mountName,
  place,
  format,
  lng,
  lat,
  enabled,
})

export const isMountNameTaken = async (trx: Tx, id: string, name: string): Promise<boolean> =>
  (await trx
    .selectFrom('ntrip_mount')
    .where(sql<boolean>`lower(name) = ${name.toLowerCase()}`)
    .where('id', '<>', id)
    .select('id')
    .executeTakeFirst()) !== undefined

/** @returns false if another mount point got the name meanwhile */
export const insertMount = (
  trx: Tx,
  mount: MountFields & Secrets & { id: string; accountId: string },
): Promise<boolean> =>
  writeUnique(
    trx
      .insertInto('ntrip_mount')
      .values({
        id: mount.id,
        account_id: mount.accountId,
        ...toColumns(mount),
        base_secret_hash: mount.baseHash,
        rover_secret_hash: mount.roverHash,
        base_agent: null,
      })
      .execute(),
  )

export const updateMount = (trx: Tx, id: string, fields: MountFields): Promise<boolean> =>
  writeUnique(
    trx
      .updateTable('ntrip_mount')
      .set({ ...toColumns(fields), version: sql`version + 1` })
      .where('id', '=', id)
      .execute(),
  )

export const writeSecrets = (trx: Tx, id: string, { baseHash, roverHash }: Secrets) =>
  trx
    .updateTable('ntrip_mount')
    .set({ base_secret_hash: baseHash, rover_secret_hash: roverHash, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const deleteMount = (trx: Tx, id: string) =>
  trx.deleteFrom('ntrip_mount').where('id', '=', id).execute()
