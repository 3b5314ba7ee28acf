import type { Db } from '../platform/database/database.ts'
import { uuidv7 } from '../platform/database/uuid.ts'

/** Drones of a manufacturer, without credentials. */
export const insertMakersDrones = async (
  db: Db,
  manufacturerId: string,
  ids: readonly string[],
): Promise<void> => {
  const modelId = uuidv7(Date.now())
  await db
    .insertInto('drone_model')
    .values({
      id: modelId,
      manufacturer_id: manufacturerId,
      name: modelId,
      shape: 'six',
      power: 'electric',
      tank_l: 30,
      swath_width_m: 5,
      picture_url: null,
    })
    .execute()
  await db
    .insertInto('drone')
    .values(
      ids.map((id) => ({
        id,
        name: id,
        model_id: modelId,
        manufacturer_id: manufacturerId,
        operator_id: null,
        tenant_id: null,
        reg_mark: null,
        rack_no: null,
        manufacturer_number: null,
        buyer: null,
        rental_model: null,
        spray_width_m: 5,
        region_code: '156330106',
        firmware: null,
      })),
    )
    .execute()
}
