// Inserts the fields of a campaign.
import type { Db } from '../platform/database/database.ts'
import type { Field } from './testing-campaign.ts'

export const insertFields = async (
  db: Db,
  fields: readonly Field[],
  { accountId, regionCode }: { accountId: string; regionCode: string },
): Promise<void> => {
  for (let from = 0; from < fields.length; from += 500)
    await db
      .insertInto('plot')
      .values(
        fields
          .slice(from, from + 500)
          .map(({ plotId, ring, areaM2 }) => ({
            id: plotId,
            account_id: accountId,
            name: plotId,
            region_code: regionCode,
            parts: JSON.stringify([[ring]]),
            bounds: `(${ring[2]![0]},${ring[2]![1]}),(${ring[0]![0]},${ring[0]![1]})`,
            area_m2: areaM2,
            crop_id: 'rice',
            created_by: null,
            shape_at: new Date(0),
          })),
      )
      .execute()
}
