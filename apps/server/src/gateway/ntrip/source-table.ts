// The source table: the list of mount points that a caster sends when a request names none (RTCM
// 10410.1, section 6).

export type TableLine = {
  readonly name: string
  readonly place: string
  readonly format: string
  readonly lng: number
  readonly lat: number
}

/** Semicolons separate the fields, so they must not appear inside one. */
const field = (text: string): string =>
  text
    .replaceAll(';', ',')
    .replaceAll(/[\r\n]/g, ' ')
    .trim()

const line = ({ name, place, format, lng, lat }: TableLine): string =>
  [
    'STR',
    field(name),
    field(place) || field(name),
    field(format),
    '', // which messages, and how often: the base station decides
    '2', // L1 and L2
    'GNSS',
    'none',
    '', // country
    lat.toFixed(2),
    lng.toFixed(2),
    '0', // rovers need not send their position
    '0', // one station, no network
    'Swath',
    'none', // neither compressed nor encrypted
    'B', // HTTP Basic
    'N', // nothing is charged here
    '0',
    '',
  ].join(';')

const toTable = (mounts: readonly TableLine[]): string =>
  [...mounts.map(line), 'ENDSOURCETABLE'].map((one) => `${one}\r\n`).join('')

export const answerTable = (mounts: readonly TableLine[], version: 1 | 2): string => {
  const table = toTable(mounts)
  const bytes = Buffer.byteLength(table)
  return version === 1
    ? `SOURCETABLE 200 OK\r\nServer: NTRIP Swath/1.0\r\nContent-Type: text/plain\r\nContent-Length: ${bytes}\r\n\r\n${table}`
    : `HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\nServer: NTRIP Swath/1.0\r\nContent-Type: gnss/sourcetable\r\nContent-Length: ${bytes}\r\nConnection: close\r\n\r\n${table}`
}
