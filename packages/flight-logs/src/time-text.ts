// Times as files write them. A time without a zone is read as if it were UTC and marked, so that
// the zone can be applied once the whole file is known (local-times.ts).
import { isTimeZone } from '@swath/domain/local-time'
import { zoneOffsetMinutes } from '@swath/domain/zone-days'
import { isSetClock } from './flight-log.ts'

/** A column's or a text's zone: minutes ahead of UTC, an IANA name, or `LOCAL`. */
export type WrittenZone = number | string
const LOCAL = 'local'

export type WrittenTime = {
  /**
   * UTC ms, month first if the order of day and month is ambiguous; NaN if the text is not a time.
   */
  readonly tMs: number
  /** The text has no zone: `tMs` is as if it were UTC. */
  readonly isZoneless?: boolean
  /** With the day first, for dates like 09/04/2026; NaN if that is not a date. */
  readonly dayFirstMs?: number
  /** An unknown name in the place of a zone. */
  readonly unknownZone?: string
}

const NO_TIME: WrittenTime = { tMs: NaN }

/** Whether it is a time in any of its possible readings. */
export const isTime = ({ tMs, dayFirstMs = NaN }: WrittenTime): boolean =>
  !(Number.isNaN(tMs) && Number.isNaN(dayFirstMs))

const LONGEST_TIME = 64

/** The format in nearly all files. */
const ISO =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i

/** ISO 8601, dates in any common order, 12-hour clocks, s, ms, µs or ns since 1970. */
export function readTime(text: string, zone: WrittenZone = LOCAL): WrittenTime {
  const trimmed = text.trim()
  const sinceEpochMs = epochMs(trimmed)
  if (sinceEpochMs !== null) return { tMs: sinceEpochMs }
  const iso = ISO.exec(trimmed)
  if (iso === null) return readAnyTime(trimmed, zone)
  const [, year, month, day, hour, minute, second, fraction, word] = iso
  const clock = { hour, minute, second, fraction }
  return inZone(utcMs(year!, month!, day!, clock), undefined, word, zone)
}

/** UTC ms where a text without a zone is UTC, as GPX and our device protocol define it. */
export const parseTime = (text: string): number => readTime(text, 0).tMs

type Clock = {
  readonly hour?: string | undefined
  readonly minute?: string | undefined
  readonly second?: string | undefined
  readonly fraction?: string | undefined
}

const COMPACT =
  /^((?:19|20)\d{2})(\d{2})(\d{2})[T_ ]?(\d{2})(\d{2})(\d{2})(?:[.,](\d{1,9}))?\s*(\S.*)?$/
const CLOCK =
  /^(上午|下午|오전|오후)?\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(am|pm|a\.m\.|p\.m\.|上午|下午|오전|오후)?\s*(\S.*)?$/i
const DIGIT_CLOCK = /^()(\d{2})(\d{2})(\d{2})(?:[.,](\d{1,9}))?()(?:\s+(\S.*)|(Z))?$/i
const AFTERNOON = /^(pm|p\.m\.|下午|오후)$/i

function readAnyTime(text: string, zone: WrittenZone): WrittenTime {
  if (text.length > LONGEST_TIME) return NO_TIME
  const compact = COMPACT.exec(text)
  if (compact !== null) {
    const [, year, month, day, hour, minute, second, fraction, word] = compact
    return inZone(
      utcMs(year!, month!, day!, { hour, minute, second, fraction }),
      undefined,
      word,
      zone,
    )
  }
  const parts = DATE_AND_CLOCK.exec(text)
  if (parts === null) return NO_TIME
  const date = readDate(parts[1]!)
  const match = CLOCK.exec(parts[2]!) ?? DIGIT_CLOCK.exec(parts[2]!)
  if (date === null || match === null) return NO_TIME
  const [, before, hourText, minute, second, fraction, behind, word] = match
  const half = behind || before
  const hour = half ? toHour24(Number(hourText), AFTERNOON.test(half)) : Number(hourText)
  const at = (order: readonly [string, string, string]): number =>
    utcMs(...order, { hour: String(hour), minute, second, fraction })
  return inZone(
    at(date.monthFirst),
    date.dayFirst === null ? undefined : at(date.dayFirst),
    word ?? match[8],
    zone,
  )
}

/** The date reaches to the last gap before a clock. */
const DATE_AND_CLOCK =
  /^(.+?)(?:T|[,\s_]+)((?:(?:上午|下午|오전|오후)\s*)?\d{1,2}:\d{2}.*|\d{6}(?:[.,]\d+)?(?:Z|\s.*)?)$/i

const toHour24 = (hour: number, isAfternoon: boolean): number =>
  hour > 12 ? NaN : (hour % 12) + (isAfternoon ? 12 : 0)

type DateParts = {
  readonly monthFirst: readonly [year: string, month: string, day: string]
  /** Set if the date is ambiguous: the file's other dates decide which of the two it is. */
  readonly dayFirst: readonly [year: string, month: string, day: string] | null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function readDate(text: string): DateParts | null {
  const yearFirst =
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*[日.]?$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text) ??
    /^(\d{4})\s*년\s*(\d{1,2})\s*월\s*(\d{1,2})\s*일$/.exec(text)
  if (yearFirst !== null)
    return { monthFirst: [yearFirst[1]!, yearFirst[2]!, yearFirst[3]!], dayFirst: null }
  const yearLast = /^(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{2})$/.exec(text)
  if (yearLast !== null) {
    const [, first, mark, second, year] = yearLast
    const full = year!.length === 2 ? `20${year}` : year!
    const dayFirst = [full, second!, first!] as const
    // dates with dots always have the day first
    return mark === '.'
      ? { monthFirst: dayFirst, dayFirst: null }
      : { monthFirst: [full, first!, second!], dayFirst }
  }
  const named =
    /^(?:[a-z]{3,9},?\s+)?(\d{1,2})[\s-]+([a-z]{3,9})\.?[\s,-]+(\d{4})$/i.exec(text) ??
    /^(?:[a-z]{3,9},?\s+)?([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})$/i.exec(text)
  if (named === null) return null
  const word = /[a-z]/i.test(named[1]!) ? 1 : 2
  const month = MONTHS.indexOf(named[word]!.slice(0, 3).toLowerCase()) + 1
  return month === 0
    ? null
    : { monthFirst: [named[3]!, String(month), named[3 - word]!], dayFirst: null }
}

/** NaN for an invalid date or time of day. */
function utcMs(year: string, month: string, day: string, clock: Clock): number {
  const [months, days] = [Number(month), Number(day)]
  const [hours, minutes, seconds] = [clock.hour, clock.minute, clock.second].map((part) =>
    Number(part ?? 0),
  )
  const isTime = hours! < 24 && minutes! < 60 && seconds! <= 60
  if (!(months >= 1 && months <= 12 && days >= 1 && days <= 31 && isTime)) return NaN
  const ms = Date.UTC(Number(year), months - 1, days, hours, minutes, seconds)
  return ms + Math.round(Number(`0.${clock.fraction ?? 0}`) * 1000)
}

function inZone(
  tMs: number,
  dayFirstMs: number | undefined,
  word: string | undefined,
  columnZone: WrittenZone,
): WrittenTime {
  const stated = word === undefined || word === '' ? columnZone : readZone(word)
  const zone = stated ?? LOCAL
  return {
    tMs: toUtcMs(tMs, zone),
    ...(zone === LOCAL ? { isZoneless: true } : {}),
    ...(dayFirstMs === undefined ? {} : { dayFirstMs: toUtcMs(dayFirstMs, zone) }),
    ...(stated === null ? { unknownZone: word! } : {}),
  }
}

/** s, ms, µs or ns since 1970, by how many digits there are. */
function epochMs(text: string): number | null {
  if (/^\d{1,10}(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000)
  const match = /^(\d{11,19})(?:\.\d+)?$/.exec(text)
  if (match === null) return null
  const digits = match[1]!
  if (digits.length < 15)
    // a date without marks has 14 digits too
    return digits.length === 14 && COMPACT.test(digits) ? null : Number(digits)
  return Math.round(Number(digits) / (digits.length < 18 ? 1e3 : 1e6))
}

/** Hours ahead of UTC. CST, IST and BST mean several zones and are not among them. */
const ZONE_HOURS: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  zulu: 0,
  wet: 0,
  cet: 1,
  cest: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  ict: 7,
  wib: 7,
  hkt: 8,
  sgt: 8,
  pht: 8,
  awst: 8,
  beijing: 8,
  jst: 9,
  kst: 9,
  aest: 10,
  aedt: 11,
  est: -5,
  edt: -4,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  北京时间: 8,
  北京時間: 8,
  中国标准时间: 8,
}

/** A zone in the notations of headers and times; null for other texts. */
export function readZone(text: string): WrittenZone | null {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/\s+time$/, '')
  if (/^(local|lt|loc|本地|当地|本地时间|当地时间|現地|현지)$/.test(word)) return LOCAL
  const hours = ZONE_HOURS[word]
  if (hours !== undefined) return hours * 60
  const offset = /^(?:utc|gmt|z)?\s*([+\u2212-])\s*(\d{1,2})(?::?(\d{2}))?(?:\s*h)?$/.exec(word)
  if (offset !== null) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0)
    return minutes > 14 * 60 ? null : offset[1] === '+' ? minutes : -minutes
  }
  return word.includes('/') && isTimeZone(text.trim()) ? text.trim() : null
}

const QUARTER_MS = 900_000
const offsets = new Map<string, Map<number, number>>()

/** Calling Intl takes microseconds; offsets change only at full quarters of an hour. */
function offsetMinutes(zone: string, atMs: number): number {
  const known = offsets.get(zone) ?? new Map<number, number>()
  offsets.set(zone, known)
  const quarter = Math.floor(atMs / QUARTER_MS)
  let minutes = known.get(quarter)
  if (minutes === undefined) {
    minutes = zoneOffsetMinutes(zone, quarter * QUARTER_MS)
    if (known.size > 10_000) known.clear()
    known.set(quarter, minutes)
  }
  return minutes
}

/** Converts local time in the zone to UTC. */
export function toUtcMs(shownMs: number, zone: WrittenZone): number {
  if (zone === LOCAL || Number.isNaN(shownMs)) return shownMs
  if (typeof zone === 'number') return shownMs - zone * 60_000
  // for a clock that was never set the zone does not matter
  if (!isSetClock(shownMs)) return shownMs
  const about = shownMs - offsetMinutes(zone, shownMs) * 60_000
  return shownMs - offsetMinutes(zone, about) * 60_000
}
