import type { Db } from '../../../platform/database/database.ts'

/** The drone of a sortie that the caller can see. */
export const findMachine = (db: Db, droneId: string) =>
  db
    .selectFrom('drone')
    .innerJoin('drone_model as model', 'model.id', 'drone.model_id')
    .where('drone.id', '=', droneId)
    .select(['model.name as model', 'drone.firmware'])
    .executeTakeFirst()
