import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** Locks the drone until the transaction ends, so that its commands are numbered consecutively. */
export const lockDroneRow = (trx: Tx, scope: Scope, droneId: string) =>
  trx
    .selectFrom('drone')
    .where('drone.id', '=', droneId)
    .where(inScope(scope, droneScope))
    .select([
      'id',
      'name',
      'locked',
      'manufacturer_id as manufacturerId',
      'operator_id as operatorId',
      'tenant_id as tenantId',
    ])
    .forUpdate()
    .executeTakeFirst()

export const countOpen = async (trx: Tx, droneId: string): Promise<number> =>
  (
    await trx
      .selectFrom('command')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('drone_id', '=', droneId)
      .where('state', 'in', ['waiting', 'sent'])
      .executeTakeFirstOrThrow()
  ).count

/** @returns false if it has been sent or has ended */
export const cancelWaiting = async (
  trx: Tx,
  droneId: string,
  id: string,
  now: Date,
): Promise<boolean> =>
  (
    await trx
      .updateTable('command')
      .set({ state: 'cancelled', ended_at: now })
      .where('drone_id', '=', droneId)
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
  ).numUpdatedRows > 0n

export type CommandFilters = {
  droneId?: string | undefined
  state?: CommandRecord['state'] | undefined
  order?: 'createTime' | '-createTime' | undefined
}

const commands = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('command')
    .innerJoin('drone', 'drone.id', 'command.drone_id')
    .where(inScope(scope, droneScope))

const selected = [
  'command.id',
  'command.drone_id',
  'drone.name as drone_name',
  'command.type',
  'command.arguments',
  'command.state',
  'command.reason',
  'command.user_name',
  'command.created_at',
  'command.good_until',
  'command.sent_at',
  'command.ended_at',
  'drone.manufacturer_id',
  'drone.operator_id',
  'drone.tenant_id',
] as const
export type CommandRecord = NonNullable<Awaited<ReturnType<typeof findCommand>>>

export const findCommand = (db: Db | Tx, scope: Scope, droneId: string, id: string) =>
  commands(db, scope)
    .select(selected)
    .where('command.drone_id', '=', droneId)
    .where('command.id', '=', id)
    .executeTakeFirst()

export const pageOfCommands = async (
  db: Db,
  scope: Scope,
  filters: CommandFilters,
  page: { currentPage: number; pageSize: number },
) => {
  const filtered = commands(db, scope).where((eb) =>
    eb.and([
      ...(filters.droneId ? [eb('command.drone_id', '=', filters.droneId)] : []),
      ...(filters.state ? [eb('command.state', '=', filters.state)] : []),
    ]),
  )
  const direction = filters.order === 'createTime' ? ('asc' as const) : ('desc' as const)
  const [rows, { total }] = await Promise.all([
    filtered
      .select(selected)
      .orderBy('command.created_at', direction)
      .orderBy('command.drone_id')
      .orderBy('command.number', direction)
      .limit(page.pageSize)
      .offset((page.currentPage - 1) * page.pageSize)
      .execute(),
    filtered.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}
