// node bench/live-seed.ts DATABASE_URL COUNT FILE: drones for e2e/live-measure.ts in a program's own
// database; writes their credentials into the file, a JSON line each.
import { writeFileSync } from 'node:fs'
import { openDatabase } from '@swath/server/platform/database/database'
import { seedFleet } from '@swath/server/gateway/testing.seed'

const [url = '', count = '0', path = ''] = process.argv.slice(2)
const db = openDatabase(url, { maxConnections: 2, statementTimeoutS: 0 })
const { drones } = await seedFleet(db, 'LIVE', Number(count))
writeFileSync(path, drones.map((drone) => `${JSON.stringify(drone)}\n`).join(''))
await db.destroy()
