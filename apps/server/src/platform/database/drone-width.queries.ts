import { sql } from 'kysely'

/** Metres of swath of a row of `drone`: its own, else that of its model. */
export const widthInForce =
  sql<number>`coalesce(drone.spray_width_m, (select model.swath_width_m from drone_model model where model.id = drone.model_id))`.as(
    'spray_width_m',
  )
