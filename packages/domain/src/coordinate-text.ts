import type { AngleStyle } from './angle-text.ts'
import type { LngLat } from './lng-lat.ts'

/** Which axis is first in a line without compass letters. */
export type AxisOrder = 'latLng' | 'lngLat'

export type CoordinateProblem =
  /** Contains something other than figures, marks and compass letters. */
  | 'not_coordinates'
  /** One angle, or figures that do not form two. */
  | 'not_two'
  /** Minutes or seconds of 60 and more, or parts of a minute before seconds. */
  | 'bad_minutes'
  | 'lat_range'
  | 'lng_range'
  /** Two latitudes or two longitudes. */
  | 'same_axis'
  /** A minus sign and a compass letter contradict each other. */
  | 'sign_and_letter'

export type ReadCoordinates =
  | {
      readonly place: LngLat
      readonly style: AngleStyle
      /** The figures are only possible in the other order than requested. */ readonly swapped: boolean
    }
  | { readonly problem: CoordinateProblem }

/**
 * Words that people write next to coordinates, and the compass letters they mean. Longer words come
 * before the shorter ones they contain.
 */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/北[纬緯]|북위|ละติจูดเหนือ/g, ' N '],
  [/南[纬緯]|남위|ละติจูดใต้/g, ' S '],
  [/[东東][经經]|동경|ลองจิจูดตะวันออก/g, ' E '],
  [/西[经經]|서경|ลองจิจูดตะวันตก/g, ' W '],
  [/(?:[纬緯]度|위도|ละติจูด|\blat(?:itude)?\b)\s*[:=]?/gi, ' Y '],
  [/(?:[经經]度|경도|ลองจิจูด|\b(?:lon(?:g|gitude)?|lng)\b)\s*[:=]?/gi, ' X '],
  [/\bnorth\b/gi, ' N '],
  [/\bsouth\b/gi, ' S '],
  [/\beast\b/gi, ' E '],
  [/\bwest\b/gi, ' W '],
  [/度|도|องศา|\bdeg(?:rees?)?\b/gi, '°'],
  [/พิลิปดา|ฟิลิปดา|秒|초/g, '"'],
  [/ลิปดา|分|분/g, "'"],
]
/** Marks for degrees, minutes and seconds as keyboards, word processors and maps write them. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/[º˚]/g, '°'],
  [/''|′′|’’|″|”|“/g, '"'],
  [/[′’‘´`]/g, "'"],
  [/[−–]/g, '-'],
]
const TOKEN = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)|[°'":]|[NSEWXY]|[,;|/()[\]\s]+/gy

type Angle = { readonly numbers: string[]; readonly marks: (string | null)[]; letters: string[] }

/**
 * One place as people write it: `30.2741, 120.1551`, `N30°16.446′ E120°09.306′`, `30 16 26.8 N 120
 * 9 18.4 E`, `东经120.1551度 北纬30.2741度`. Letters decide what is what; without them `order` does,
 * unless only the other order is possible.
 */
export function readCoordinates(line: string, order: AxisOrder): ReadCoordinates {
  let text = line
  for (const [mark, plain] of MARKS) text = text.replaceAll(mark, plain)
  text = text.normalize('NFKC')
  for (const [mark, plain] of [...MARKS, ...WORDS]) text = text.replaceAll(mark, plain)
  const tokens = splitTokens(text.replaceAll(/[nsewxy]/g, (letter) => letter.toUpperCase()))
  if (tokens === null) return { problem: 'not_coordinates' }
  const angles = parseAngles(tokens)
  if (angles === null) return { problem: 'not_two' }
  const [first, second] = angles.map(computeAngle) as [
    ReturnType<typeof computeAngle>,
    ReturnType<typeof computeAngle>,
  ]
  if (typeof first === 'string') return { problem: first }
  if (typeof second === 'string') return { problem: second }
  if (first.axis !== null && first.axis === second.axis) return { problem: 'same_axis' }
  const firstAxis =
    first.axis ?? (second.axis === null ? null : second.axis === 'lat' ? 'lng' : 'lat')
  const wanted = order === 'latLng' ? 'lat' : 'lng'
  const onlyOther =
    wanted === 'lat'
      ? Math.abs(first.deg) > 90 && Math.abs(second.deg) <= 90
      : Math.abs(second.deg) > 90 && Math.abs(first.deg) <= 90
  const isLatFirst = firstAxis === null ? (wanted === 'lat') !== onlyOther : firstAxis === 'lat'
  const [lat, lng] = isLatFirst ? [first.deg, second.deg] : [second.deg, first.deg]
  if (Math.abs(lat) > 90) return { problem: 'lat_range' }
  if (Math.abs(lng) > 180) return { problem: 'lng_range' }
  const parts = Math.max(first.parts, second.parts)
  return {
    place: [lng, lat],
    swapped: firstAxis === null && onlyOther,
    style: parts === 1 ? 'degrees' : parts === 2 ? 'minutes' : 'seconds',
  }
}

function splitTokens(text: string): string[] | null {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text)
    if (match === null) return null
    tokens.push(match[0])
  }
  const kept = tokens
    .map((token) => (/^[,;|/()[\]\s]+$/.test(token) ? (/[,;|/]/.test(token) ? ',' : '') : token))
    .filter((token) => token !== '')
  return kept.some(isNumber) ? kept : null
}

const isNumber = (token: string): boolean => /^[+-]?[\d.]/.test(token)
const isLetter = (token: string): boolean => /^[NSEWXY]$/.test(token)

/**
 * The figures in two halves: at the second degree mark, at a single comma, or in the middle. Null
 * where the result is not two angles.
 */
function parseAngles(tokens: readonly string[]): [Angle, Angle] | null {
  const numberAt = tokens.flatMap((token, at) => (isNumber(token) ? [at] : []))
  const count = numberAt.length
  const degreeMarks = numberAt.flatMap((at, index) => (tokens[at + 1] === '°' ? [index] : []))
  const commas = tokens.flatMap((token, at) => (token === ',' ? [at] : []))
  const afterComma = commas.length === 1 ? numberAt.findIndex((at) => at > commas[0]!) : -1
  const half =
    degreeMarks.length === 2
      ? degreeMarks[1]!
      : afterComma > 0
        ? afterComma
        : count % 2 === 0
          ? count / 2
          : -1
  if (half < 1 || half > 3 || count - half < 1 || count - half > 3) return null
  const angles: [Angle, Angle] = [
    { numbers: [], marks: [], letters: [] },
    { numbers: [], marks: [], letters: [] },
  ]
  const isPrefixed = tokens.findIndex(isLetter) >= 0 && tokens.findIndex(isLetter) < numberAt[0]!
  let seen = 0
  for (const [at, token] of tokens.entries()) {
    if (isNumber(token)) {
      const angle = angles[seen < half ? 0 : 1]
      seen++
      angle.numbers.push(token)
      angle.marks.push(/^[°'":]$/.test(tokens[at + 1] ?? '') ? tokens[at + 1]! : null)
    } else if (isLetter(token)) {
      angles[isPrefixed ? (seen < half ? 0 : 1) : seen <= half ? 0 : 1].letters.push(token)
    }
  }
  return angles
}

const EXPECTED_MARKS = [['°', ':'], ["'", ':'], ['"']] as const

function computeAngle({
  numbers,
  marks,
  letters,
}: Angle):
  | CoordinateProblem
  | { readonly deg: number; readonly axis: 'lat' | 'lng' | null; readonly parts: number } {
  for (const [index, mark] of marks.entries())
    if (mark !== null && !(EXPECTED_MARKS[index] as readonly string[]).includes(mark))
      return 'not_coordinates'
  const values = numbers.map(Number)
  const [deg = 0, min = 0, sec = 0] = values
  const isWholeBeforeLast = numbers.slice(0, -1).every((number) => !number.includes('.'))
  const areBelow60 = numbers
    .slice(1)
    .every((number, index) => !/^[+-]/.test(number) && values[index + 1]! < 60)
  if (!isWholeBeforeLast || !areBelow60) return 'bad_minutes'
  const compass = letters.filter((letter) => 'NSEW'.includes(letter))
  const axes = new Set(
    letters.map((letter) => ('NSY'.includes(letter) ? ('lat' as const) : ('lng' as const))),
  )
  if (compass.length > 1 || axes.size > 1) return 'same_axis'
  const isSigned = /^[+-]/.test(numbers[0]!)
  const isMinus = numbers[0]!.startsWith('-')
  if (compass.length > 0 && isSigned && isMinus !== 'SW'.includes(compass[0]!))
    return 'sign_and_letter'
  const size = Math.abs(deg) + min / 60 + sec / 3600
  return {
    deg: (isMinus || (compass[0] !== undefined && 'SW'.includes(compass[0])) ? -size : size) + 0,
    axis: [...axes][0] ?? null,
    parts: numbers.length,
  }
}
