// node bench/playback-seed.ts DATABASE_URL PHONE: the day of bench/playback.ts for 20 drones of the
// operator with this number; prints their ids and the span.
import { openDatabase } from '@swath/server/platform/database/database'
import { seedDay, pickSpan } from './played-day.ts'

const [url = '', phone = ''] = process.argv.slice(2)
const db = openDatabase(url, { maxConnections: 2, statementTimeoutS: 0 })
const dayMs = Date.parse('2025-06-01T00:00:00+08:00')
const drones = await db
  .selectFrom('drone')
  .innerJoin('app_user', 'app_user.account_id', 'drone.operator_id')
  .where('app_user.phone', 'like', `%${phone}`)
  .select(['drone.id', 'drone.manufacturer_id', 'drone.operator_id', 'drone.region_code'])
  .orderBy('drone.id')
  .limit(20)
  .execute()
await seedDay(db, drones, dayMs, [114.5, 35.4])
await db.destroy()
process.stdout.write(JSON.stringify({ droneIds: drones.map(({ id }) => id), ...pickSpan(dayMs) }))
