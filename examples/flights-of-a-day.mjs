// The flights of a day as GeoJSON, yesterday's by default: node flights-of-a-day.mjs [YYYY-MM-DD] > flights.geojson
// Prints the area of the day, in hectares. The key needs the page Drones.
import { call, eachRow } from './swath.mjs'

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
const day = process.argv[2] ?? yesterday
const flights = '/api/drone/mointor/manage/getHistoryFlyList'
const query = { startTime: day, endTime: day }

/** A line has at least two points; a flight of one point has no geometry (RFC 7946). */
const toLine = (lng, lat) =>
  lng.length < 2
    ? null
    : { type: 'LineString', coordinates: lng.map((east, at) => [east, lat[at]]) }

const { stats } = await call('GET', flights, { query })
console.error(`${day}: ${stats.sortieCount} flights, ${(stats.sprayArea / 15).toFixed(2)} ha`)

const rows = await Array.fromAsync(eachRow(flights, query))
const features = []
for (const [droneId, flown] of Map.groupBy(rows, (row) => row.droneId)) {
  // 20 flights of a drone at once
  for (let first = 0; first < flown.length; first += 20) {
    const part = flown.slice(first, first + 20)
    const ids = part.map(({ sortieId }) => sortieId)
    const { tracks } = await call('POST', '/api/oper/drones/tracks', { body: { droneId, ids } })
    for (const { sortieId, lng, lat } of tracks) {
      const { droneName, startTime, sprayArea } = part.find((row) => row.sortieId === sortieId)
      features.push({
        type: 'Feature',
        properties: { droneName, startTime, sprayAreaHa: sprayArea / 15 },
        geometry: toLine(lng, lat),
      })
    }
  }
}
console.log(JSON.stringify({ type: 'FeatureCollection', features }))
