import type { Db } from '../../platform/database/database.ts'

/** Of a drone whose sortie the caller was shown. */
export const findMachine = (db: Db, droneId: string) =>
  db
    .selectFrom('drone')
    .innerJoin('drone_model as model', 'model.id', 'drone.model_id')
    .where('drone.id', '=', droneId)
    .select(['model.name as model', 'drone.firmware'])
    .executeTakeFirst()

/** Of a plot on which a sortie worked that the caller was shown. */
export const findWorkedPlot = (db: Db, id: string) =>
  db
    .selectFrom('plot')
    .where('id', '=', id)
    .select(['id', 'name', 'area_m2', 'rings'])
    .executeTakeFirst()
