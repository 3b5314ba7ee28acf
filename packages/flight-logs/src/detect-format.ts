import { pickDecoder } from '@swath/file-syntax/text-decoder'
import type { LogFormat } from './flight-log.ts'

/** How much of the beginning of a file `detectFormat` needs; shorter files are fine. */
export const DETECT_BYTES = 65_536

/**
 * The format of a file, by its content, since file names are unreliable. Null if no reader supports
 * it.
 */
export function detectFormat(start: Uint8Array): LogFormat | null {
  const begins = (...bytes: readonly number[]) => bytes.every((byte, i) => start[i] === byte)
  // "ULog" 01 12 35 (docs.px4.io, ULog File Format)
  if (begins(0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35)) return 'ulog'
  if (begins(0x50, 0x4b, 0x03, 0x04)) return 'zip'
  if (begins(0x1f, 0x8b)) return 'gzip'
  if (begins(0x52, 0x61, 0x72, 0x21, 0x1a, 0x07)) return 'rar'
  if (begins(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)) return '7z'
  // a compound file, such as .xls
  if (begins(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return 'excel'
  if (letters(start, 8, 4) === '.FIT') return 'fit'
  if (letters(start, 16, 5) === 'BUILD') return 'dji-dat'
  // binary formats first: their bytes may contain words like "Lat,Lng" too
  if (dataflashRecords(start) >= 1) return 'dataflash'
  return mavlinkRecords(start) >= 2 ? 'tlog' : textFormat(start)
}

const letters = (start: Uint8Array, from: number, count: number): string =>
  String.fromCharCode(...start.subarray(from, from + count))

/** Text formats, recognised by the beginning of their lines. */
const LINES: readonly (readonly [LogFormat, RegExp])[] = [
  ['dataflash-text', /^FMT, ?\d+, ?\d+, ?\w{3,4}, ?[a-zA-Z]+, ?\w/m],
  ['nmea', /^[$!][A-Z]{5},[^\n]*\*[0-9A-F]{2}\s*$/m],
  ['igc', /^A[A-Z0-9]{3,}[^\n]*\n(?:[^\n]*\n){0,200}?B\d{6}\d{7}[NS]\d{8}[EW]/],
  ['srt', /^\d+\r?\n\d{2}:\d{2}:\d{2},\d{3} --> \d{2}:\d{2}:\d{2},\d{3}/],
]
/** Maximum number of lines before the header of a table. */
const HEADER_LINES = 20

function textFormat(start: Uint8Array): LogFormat | null {
  const text = pickDecoder(start)
    .decode(start.subarray(0, DETECT_BYTES))
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (text.startsWith('<')) {
    const root = /<(?:[\w.-]+:)?(gpx|kml|TrainingCenterDatabase)[\s>/]/.exec(text)?.[1]
    if (root === 'TrainingCenterDatabase') return 'tcx'
    return root === 'gpx' || root === 'kml' ? root : null
  }
  if (text.startsWith('{') || text.startsWith('[')) {
    if (/"type"\s*:\s*"(FeatureCollection|Feature|LineString|MultiLineString)"/.test(text))
      return 'geojson'
    if (/"UASZoneList"|"horizontalProjection"\s*:/.test(text)) return 'ed-269'
    if (/"(pts|online)"\s*:|"type"\s*:\s*"(takeoff|landing|disarm)"/.test(text))
      return 'device-json'
    return /"\w*lat(itude)?"\s*:/i.test(text) && /"\w*(lo?ng?|longitude)"\s*:/i.test(text)
      ? 'track-json'
      : null
  }
  const known = LINES.find(([, pattern]) => pattern.test(text))
  if (known !== undefined) return known[0]
  const lines = text.slice(0, 8_192).toLowerCase().split(/\r?\n/, HEADER_LINES)
  return lines.some(
    (line) =>
      /[,;\t]/.test(line) &&
      /\blat|latitude|纬度|緯度|위도/.test(line) &&
      /\b(lon|lng|long)|longitude|经度|經度|경도/.test(line),
  )
    ? 'csv'
    : null
}

/**
 * Headers A3 95 80 of FMT records (89 bytes each, ardupilot.org, "Downloading and analyzing data
 * logs").
 */
function dataflashRecords(start: Uint8Array): number {
  let count = 0
  for (let i = 0; i + 3 <= Math.min(start.length, DETECT_BYTES); i++) {
    if (start[i] !== 0xa3 || start[i + 1] !== 0x95 || start[i + 2] !== 0x80) continue
    count++
    i += 88
  }
  return count
}

/** Counts consecutive MAVLink frames with a timestamp of this century. */
function mavlinkRecords(start: Uint8Array): number {
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength)
  const end = Math.min(start.length, DETECT_BYTES)
  let best = 0
  for (let from = 0; from < Math.min(end, 4_096); from++) {
    let count = 0
    for (let at = from; at + 11 <= end;) {
      const mark = start[at + 8]
      const ms = (view.getUint32(at) * 4_294_967_296 + view.getUint32(at + 4)) / 1000
      if ((mark !== 0xfe && mark !== 0xfd) || ms < 946_684_800_000 || ms > 4_102_444_800_000) break
      count++
      if (count >= 20) return count
      at +=
        8 + (mark === 0xfe ? 8 : 12 + (((start[at + 10] ?? 0) & 1) === 0 ? 0 : 13)) + start[at + 9]!
    }
    best = Math.max(best, count)
  }
  return best
}
