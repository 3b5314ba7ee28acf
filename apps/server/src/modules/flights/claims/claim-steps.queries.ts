// Handling of a suspicion: the row itself and its history.
import { sql, type Insertable, type Updateable } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { claimScope } from '../../../platform/access/scoped-tables.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'

/**
 * Locks the suspicion, if the scope contains it, until the transaction ends. Its flight is locked
 * first, in the same order as when a flight is recomputed.
 */
export const lockSuspicion = async (trx: Tx, scope: Scope, id: string) => {
  const found = await trx
    .selectFrom('claim_suspicion as suspicion')
    .where(inScope(scope, claimScope))
    .where('suspicion.id', '=', id)
    .select(['suspicion.drone_id', 'suspicion.sortie_id'])
    .executeTakeFirst()
  if (!found) return undefined
  await trx
    .selectFrom('sortie')
    .where('drone_id', '=', found.drone_id)
    .where('id', '=', found.sortie_id)
    .select('id')
    .forNoKeyUpdate()
    .execute()
  return trx
    .selectFrom('claim_suspicion as suspicion')
    .innerJoin('drone', 'drone.id', 'suspicion.drone_id')
    .where('suspicion.drone_id', '=', found.drone_id)
    .where('suspicion.id', '=', id)
    .select([
      'suspicion.id',
      'suspicion.drone_id',
      'suspicion.state',
      'suspicion.version',
      'drone.name as drone_name',
    ])
    .forUpdate('suspicion')
    .executeTakeFirst()
}
export type LockedSuspicion = NonNullable<Awaited<ReturnType<typeof lockSuspicion>>>

export const updateSuspicion = async (
  trx: Tx,
  { drone_id, id }: Pick<LockedSuspicion, 'drone_id' | 'id'>,
  change: Updateable<Database['claim_suspicion']>,
): Promise<void> => {
  await trx
    .updateTable('claim_suspicion')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('drone_id', '=', drone_id)
    .where('id', '=', id)
    .execute()
}

/** Appends a step to the history of a locked suspicion. */
export const insertStep = async (
  trx: Tx,
  step: Omit<Insertable<Database['claim_step']>, 'number'>,
): Promise<void> => {
  await trx
    .insertInto('claim_step')
    .values({
      ...step,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from claim_step
        where drone_id = ${step.drone_id} and suspicion_id = ${step.suspicion_id}::uuid)`,
    })
    .execute()
}

export const stepsOf = (db: Db | Tx, droneId: string, suspicionId: string) =>
  db
    .selectFrom('claim_step')
    .where('drone_id', '=', droneId)
    .where('suspicion_id', '=', suspicionId)
    .selectAll()
    .orderBy('number')
    .execute()
