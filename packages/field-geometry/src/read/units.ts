// Lengths and heights with their units, as people and authorities write them.
import type { HeightReference } from '../feature.ts'
import { textIn } from './json-values.ts'

const metresPerFoot = 0.3048
/** A flight level counts hundreds of feet of the standard atmosphere. */
const metresPerLevel = 100 * metresPerFoot

const units: readonly (readonly [RegExp, number])[] = [
  [/^(m|mtrs?|met(er|re)s?|米|公尺|미터|เมตร)$/, 1],
  [/^(km|kms|kilomet(er|re)s?|公里|千米|킬로미터|กิโลเมตร|กม)$/, 1_000],
  [/^(ft|feet|foot|英尺|呎|피트|ฟุต)$/, metresPerFoot],
  [/^(nm|nmi|nauticalmiles?|海里|浬|해리|ไมล์ทะเล)$/, 1_852],
  [/^(mi|miles?|statutemiles?|英里|哩|마일|ไมล์)$/, 1_609.344],
  [/^(yd|yards?|码|碼)$/, 0.9144],
  [/^(cm|centimet(er|re)s?|厘米)$/, 0.01],
]

/** Metres of one unit; NaN where it is no unit of length. */
export const metresPerUnit = (word: string): number => {
  const plain = word.toLowerCase().replace(/[\s._-]/g, '')
  return units.find(([pattern]) => pattern.test(plain))?.[1] ?? NaN
}

/** "1,200" has thousands, "5,5" a decimal comma. */
const parseNumber = (text: string): number =>
  Number(
    /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)
      ? text.replaceAll(',', '')
      : text.replace(',', '.'),
  )

/** A number and what follows it: "5 NM", "1,200 ft", "300". */
const splitText = (text: string): { number: number; unit: string } => {
  const match = /^([-+]?\d[\d.,]*)\s*(\D{0,30})$/.exec(text.trim().slice(0, 80))
  return match === null
    ? { number: NaN, unit: '' }
    : { number: parseNumber(match[1]!), unit: match[2]!.trim() }
}

/** `unit`: as in the file; empty if not given. */
export type Length = { readonly number: number; readonly unit: string }

export const readLength = (value: unknown, unitBeside = ''): Length => {
  if (typeof value === 'number') return { number: value, unit: unitBeside }
  const { number, unit } = splitText(textIn(value))
  return { number, unit: unit || unitBeside }
}

export type Height =
  | {
      readonly kind: 'height'
      readonly heightM: number
      /** null: use the separately given reference */
      readonly reference: HeightReference | null
      readonly isPressure: boolean
      readonly hasUnit: boolean
    }
  | { readonly kind: 'unlimited' | 'none' }
  | { readonly kind: 'unknown'; readonly word: string }

const unlimited = /^(unl|unlimited|unltd|inf|infinity|none|no ?limit)$/i
const ground = /^(gnd|sfc|ground|surface)$/i
const references: readonly (readonly [RegExp, HeightReference])[] = [
  [/\s*\b(agl|agnd|asfc|gnd|sfc|above ground( level)?)$/i, 'ground'],
  [/\s*\b(amsl|msl|asl|alt|above (mean )?sea level)$/i, 'sea'],
]

/** A reference by its name; null if unknown. */
export const readReference = (
  value: unknown,
): HeightReference | 'pressure' | 'ellipsoid' | null => {
  const word = textIn(value)
  if (/^(AGL|GND|SFC|HEI|GROUND|SURFACE|ABOVE GROUND( LEVEL)?)$/i.test(word)) return 'ground'
  if (/^(AMSL|MSL|ASL|ALT|SEA|ABOVE (MEAN )?SEA LEVEL)$/i.test(word)) return 'sea'
  if (/^(STD|STANDARD|FL|QNE)$/i.test(word)) return 'pressure'
  return /^(WGS ?84|HAE|W84|ELLIPSOID)$/i.test(word) ? 'ellipsoid' : null
}

/**
 * "FL65", "2000 ft AMSL", "GND", "UNL", 120 with a separate unit. `assumed`: the unit if none is
 * given or it is not understood; empty: there is none to assume.
 */
export const readHeight = (value: unknown, unitBeside: string, assumed: string): Height => {
  if (value === undefined || value === null || value === '') return { kind: 'none' }
  const whole = textIn(value)
  if (unlimited.test(whole)) return { kind: 'unlimited' }
  const height = (heightM: number, rest: object = {}): Height => ({
    kind: 'height',
    heightM,
    reference: null,
    isPressure: false,
    hasUnit: true,
    ...rest,
  })
  if (ground.test(whole)) return height(0, { reference: 'ground' })
  const level = /^FL\s*(\d{1,3})$/i.exec(whole)
  if (level) return height(Number(level[1]) * metresPerLevel, { isPressure: true })
  const match = references.find(([pattern]) => pattern.test(whole))
  const length = readLength(
    typeof value === 'number' ? value : match ? whole.replace(match[0], '') : whole,
    unitBeside,
  )
  const reference = match?.[1] ?? null
  if (Number.isNaN(length.number)) return { kind: 'unknown', word: whole }
  const unit = length.unit || assumed || 'm'
  for (const word of [unit, assumed]) {
    if (/^fl$/i.test(word)) return height(length.number * metresPerLevel, { isPressure: true })
    const metres = metresPerUnit(word)
    if (!Number.isNaN(metres))
      return height(length.number * metres, {
        reference,
        hasUnit: length.unit !== '' || assumed !== '',
      })
  }
  return { kind: 'unknown', word: length.unit }
}

/** A member by its name in any case: "Radius", "RADIUS", "radius". */
export const findMember = (object: Readonly<Record<string, unknown>>, name: string): unknown => {
  if (name in object) return object[name]
  const key = Object.keys(object).find((one) => one.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : object[key]
}

const radiusKey =
  /^(?:circle)?(?:radius|buffer(?:radius|distance)?|半径|半徑|반경|반지름|รัศมี)(?:in)?([a-z]*)$/

/** The radius in properties, with the unit from its key, its value or a related key. */
export const findRadius = (properties: Readonly<Record<string, unknown>>): Length | null => {
  for (const [key, value] of Object.entries(properties)) {
    const found = radiusKey.exec(key.toLowerCase().replace(/[\s_().[\]-]/g, ''))
    if (found === null) continue
    const isUnit = !Number.isNaN(metresPerUnit(found[1]!))
    if (found[1] !== '' && !isUnit) continue
    const beside = [
      'radiusUnit',
      'radiusUnits',
      'radius_unit',
      'radiusUom',
      'uomRadius',
      'unit',
      'units',
      'uom',
    ]
      .map((name) => textIn(findMember(properties, name)))
      .find((word) => word !== '')
    const length = readLength(value, found[1] || beside)
    if (length.number > 0) return length
  }
  return null
}
