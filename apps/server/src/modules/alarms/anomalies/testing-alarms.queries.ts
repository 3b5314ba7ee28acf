// A level-1 alarm as recomputation stores it, for tests of who is notified and how.
import type { Db } from '../../../platform/database/database.ts'
import { insertFlight, type TestDrone } from '../../flights/flights/testing-rows.queries.ts'

/** The drone entered a zone; its flight began a minute before. @returns the alarm's id */
export const insertZoneAlarm = async (
  db: Db,
  of: TestDrone,
  at: Date,
  regionCode: string,
): Promise<string> => {
  const id = crypto.randomUUID()
  await db
    .insertInto('anomaly')
    .values({
      drone_id: of.id,
      id,
      sortie_id: await insertFlight(db, of, { startMs: at.getTime() - 60_000 }),
      type: 1,
      level: 1,
      cause: crypto.randomUUID(),
      at,
      lng: 120.15,
      lat: 30.25,
      evidence: JSON.stringify({ zoneName: 'Airport East' }),
      manufacturer_id: of.manufacturerId,
      operator_id: of.operatorId,
      tenant_id: of.tenantId,
      region_code: regionCode,
    })
    .execute()
  return id
}
