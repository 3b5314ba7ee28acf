// A drone for each problem that a flight may have, and one that only just avoids it.
import { Buffer } from 'node:buffer'
import type { RecordKind } from '../gateway/protocols/record-kind.ts'

export type CasePoint = Record<string, number | boolean> & { t: number; lng: number; lat: number }
export type CaseMessage = { droneId: string; kind: RecordKind; atMs: number; bytes: Buffer }

export type Case = {
  name: string
  /** `type/cause` of its anomalies, and causes of its suspicions. */
  raises: readonly string[]
  suspected?: readonly string[]
  /** The line that it flies; by default its own. */
  line?: number
  /** Days after the others. */
  later?: number
  /** The drone belongs to the second operator. */
  ofOther?: true
  /** Changes to the reported point, from the true one; `s` from take-off. */
  point?: (s: number, point: CasePoint) => Partial<CasePoint>
  takeoff?: object
  landing?: object
}

export const caseStartMs = Date.UTC(2026, 5, 1, 1, 0, 0)
export const flownS = 90
const metresAtLine = 96_262

/** Lines are a kilometre apart. */
export const lineLat = (line: number): number => 30.25 + line * 0.009
export const lngAfter = (s: number): number => 120.15 + (s * 5) / metresAtLine

const noise = (s: number, seed: number): number => (((s * 7919 + seed * 104_729) % 97) - 48) * 1e-8

/** 90 s at 5 m/s, 3 m high and 5 m wide, with the pump on except at the ends. */
export const flyCase = (one: Case, droneId: string, index: number): CaseMessage[] => {
  const startMs = caseStartMs + (one.later ?? 0) * 86_400_000
  const lat = lineLat(one.line ?? index)
  const points: CasePoint[] = []
  for (let s = -8; s < flownS + 14; s++) {
    const isFlying = s >= 0 && s < flownS
    const along = Math.min(Math.max(s, 0), flownS)
    const isOn = isFlying && s > 3 && s < flownS - 4
    const point: CasePoint = {
      t: startMs + s * 1000,
      lng: lngAfter(along) + noise(s, index),
      lat: lat + noise(s + 31, index),
      height: isFlying ? 3 : 0,
      speed: isFlying ? 5 : 0,
      heading: 90,
      flow: isOn ? 2.4 : 0,
      pump: isOn,
      width: 5,
    }
    points.push({ ...point, ...(isFlying ? one.point?.(s, point) : {}) } as CasePoint)
  }
  const boot = `b${index}`
  const send = (kind: RecordKind, atMs: number, body: object): CaseMessage => ({
    droneId,
    kind,
    atMs,
    bytes: Buffer.from(JSON.stringify({ v: 1, boot, ...body })),
  })
  const messages: CaseMessage[] = []
  for (let i = 0; i < points.length; i += 9) {
    const pts = points.slice(i, i + 9)
    messages.push(send('track', startMs + (i + 9) * 1000, { seq: 100 + i, pts }))
  }
  const landMs = startMs + flownS * 1000
  return [
    send('event', startMs, { seq: 1, t: startMs, type: 'takeoff', sortie: 1, ...one.takeoff }),
    ...messages,
    send('event', landMs + 14_000, {
      seq: 900,
      t: landMs,
      type: 'landing',
      sortie: 1,
      ...one.landing,
    }),
  ]
}

const within = (s: number, from: number, to: number): boolean => s >= from && s < to

const flown: readonly Case[] = [
  { name: 'nothing wrong', raises: [], landing: { areaM2: 2050 } },
  { name: 'through a zone', raises: ['1/zone'] },
  { name: 'over the corner of a zone, one point inside', raises: [] },
  {
    name: 'hovers for 12 s with the pump on',
    raises: ['2/hovering'],
    point: (s) => (within(s, 30, 43) ? { speed: 0.3 } : {}),
  },
  {
    name: 'hovers for 8 s with the pump on',
    raises: [],
    point: (s) => (within(s, 30, 39) ? { speed: 0.3 } : {}),
  },
  {
    name: 'sprays from 8.5 m',
    raises: ['2/too_high'],
    point: (s) => (within(s, 30, 50) ? { height: s % 2 === 0 ? 8.5 : 7.6 } : {}),
  },
  { name: 'sprays from 8 m', raises: [], point: (s) => (within(s, 30, 50) ? { height: 8 } : {}) },
  {
    name: 'flow 40 % below the commanded one',
    raises: ['2/flow_off'],
    point: (s, { pump }) => ({ flowSet: pump ? (within(s, 20, 60) ? 4 : 2.4) : 0 }),
  },
  {
    name: 'flow 25 % below the commanded one',
    raises: [],
    point: (_s, { pump }) => ({ flowSet: pump ? 3.2 : 0 }),
  },
  { name: "another crop than the plot's", raises: ['3/plot'], takeoff: { crop: 'rice' } },
  { name: "the plot's crop", raises: [], takeoff: { crop: 'wheat' } },
  {
    name: 'wind of 9 m/s',
    raises: ['4/wind'],
    point: (s) => ({ wind: s % 3 === 0 ? 8.9 : 7.8, windFrom: 270, temperature: 24, humidity: 60 }),
  },
  {
    name: 'a gust of 11 m/s for 15 s',
    raises: [],
    point: (s) => ({ wind: within(s, 30, 45) ? 11 : 5, windFrom: 270, rain: 0, temperature: 35 }),
  },
  { name: 'rain', raises: ['4/rain'], point: () => ({ rain: 0.4 }) },
  { name: '36 °C', raises: ['4/heat'], point: () => ({ temperature: 36, humidity: 40 }) },
  { name: 'claims 20 % more', raises: ['5/claim'], landing: { areaM2: 2500 } },
  { name: 'claims 10 % more', raises: [], landing: { areaM2: 2250 } },
  {
    name: 'flies at 36 m/s for 5 s',
    raises: [],
    suspected: ['impossible_speed'],
    point: (s, { lng }) => ({
      lng: lng + (Math.min(Math.max(s - 84, 0), 5) * 31) / metresAtLine,
      pump: s < 80,
      flow: s < 80 ? 2.4 : 0,
    }),
  },
  {
    name: 'flies at 25 m/s for 5 s',
    raises: [],
    point: (s, { lng }) => ({
      lng: lng + (Math.min(Math.max(s - 84, 0), 5) * 20) / metresAtLine,
      pump: s < 80,
      flow: s < 80 ? 2.4 : 0,
    }),
  },
  {
    name: 'claims more than could be covered in the time',
    raises: ['5/claim'],
    suspected: ['impossible_area'],
    landing: { areaM2: 9000 },
  },
  {
    name: 'claims too much, but not more than is possible',
    raises: ['5/claim'],
    landing: { areaM2: 6000 },
  },
  {
    name: 'reports a swath of 11 m instead of 5',
    raises: [],
    suspected: ['impossible_width'],
    point: () => ({ width: 11 }),
  },
  { name: 'reports a swath of 9.5 m', raises: [], point: () => ({ width: 9.5 }) },
  {
    name: 'claims with the pump off',
    raises: ['5/claim'],
    suspected: ['pump_off'],
    point: () => ({ pump: false, flow: 0 }),
    landing: { areaM2: 2000 },
  },
  { name: 'flies with the pump off', raises: [], point: () => ({ pump: false, flow: 0 }) },
  {
    name: 'the pump reported as on, without any flow',
    raises: [],
    suspected: ['pump_off'],
    point: () => ({ flow: 0 }),
  },
  {
    name: 'the pump on without flow for a third of the time',
    raises: [],
    point: (s) => (within(s, 20, 48) ? { flow: 0 } : {}),
  },
  {
    name: 'its clock goes back by 40 s',
    raises: [],
    suspected: ['clock_backwards'],
    point: (s, { t }) => (s < 30 ? {} : { t: t - 40_000 }),
  },
  {
    name: 'its clock loses half a second',
    raises: [],
    point: (s, { t }) => (s < 30 ? {} : { t: t - 500 }),
  },
]

const line = 60
/** Two flights each, compared with each other. */
const compared: readonly Case[] = [
  { name: 'ground sprayed once', raises: [], line },
  {
    name: 'the same ground two days later by another operator',
    raises: [],
    suspected: ['same_ground'],
    line,
    later: 2,
    ofOther: true,
  },
  { name: 'ground of one operator', raises: [], line: line + 1 },
  { name: 'the same ground by a drone of the same operator', raises: [], line: line + 1, later: 2 },
  { name: 'ground of one season', raises: [], line: line + 2 },
  {
    name: 'the same ground in the next season',
    raises: [],
    line: line + 2,
    later: 95,
    ofOther: true,
  },
  { name: 'ground of a neighbour', raises: [], line: line + 3 },
  {
    name: 'the adjacent strip, overlapping by a fifth of the swath',
    raises: [],
    line: line + 3,
    later: 3,
    ofOther: true,
    point: (_s, { lat }) => ({ lat: lat + 4 / 110_860 }),
  },
  { name: 'a track', raises: [], line: line + 4, point: asTrack },
  {
    name: 'the same track by another drone on the next day',
    raises: [],
    suspected: ['same_track'],
    line: line + 4,
    later: 1,
    point: asTrack,
  },
]

/** The same positions for every drone. */
function asTrack(s: number): Partial<CasePoint> {
  return { lng: lngAfter(s) + noise(s, 1000), lat: lineLat(line + 4) + noise(s + 31, 1000) }
}

export const cases: readonly Case[] = [...flown, ...compared]
export const findLine = (name: string): number => cases.findIndex((one) => one.name === name)
