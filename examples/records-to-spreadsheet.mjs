// Appends flights that ended since the last run to a CSV file: node records-to-spreadsheet.mjs records.csv
// Run it every few minutes. The key needs the page Drones.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { eachRow } from './swath.mjs'

const [file = 'records.csv'] = process.argv.slice(2)
const columns = [
  'sortieId',
  'startTime',
  'endTime',
  'droneName',
  'oprName',
  'blockName',
  'areaHa',
  'litres',
]
const write = (values) =>
  appendFileSync(
    file,
    `${values.map((value) => `"${String(value ?? '').replaceAll('"', '""')}"`).join(',')}\n`,
  )
if (!existsSync(file)) write(columns)
const known = new Set(
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.slice(1, 37)),
)

// Flights of the last week: a drone without a network reports later.
const startTime = new Date(Date.now() - 7 * 86_400_000).toISOString()
let added = 0
for await (const one of eachRow('/api/drone/mointor/manage/getHistoryFlyList', { startTime })) {
  if (one.state === 'open' || known.has(one.sortieId)) continue
  const {
    sortieId,
    startTime: from,
    endTime,
    droneName,
    oprName,
    blockName,
    sprayArea,
    sprayL,
  } = one
  write([
    sortieId,
    from,
    endTime,
    droneName,
    oprName,
    blockName,
    (sprayArea / 15).toFixed(4),
    sprayL.toFixed(2),
  ])
  added++
}
console.log(`${added} flights added to ${file}`)
