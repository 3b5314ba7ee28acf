import { sql } from 'kysely'

/** A drone's own swath width is the column `spray_width_m`, a work record's `width_m`. */
const ofDrone = sql<number>`coalesce(drone.spray_width_m, (select model.swath_width_m from drone_model model where model.id = drone.model_id))`

/** Metres of swath of a row of `drone`: its own, else that of its model. */
export const swathWidthInForce = ofDrone.as('swath_width_m')

/** Metres of swath of a flight: from its record, else the current width of its drone. */
export const flownSwathWidth = sql<number>`coalesce(record.width_m, ${ofDrone})`.as('swath_width_m')
