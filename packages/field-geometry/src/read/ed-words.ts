// Facts about a zone from ED-269 and ED-318, other than its geometry. Unknown values are reported,
// and interpreted strictly, so that no one flies where the authority may not allow it.
import { moveWindow } from '@swath/domain/weekly-windows'
import { zoneReasons } from '@swath/domain/zone-terms'
import type { Problem, RestrictionClass, ZoneAuthority, ZoneFacts, ZoneWindow } from '../feature.ts'
import { LIMITS } from '../limits.ts'
import { about, repaired } from '../problems.ts'
import type { FileNotes } from '../parsed-features.ts'
import { isObject, listIn, textIn, type JsonObject } from './json-values.ts'
import { findMember } from './units.ts'

/** Collects what is not understood, for one zone or for the file. */
export type Telling = { readonly problems: Problem[]; readonly notes: FileNotes }

const sayingOf = (text: string): string => text.slice(0, LIMITS.sayingCharacters).toWellFormed()

/**
 * ED-318 has texts in several languages: the English one, else the first. ED-269 has lists of
 * sentences: all of them.
 */
export const wordIn = (value: unknown): string => {
  const words = listIn(value).filter(isObject)
  if (words.length === 0)
    return sayingOf(listIn(value).map(textIn).filter(Boolean).join(' ') || textIn(value))
  const word = words.find(({ lang }) => textIn(lang).startsWith('en')) ?? words[0]!
  return sayingOf(textIn(word['text']))
}

const restrictions: Readonly<Record<string, RestrictionClass>> = {
  PROHIBITED: 'PROHIBITED',
  REQ_AUTHORISATION: 'REQ_AUTHORISATION',
  REQ_AUTHORIZATION: 'REQ_AUTHORISATION',
  CONDITIONAL: 'CONDITIONAL',
  NO_RESTRICTION: 'NO_RESTRICTION',
}
const classOf = (value: unknown): RestrictionClass | undefined =>
  restrictions[
    textIn(value)
      .toUpperCase()
      .replace(/[\s-]+/g, '_')
  ]

/** An unknown class is read as the strictest one. */
export const readRestriction = (
  zone: JsonObject,
  { problems, notes }: Telling,
): RestrictionClass => {
  const stated = findMember(zone, 'restriction')
  const known = classOf(stated) ?? classOf(findMember(zone, 'type'))
  if (known !== undefined) return known
  const word = textIn(stated)
  if (word === '') notes.add('class_missing')
  else problems.push(about(word, repaired('unknown_class')))
  return 'PROHIBITED'
}

const dayNames = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']
const allDays = [1, 2, 3, 4, 5, 6, 7]
const everyDay = /^(ANY|ALL|EVERY|DAILY)/i

/** Every day, if the value is missing or unknown. */
const readDays = (value: unknown, { problems }: Telling): number[] => {
  const words = Array.isArray(value) ? value.map(textIn) : textIn(value).split(/[\s,;]+/)
  const names = words.map((word) => word.toUpperCase().slice(0, 3))
  const unknown = words.filter(
    (word, i) => word !== '' && !everyDay.test(word) && !dayNames.includes(names[i]!),
  )
  if (unknown.length > 0) problems.push(about(unknown.join(', '), repaired('unknown_hours')))
  const days = allDays.filter((day) => names.includes(dayNames[day - 1]!))
  return days.length === 0 || unknown.length > 0 || words.some((word) => everyDay.test(word))
    ? allDays
    : days
}

type Clock = { time: string; aheadMinutes: number; hasZone: boolean }

/** A time of the day, and how far its clock is ahead of UTC: "08:00+08:00", "08:00:00.00Z". */
const readClock = (value: unknown): Clock | null => {
  const stated = /^(\d\d:\d\d)(?::[\d.]+)?(?:(Z)|([+-])(\d\d):?(\d\d))?$/i.exec(
    textIn(value).replace(/^.*T/, ''),
  )
  if (!stated) return null
  const [, time, zulu, sign, hours, minutes] = stated
  const ahead = sign === undefined ? 0 : Number(hours) * 60 + Number(minutes)
  const hasZone = zulu !== undefined || sign !== undefined
  return { time: time!, aheadMinutes: sign === '-' ? -ahead : ahead, hasZone }
}

/** The offset of the start is used for both ends of a window. */
const readWindow = (one: JsonObject, telling: Telling): ZoneWindow[] => {
  const [startTime, endTime] = [findMember(one, 'startTime'), findMember(one, 'endTime')]
  const [start, end] = [readClock(startTime), readClock(endTime)]
  if (start === null || end === null) {
    const word = Object.values(one)
      .filter((value) => typeof value === 'string')
      .join('–')
    telling.problems.push(about(word, repaired('unknown_hours')))
    return []
  }
  if (!start.hasZone) telling.notes.add('zone_missing')
  const stated = {
    days: readDays(findMember(one, 'day'), telling),
    from: start.time,
    until: end.time,
  }
  const { days, from, until } = moveWindow(stated, -start.aheadMinutes)
  return [{ days, startTime: from, endTime: until }]
}

const readWindows = (period: JsonObject, telling: Telling): ZoneWindow[] =>
  [...listIn(findMember(period, 'schedule')), ...listIn(findMember(period, 'dailyPeriod'))]
    .filter(isObject)
    .flatMap((one) => readWindow(one, telling))

const isoTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i

/** ISO 8601; without a zone it is read as UTC, with a note. */
const readTime = (value: unknown, { problems, notes }: Telling): string | null => {
  const text = textIn(value).replace(' ', 'T')
  if (text === '') return null
  const stated = isoTime.exec(text)
  const hasClock = text.includes('T')
  if (hasClock && stated && stated[1] === undefined) notes.add('zone_missing')
  const tMs = stated ? Date.parse(hasClock && stated[1] === undefined ? `${text}Z` : text) : NaN
  if (!Number.isNaN(tMs)) return new Date(tMs).toISOString()
  problems.push(about(text, repaired('unknown_time')))
  return null
}

type Validity = Pick<ZoneFacts, 'validFrom' | 'validUntil' | 'windows'>

/**
 * Several periods are merged from the first beginning to the last end, and more hours than can be
 * stored become all hours: never less than stated.
 */
export const readValidity = (zone: JsonObject, telling: Telling): Validity => {
  const periods = [
    ...listIn(findMember(zone, 'applicability')),
    ...listIn(findMember(zone, 'limitedApplicability')),
  ].filter(isObject)
  const stated = periods.map((period) => ({
    isPermanent: textIn(findMember(period, 'permanent')).toUpperCase() === 'YES',
    start: readTime(findMember(period, 'startDateTime'), telling),
    end: readTime(findMember(period, 'endDateTime'), telling),
    windows: readWindows(period, telling),
  }))
  const never = stated.length === 0
  const isOpen = (side: 'start' | 'end'): boolean =>
    never || stated.some((one) => one.isPermanent || one[side] === null)
  const windows = stated.flatMap((one) => one.windows)
  const isAtAllHours = stated.some((one) => one.windows.length === 0)
  if (windows.length > LIMITS.windows)
    telling.problems.push(repaired('too_many_hours', windows.length))
  return {
    validFrom: isOpen('start') ? null : stated.map(({ start }) => start!).toSorted()[0]!,
    validUntil: isOpen('end')
      ? null
      : stated
          .map(({ end }) => end!)
          .toSorted()
          .at(-1)!,
    windows: isAtAllHours || windows.length > LIMITS.windows ? [] : windows,
  }
}

/** Those of ED-269, and ED-318's of dynamic airspace. */
const reasons = new Set([...zoneReasons.map((reason) => reason.toUpperCase()), 'DAR'])

export const readReasons = (zone: JsonObject, { problems }: Telling): string[] => {
  // "reason" in the standards' examples, "reasons" in files of Spain
  const value = findMember(zone, 'reason') ?? findMember(zone, 'reasons')
  const words = (Array.isArray(value) ? value.map(wordIn) : textIn(value).split(/[\s,;]+/))
    .filter((word) => word !== '')
    .slice(0, LIMITS.reasons)
  const unknown = words.filter((word) => !reasons.has(word.toUpperCase()))
  if (unknown.length > 0) problems.push(about(unknown.join(', '), repaired('unknown_words')))
  return [
    ...new Set(
      words.map((word) => (reasons.has(word.toUpperCase()) ? word.toUpperCase() : 'OTHER')),
    ),
  ]
}

const purposes = ['AUTHORIZATION', 'NOTIFICATION', 'INFORMATION']

const readAuthority = (value: JsonObject, { problems }: Telling): ZoneAuthority => {
  const member = (name: string): string => wordIn(findMember(value, name))
  const stated = member('purpose').toUpperCase().replace('AUTHORISATION', 'AUTHORIZATION')
  const isKnown = stated === '' || purposes.includes(stated)
  if (!isKnown) problems.push(about(stated, repaired('unknown_words')))
  return {
    name: member('name'),
    service: member('service'),
    contactName: member('contactName'),
    siteUrl: member('siteURL'),
    email: member('email'),
    phone: member('phone'),
    purpose: isKnown ? stated : '',
  }
}

export const readAuthorities = (zone: JsonObject, telling: Telling): ZoneAuthority[] =>
  listIn(findMember(zone, 'zoneAuthority'))
    .slice(0, LIMITS.authorities)
    .filter(isObject)
    .map((one) => readAuthority(one, telling))
