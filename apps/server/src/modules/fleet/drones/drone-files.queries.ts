import { sql, type Insertable } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { sortieScope } from '../../../platform/access/scoped-tables.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'

/**
 * Documents belong to the drone, files of a flight to the flight, so that a new owner does not see
 * the previous owner's fields.
 */
const filesFor = (db: Db | Tx, scope: Scope, droneId: string) =>
  db
    .selectFrom('drone_file')
    .where('drone_file.drone_id', '=', droneId)
    .where((eb) =>
      eb.or([
        eb('drone_file.sortie_id', 'is', null),
        sql<boolean>`exists (select from sortie where sortie.drone_id = drone_file.drone_id
    and sortie.id = drone_file.sortie_id and ${inScope(scope, sortieScope)})`,
      ]),
    )

const shown = [
  'drone_file.id',
  'drone_file.drone_id',
  'drone_file.sortie_id',
  'drone_file.name',
  'drone_file.media_type',
  'drone_file.bytes',
  'drone_file.user_name',
  'drone_file.created_at',
] as const
export type DroneFileRow = Awaited<ReturnType<typeof pageOfFiles>>['rows'][number]

/** Files of the drone, or of one flight. */
export const pageOfFiles = async (
  db: Db,
  scope: Scope,
  droneId: string,
  page: { pageIndex: number; size: number; sortieId?: string | undefined },
) => {
  const wanted =
    page.sortieId === undefined
      ? filesFor(db, scope, droneId)
      : filesFor(db, scope, droneId).where('drone_file.sortie_id', '=', page.sortieId)
  const [rows, { count }] = await Promise.all([
    wanted
      .select(shown)
      .orderBy('drone_file.created_at', 'desc')
      .orderBy('drone_file.id', 'desc')
      .limit(page.size)
      .offset((page.pageIndex - 1) * page.size)
      .execute(),
    wanted.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: count }
}

export const listPictures = (db: Db, scope: Scope, droneId: string, sortieId: string) =>
  filesFor(db, scope, droneId)
    .where('drone_file.sortie_id', '=', sortieId)
    .where('drone_file.media_type', '<>', 'application/pdf')
    .select(shown)
    .orderBy('drone_file.created_at')
    .orderBy('drone_file.id')
    .limit(500)
    .execute()

export const findFile = (db: Db | Tx, scope: Scope, droneId: string, id: string) =>
  filesFor(db, scope, droneId)
    .where('drone_file.id', '=', id)
    .select(shown)
    .select('drone_file.store_key')
    .executeTakeFirst()

/** The drone of a flight that the caller can see. */
export const droneOfFlight = async (
  db: Db | Tx,
  scope: Scope,
  droneId: string | undefined,
  sortieId: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('sortie')
      .where((eb) => (droneId === undefined ? eb.val(true) : eb('sortie.drone_id', '=', droneId)))
      .where('sortie.id', '=', sortieId)
      .where(inScope(scope, sortieScope))
      .select('sortie.drone_id')
      .executeTakeFirst()
  )?.drone_id

export const countFiles = async (trx: Db | Tx, droneId: string): Promise<number> =>
  (
    await trx
      .selectFrom('drone_file')
      .where('drone_id', '=', droneId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const insertFile = async (
  trx: Tx,
  file: Insertable<Database['drone_file']>,
): Promise<void> => {
  await trx.insertInto('drone_file').values(file).execute()
}

export const deleteFile = async (trx: Tx, droneId: string, id: string): Promise<void> => {
  await trx.deleteFrom('drone_file').where('drone_id', '=', droneId).where('id', '=', id).execute()
}
