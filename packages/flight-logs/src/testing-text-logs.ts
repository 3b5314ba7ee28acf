import type { Moment } from './testing-flight.ts'

export const AIRDATA_HEADER =
  'time(millisecond),datetime(utc),latitude,longitude,height_above_takeoff(feet),height_above_ground_at_drone_location(feet),height_sonar(feet),speed(mph),satellites,voltage(v),compass_heading(degrees),isPhoto,isTakingPictures,battery_percent,message'

const wholeSecond = (tMs: number) =>
  new Date(Math.floor(tMs / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** Airdata's table of a drone set to feet and miles: whole seconds, many rows each. */
export function airdataRows(flight: readonly Moment[]): string[] {
  const start = flight[0]!.tMs
  return flight.map((moment) =>
    [
      moment.tMs - start,
      moment.clockUnset ? wholeSecond(moment.bootMs) : wholeSecond(moment.tMs),
      moment.nowhere ? 0 : moment.lat,
      moment.nowhere ? 0 : moment.lng,
      (moment.heightM / 0.3048).toFixed(4),
      (moment.heightM / 0.3048).toFixed(4),
      0,
      (moment.speedMs / 0.447_04).toFixed(6),
      22,
      moment.volts,
      moment.headingDeg > 180 ? moment.headingDeg - 360 : moment.headingDeg,
      0,
      0,
      moment.percent,
      moment.pumpOn ? '"Spraying, ""on"""' : '',
    ].join(','),
  )
}

/** Track messages of docs/device-protocol.md, one a line, twenty points each. */
export function deviceLines(flight: readonly Moment[], boot = 'k3f9'): string[] {
  const lines: string[] = []
  for (let from = 0; from < flight.length; from += 20) {
    const pts = flight
      .slice(from, from + 20)
      .map((moment) => ({
        t: moment.clockUnset ? moment.bootMs : moment.tMs,
        lng: moment.nowhere ? 0 : moment.lng,
        lat: moment.nowhere ? 0 : moment.lat,
        height: moment.heightM,
        speed: moment.speedMs,
        heading: moment.headingDeg,
        flow: moment.flowLMin,
        pump: moment.pumpOn,
        width: 5.5,
        battery: moment.percent,
        fix: 6,
        sats: 22,
        mode: 3,
      }))
    lines.push(JSON.stringify({ v: 1, boot, seq: from, pts }))
  }
  return lines
}
