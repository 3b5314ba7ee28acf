// A field of 100 m to the east and 60 m to the north, 6,000 m² or 9 mu, and flights over it.
import { LocalPlane } from '@swath/domain/lng-lat'
import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import { samplePoint } from '@swath/domain/track-samples'
import type { Db } from '../../../platform/database/database.ts'

const plane = new LocalPlane(120.15, 30.25)
const corners = [
  [0, 0],
  [100, 0],
  [100, 60],
  [0, 60],
  [0, 0],
] as const

/** @param eastM distance of the field and its flights to the east of the first such field */
export const insertField = async (
  db: Db,
  { accountId, regionCode, eastM = 0 }: { accountId: string; regionCode: string; eastM?: number },
): Promise<string> => {
  const id = crypto.randomUUID()
  const ring = corners.map(([x, y]) => plane.fromPlane(x + eastM, y))
  const [west, east] = [ring[0]!, ring[2]!]
  await db
    .insertInto('plot')
    .values({
      id,
      account_id: accountId,
      name: 'East field',
      region_code: regionCode,
      parts: JSON.stringify([[ring]]),
      bounds: `(${east[0]},${east[1]}),(${west[0]},${west[1]})`,
      area_m2: 6_000,
      crop_id: 'rice',
      created_by: null,
      shape_at: new Date(0),
    })
    .execute()
  return id
}

/** Eastward passes of 5 m at these distances from the southern edge; 500 m² of the field each. */
export const flyPasses = (
  startMs: number,
  norths: readonly number[],
  eastM = 0,
): TelemetryPoint[] =>
  norths.flatMap((y, n) =>
    Array.from({ length: 23 }, (_, i) => {
      const [lng, lat] = plane.fromPlane(eastM - 5 + i * 5, y)
      return samplePoint({
        tMs: startMs + (n * 40 + i) * 1000,
        lng,
        lat,
        speedMs: 5,
        swathWidthM: 5,
        pumpOn: i > 0 && i < 22,
      })
    }),
  )
