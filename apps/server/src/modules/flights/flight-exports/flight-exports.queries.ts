import type { Db } from '../../../platform/database/database.ts'

/** Of a drone whose sortie was shown to the caller. */
export const findMachine = (db: Db, droneId: string) =>
  db
    .selectFrom('drone')
    .innerJoin('drone_model as model', 'model.id', 'drone.model_id')
    .where('drone.id', '=', droneId)
    .select(['model.name as model', 'drone.firmware'])
    .executeTakeFirst()
