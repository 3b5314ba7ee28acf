import type { Moment } from './testing-flight.ts'
import { concat, packed, padded } from './testing-flight.ts'

const GPS_EPOCH_MS = Date.UTC(1980, 0, 6)
const LEAP_MS = 18_000
const WEEK_MS = 604_800_000

type Kind = {
  readonly type: number
  readonly letters: string
  readonly columns: string
  readonly kinds: string
  readonly units?: string
  readonly multipliers?: string
}

const KINDS = {
  FMTU: { type: 129, letters: 'QBNN', columns: 'TimeUS,FmtType,UnitIds,MultIds', kinds: '' },
  UNIT: { type: 130, letters: 'QbZ', columns: 'TimeUS,Id,Label', kinds: '' },
  MULT: { type: 131, letters: 'Qbd', columns: 'TimeUS,Id,Mult', kinds: 'u64 i8 f64' },
  GPS: {
    type: 140,
    letters: 'QBBIHBcLLeffffB',
    columns: 'TimeUS,I,Status,GMS,GWk,NSats,HDop,Lat,Lng,Alt,Spd,GCrs,VZ,Yaw,U',
    kinds: 'u64 u8 u8 u32 u16 u8 i16 i32 i32 i32 f32 f32 f32 f32 u8',
    units: 's#-s-SmDUmnhnh-',
    multipliers: 'F--C-0BGGB000--',
  },
  POS: {
    type: 141,
    letters: 'QLLfff',
    columns: 'TimeUS,Lat,Lng,Alt,RelHomeAlt,RelOriginAlt',
    kinds: 'u64 i32 i32 f32 f32 f32',
  },
  ATT: {
    type: 142,
    letters: 'Qcccccc',
    columns: 'TimeUS,DesRoll,Roll,DesPitch,Pitch,DesYaw,Yaw',
    kinds: 'u64 i16 i16 i16 i16 i16 u16',
  },
  BAT: {
    type: 143,
    letters: 'QBfffffB',
    columns: 'TimeUS,Inst,Volt,VoltR,Curr,CurrTot,Temp,RemPct',
    kinds: 'u64 u8 f32 f32 f32 f32 f32 u8',
    units: 's#vvaiO%',
    multipliers: 'F-000000',
  },
  RCOU: {
    type: 144,
    letters: 'QHHHHHHHHH',
    columns: 'TimeUS,C1,C2,C3,C4,C5,C6,C7,C8,C9',
    kinds: 'u64 u16 u16 u16 u16 u16 u16 u16 u16 u16',
  },
  RFND: {
    type: 145,
    letters: 'QBCBB',
    columns: 'TimeUS,Instance,Dist,Stat,Orient',
    kinds: 'u64 u8 u16 u8 u8',
  },
  SPRY: { type: 146, letters: 'Qf', columns: 'TimeUS,Flow', kinds: 'u64 f32' },
  PARM: { type: 147, letters: 'QNf', columns: 'TimeUS,Name,Value', kinds: '' },
  MSG: { type: 148, letters: 'QZ', columns: 'TimeUS,Message', kinds: '' },
  ARM: { type: 149, letters: 'QBI', columns: 'TimeUS,ArmState,ArmChecks', kinds: 'u64 u8 u32' },
  EV: { type: 150, letters: 'QB', columns: 'TimeUS,Id', kinds: 'u64 u8' },
} as const satisfies Readonly<Record<string, Kind>>

const BYTES: Readonly<Record<string, number>> = {
  B: 1,
  b: 1,
  H: 2,
  c: 2,
  C: 2,
  I: 4,
  e: 4,
  L: 4,
  f: 4,
  Q: 8,
  d: 8,
  N: 16,
  Z: 64,
}

function record(name: keyof typeof KINDS, body: Uint8Array): Uint8Array {
  return concat([Uint8Array.of(0xa3, 0x95, KINDS[name].type), body])
}

const values = (name: keyof typeof KINDS, ...list: readonly number[]) =>
  record(name, packed(KINDS[name].kinds, ...list))

/** All FMT, UNIT, MULT and FMTU records, with which each file begins. */
export function dataflashHead(): Uint8Array[] {
  const formats = Object.entries(KINDS).map(([name, { type, letters, columns }]) => {
    const length = 3 + letters.split('').reduce((sum, letter) => sum + BYTES[letter]!, 0)
    return concat([
      Uint8Array.of(0xa3, 0x95, 128, type, length),
      padded(name, 4),
      padded(letters, 16),
      padded(columns, 64),
    ])
  })
  const own = concat([
    Uint8Array.of(0xa3, 0x95, 128, 128, 89),
    padded('FMT', 4),
    padded('BBnNZ', 16),
    padded('Type,Length,Name,Format,Columns', 64),
  ])
  const units = [
    ['s', 's'],
    ['v', 'V'],
    ['a', 'A'],
    ['n', 'm/s'],
    ['h', 'deg'],
    ['D', 'deglatitude'],
    ['#', 'instance'],
  ].map(([id, label]) =>
    record('UNIT', concat([packed('u64 i8', 1, id!.charCodeAt(0)), padded(label!, 64)])),
  )
  const multipliers = (
    [
      ['F', 1e-6],
      ['C', 1e-3],
      ['B', 1e-2],
      ['G', 1e-7],
      ['0', 1],
    ] as const
  ).map(([id, mult]) => values('MULT', 1, id.charCodeAt(0), mult))
  const described = Object.values(KINDS as Readonly<Record<string, Kind>>)
    .filter((kind) => kind.units !== undefined)
    .map((kind) =>
      record(
        'FMTU',
        concat([
          packed('u64 u8', 1, kind.type),
          padded(kind.units!, 16),
          padded(kind.multipliers!, 16),
        ]),
      ),
    )
  const parameter = record(
    'PARM',
    concat([packed('u64', 1), padded('SERVO9_FUNCTION', 16), packed('f32', 22)]),
  )
  const message = (text: string) => record('MSG', concat([packed('u64', 1), padded(text, 64)]))
  return [
    own,
    ...formats,
    ...units,
    ...multipliers,
    ...described,
    parameter,
    message('ArduCopter V4.5.1 (0f3b5a2e)'),
    message('CubeOrange 00320028 3036510C 31343333'),
  ]
}

export function dataflashRecords(flight: readonly Moment[]): Uint8Array[] {
  const records: Uint8Array[] = []
  for (const [i, moment] of flight.entries()) {
    const us = moment.bootMs * 1000
    const gpsMs = moment.tMs + LEAP_MS - GPS_EPOCH_MS
    const week = moment.clockUnset ? 0 : Math.floor(gpsMs / WEEK_MS)
    const place = moment.nowhere
      ? ([0, 0] as const)
      : ([Math.round(moment.lat * 1e7), Math.round(moment.lng * 1e7)] as const)
    if (i === 15) records.push(values('ARM', us, 1, 0), values('EV', us, 28))
    if (i === flight.length - 10) records.push(values('EV', us, 18), values('ARM', us, 0, 0))
    records.push(
      values('ATT', us, 0, 10, 0, -10, 0, moment.headingDeg * 100),
      values('RCOU', us, 1500, 1500, 1500, 1500, 0, 0, 0, 0, moment.pumpOn ? 1700 : 1100),
      values('SPRY', us, moment.flowLMin),
      values('RFND', us, 0, moment.heightM * 100, 4, 25),
      values('POS', us, place[0], place[1], 50 + moment.heightM, moment.heightM, moment.heightM),
      values(
        'GPS',
        us,
        0,
        moment.nowhere ? 1 : 6,
        moment.clockUnset ? 0 : gpsMs % WEEK_MS,
        week,
        22,
        80,
        place[0],
        place[1],
        5000,
        moment.speedMs,
        moment.headingDeg,
        0,
        0,
        1,
      ),
    )
    if (i % 5 === 0)
      records.push(values('BAT', us, 0, moment.volts, moment.volts, 25, i, 31, moment.percent))
  }
  return records
}
