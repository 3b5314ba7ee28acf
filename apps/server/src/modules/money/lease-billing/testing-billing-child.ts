// Charges a drone's flights until it is killed: `node testing-billing-child.ts DATABASE_URL DRONE`.
import { openDatabase, tx } from '../../../platform/database/database.ts'
import { billFlights } from './bill-flights.ts'

const [url, droneId] = process.argv.slice(2)
const db = openDatabase(url!, { maxConnections: 2 })
const startMs = Date.parse('2026-06-01T00:00:00Z')
process.stdout.write('ready\n')
for (;;)
  for (let i = 0; i < 60; i++) {
    const atMs = startMs + i * 900_000
    await tx(db, (trx) =>
      billFlights(trx, droneId!, { fromMs: atMs, untilMs: atMs }, new Date(startMs)),
    )
  }
