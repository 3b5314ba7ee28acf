import { sql } from 'kysely'

/** The column `spray_width_m` is a drone's own swath width, `width_m` that of a work record. */
const ofDrone = sql<number>`coalesce(drone.spray_width_m, (select model.swath_width_m from drone_model model where model.id = drone.model_id))`

/** Swath width in metres for a row of `drone`: its own, otherwise its model's. */
export const swathWidthInForce = ofDrone.as('swath_width_m')

/** Swath width in metres of a flight: from its record, otherwise the drone's current width. */
export const flownSwathWidth = sql<number>`coalesce(record.width_m, ${ofDrone})`.as('swath_width_m')
