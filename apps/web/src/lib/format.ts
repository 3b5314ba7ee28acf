import {
  formatAreaRate as writeAreaRate,
  formatMoney as writeMoney,
  type AreaRate,
  type Money,
} from '@swath/domain/money'
import { fromMu, type AreaUnit } from '@swath/domain/units'
import { dateTimeFields, viewerTimeZone } from './time-zone.ts'
import { hasText, translate } from './i18n.ts'
import { currentLanguage } from './language.ts'

/** Shown for a missing figure: never 0, never empty. */
export const dash = '–'

const isMissing = (value: number | null | undefined): value is null | undefined =>
  value == null || !Number.isFinite(value)

/** A cache by language and options: creating a formatter takes much longer than using it. */
const cachedFormats = <Options extends object, Format>(
  create: (locale: string, options: Options) => Format,
): ((options: Options) => Format) => {
  const formats = new Map<string, Format>()
  return (options) => {
    const key = `${currentLanguage()} ${JSON.stringify(options)}`
    const known = formats.get(key) ?? create(currentLanguage(), options)
    formats.set(key, known)
    return known
  }
}
/** Dates in English are written day first. */
const dateLocale = (locale: string): string => (locale === 'en' ? 'en-GB' : locale)

const numberFormat = cachedFormats(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)
const dateFormat = cachedFormats(
  (locale, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dateLocale(locale), { calendar: 'gregory', ...options }),
)
const relativeFormat = cachedFormats(
  (locale, options: Intl.RelativeTimeFormatOptions) =>
    new Intl.RelativeTimeFormat(dateLocale(locale), { numeric: 'auto', ...options }),
)

/** With thousands separators and, by default, two decimals (specification, section 9). */
export const formatNumber = (value: number | null | undefined, decimals = 2): string =>
  isMissing(value)
    ? dash
    : numberFormat({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
        value,
      )

export const formatCount = (value: number | null | undefined): string => formatNumber(value, 0)

/** The two most specific names of a region, which identify it in a row: Zhejiang / Hangzhou */
export const formatPlace = (names: readonly string[] | null): string =>
  names?.slice(-2).join(' / ') || dash

/** Symbols in the code, and their names in `Intl`. */
const intlUnits: Readonly<Record<string, string>> = {
  'h': 'hour',
  'min': 'minute',
  's': 'second',
  'L': 'liter',
  'km': 'kilometer',
  'm': 'meter',
  'mm': 'millimeter',
  'm/s': 'meter-per-second',
  'L/min': 'liter-per-minute',
}

const unitParts = (value: number, symbol: string, decimals: number): Intl.NumberFormatPart[] =>
  numberFormat({
    style: 'unit',
    unit: intlUnits[symbol]!,
    unitDisplay: 'short',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).formatToParts(value)

/**
 * A unit as it is written in the reader's language: h, 小时, ชม. English, and units that are written
 * alike everywhere (%, °C), keep the symbol.
 */
export const formatUnit = (symbol: string): string =>
  currentLanguage() === 'en' || !(symbol in intlUnits)
    ? symbol
    : (unitParts(2, symbol, 0).find(({ type }) => type === 'unit')?.value ?? symbol)

/** A figure with its unit, spaced as in the reader's language: 2.50 km, 2.50公里. */
export const formatMeasure = (
  value: number | null | undefined,
  symbol: keyof typeof intlUnits,
  decimals = 2,
): string =>
  isMissing(value)
    ? dash
    : currentLanguage() === 'en'
      ? `${formatNumber(value, decimals)} ${symbol}`
      : unitParts(value, symbol, decimals)
          .map((part) => part.value)
          .join('')

const byteUnits = ['B', 'kB', 'MB', 'GB'] as const
/** 12.3 MB, in the decimal units of file managers. */
export const formatBytes = (bytes: number | null | undefined): string => {
  if (isMissing(bytes)) return dash
  const step = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3))
  return `${formatNumber(bytes / 1000 ** step, step === 0 ? 0 : 1)} ${byteUnits[step]}`
}

/** Converts an area from mu, the API's unit, and formats it. */
export const formatArea = (mu: number | null | undefined, unit: AreaUnit, decimals = 2): string =>
  isMissing(mu) ? dash : formatNumber(fromMu(mu, unit), decimals)

/**
 * Formats YYYY-MM as month and year, in every language in the Gregorian calendar, because the years
 * shown next to it are Gregorian too.
 */
export const formatMonth = (month: string): string =>
  dateFormat({ year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  )

/** With the currency's symbol and number of decimals. */
export const formatMoney = (money: Money | null | undefined): string =>
  money ? writeMoney(money, currentLanguage()) : dash

/**
 * The price per unit of area, converted to that unit from the one it was agreed in. `moreDecimals`:
 * beyond those of the currency.
 */
export const formatAreaRate = (
  rate: AreaRate | null | undefined,
  unit: AreaUnit,
  moreDecimals = 2,
): string => (rate ? writeAreaRate(rate, unit, currentLanguage(), moreDecimals) : dash)

/** A ratio from 0 to 1 as per cent. */
export const formatRatio = (ratio: number | null | undefined, decimals = 1): string =>
  isMissing(ratio)
    ? dash
    : numberFormat({
        style: 'percent',
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      }).format(ratio)

/** Seconds as 1:05:09 or 5:09, the same in every language. */
export const formatDuration = (durationS: number | null | undefined): string => {
  if (isMissing(durationS)) return dash
  const whole = Math.round(Math.abs(durationS))
  const two = (value: number): string => String(value).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const rest = `${hours > 0 ? two(Math.floor(whole / 60) % 60) : Math.floor(whole / 60)}:${two(whole % 60)}`
  return `${durationS < 0 ? '-' : ''}${hours > 0 ? `${hours}:` : ''}${rest}`
}

/**
 * Seconds as hours with one decimal (specification, section 9); as minutes below one hour, because
 * a short flight would be 0.0 h.
 */
export const formatHours = (
  durationS: number | null | undefined,
): { value: string; unit: 'h' | 'min' } => {
  if (isMissing(durationS)) return { value: dash, unit: 'h' }
  if (durationS === 0) return { value: formatCount(0), unit: 'h' }
  const minutes = Math.round(durationS / 60)
  return minutes >= 60
    ? { value: formatNumber(durationS / 3600, 1), unit: 'h' }
    : { value: minutes < 1 ? `<${formatCount(1)}` : formatCount(minutes), unit: 'min' }
}

/** An IANA zone as its city and present offset: Shanghai (UTC+8). By default the viewer's zone. */
export const formatTimeZone = (timeZone = viewerTimeZone()): string => {
  const city = timeZone.split('/').at(-1)!
  if (city === 'UTC') return city
  const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')!
    .value.replace('GMT', 'UTC')
  const name = hasText(`ui:city.${city}`) ? translate(`ui:city.${city}`) : city.replaceAll('_', ' ')
  return `${name} (${offset})`
}

/** Milliseconds since 1970 of an ISO time, or NaN. */
const toMilliseconds = (time: string | number | null | undefined): number =>
  typeof time === 'number' ? time : time ? Date.parse(time) : Number.NaN

/** YYYY/MM/DD HH:mm:ss in the viewer's zone; a dash for what is no time. */
export const formatTime = (time: string | number | null | undefined): string => {
  const ms = toMilliseconds(time)
  if (Number.isNaN(ms)) return dash
  const { year, month, day, hour, minute, second } = dateTimeFields(ms)
  return `${year}/${month}/${day} ${hour}:${minute}:${second}`
}
/** YYYY/MM/DD in the viewer's zone. */
export const formatDay = (time: string | number | null | undefined): string =>
  formatTime(time).split(' ')[0]!
/** HH:mm:ss in the viewer's zone. */
export const formatClock = (time: string | number | null | undefined): string =>
  formatTime(time).split(' ')[1] ?? dash

/** YYYY/MM/DD HH:mm in the viewer's zone, for money and for records. */
export const formatMinute = (time: string | number | null | undefined): string =>
  formatTime(time).replace(/:\d\d$/, '')

/** Weekday, day and month in the viewer's zone: Monday 30 November. */
export const formatLongDay = (time: string): string =>
  dateFormat({ timeZone: viewerTimeZone(), weekday: 'long', day: 'numeric', month: 'long' }).format(
    Date.parse(time),
  )

const minuteMs = 60_000
const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** "3 min ago", in the reader's language. */
export const formatAgo = (time: string | number | null | undefined, nowMs: number): string => {
  const seconds = (toMilliseconds(time) - nowMs) / 1000
  if (Number.isNaN(seconds)) return dash
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  // Short forms of these are hard to read: "last mo", "2 yr ago".
  const style = unit === 'month' || unit === 'year' ? 'long' : 'short'
  return relativeFormat({ style }).format(Math.round(seconds / size), unit)
}

/**
 * For table cells: "5 min ago" within an hour, "yesterday 14:05" within a day of today, else "12
 * Mar", with the year if it is another one. Days are those of the viewer's zone. `hasClock`: other
 * days have the time of day too.
 */
export const formatMoment = (
  time: string | number | null | undefined,
  nowMs: number,
  hasClock = false,
): string => {
  const ms = toMilliseconds(time)
  if (Number.isNaN(ms)) return dash
  const minutes = Math.trunc((ms - nowMs) / minuteMs)
  if (minutes === 0) return relativeFormat({}).format(0, 'second')
  if (Math.abs(minutes) < 60) return relativeFormat({ style: 'short' }).format(minutes, 'minute')
  const { year, month, day, hour, minute } = dateTimeFields(ms)
  const today = dateTimeFields(nowMs)
  const days =
    (Date.UTC(+year, +month - 1, +day) - Date.UTC(+today.year, +today.month - 1, +today.day)) /
    (1440 * minuteMs)
  const clock = `${hour}:${minute}`
  if (Math.abs(days) <= 1) return `${relativeFormat({}).format(days, 'day')} ${clock}`
  const date = dateFormat({
    day: 'numeric',
    month: 'short',
    timeZone: viewerTimeZone(),
    ...(year === today.year ? {} : { year: 'numeric' }),
  }).format(ms)
  return hasClock ? `${date} ${clock}` : date
}

/** Names of fields as one phrase: Serial number, drone; in Chinese 序列号、无人机. */
export const formatNames = (names: readonly string[]): string => {
  const language = currentLanguage()
  const lower = (name: string): string =>
    name.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
  return names
    .map((name, index) => (index > 0 && language === 'en' ? lower(name) : name))
    .join(language.startsWith('zh') ? '、' : ', ')
}

/** Width in half-width characters: Chinese and Korean have twice the width, marks have none. */
const widthOf = (text: string): number =>
  text.replaceAll(/\p{M}/gu, '').replaceAll(/[\p{Script=Han}\p{Script=Hangul}、]/gu, '##').length

/** As many of the names as fit into this width in half-width characters, at least one. */
export const fitNames = (names: readonly string[], width: number): string => {
  const all = formatNames(names)
  if (names.length < 2 || widthOf(all) <= width) return all
  const count = names.findLastIndex(
    (_, index) => widthOf(formatNames(names.slice(0, index))) + 2 <= width,
  )
  return `${formatNames(names.slice(0, Math.max(1, count)))}…`
}
