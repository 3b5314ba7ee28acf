// Times in a request may be days, or lack an offset. Their meaning depends on the caller's time
// zone, which a schema does not know: the schema marks where they are, and the server converts them
// before it validates the request.
import { z } from 'zod'
import { startOfZoneDayMs, zoneDay, zoneTimeMs } from '@swath/domain/zone-days'
import type { Schema } from './kit.ts'
import { fieldsIn } from './schema-fields.ts'

/** A day means: `from`: its start; `until`: its end; `day`: the day itself, without a time. */
type Edge = 'from' | 'until' | 'day'
const edges = z.registry<{ readonly edge: Edge }>()

/** Marks a request schema whose times the server interprets in the caller's time zone. */
export const askedMoment = <S extends z.ZodType>(edge: Edge, schema: S): S => {
  edges.add(schema, { edge })
  return schema
}

export type MomentSlot = { readonly path: readonly string[]; readonly edge: Edge }

export const momentSlots = (schema: Schema | undefined): readonly MomentSlot[] =>
  fieldsIn(schema).flatMap(({ path, schema: inner }) => {
    const found = edges.get(inner)
    return found ? [{ path, edge: found.edge }] : []
  })

const dayForm = /^(?:19|20|21)\d\d-\d\d-\d\d$/
const localForm = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/
const offsetForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+ -]\d\d:\d\d)$/i

/** Rejects dates such as 31 February, which JavaScript accepts. */
const isDay = (text: string): boolean =>
  dayForm.test(text) &&
  Number.isFinite(Date.parse(text)) &&
  new Date(Date.parse(text)).toISOString().startsWith(text)
const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

const readTime = (text: string, edge: Edge, timeZone: string): string | null => {
  if (isDay(text))
    return new Date(
      edge === 'until'
        ? startOfZoneDayMs(timeZone, dayAfter(text)) - 1
        : startOfZoneDayMs(timeZone, text),
    ).toISOString()
  const [, day, clock] = localForm.exec(text) ?? []
  const shown = `${day}T${clock}`
  if (day !== undefined && isDay(day) && Number.isFinite(Date.parse(`${shown}Z`)))
    return new Date(zoneTimeMs(timeZone, shown)).toISOString()
  const [, time, offset] = offsetForm.exec(text) ?? []
  // In a URL, an unescaped `+` arrives as a space.
  return time !== undefined && isDay(time.slice(0, 10)) ? time + offset!.replace(' ', '+') : null
}

/** An invalid time is returned unchanged, so that the schema rejects the value that was sent. */
export const readMoment = (value: unknown, edge: Edge, timeZone: string): unknown => {
  if (typeof value !== 'string' || (edge === 'day' && isDay(value))) return value
  const time = readTime(value.trim(), edge, timeZone)
  if (time === null || edge !== 'day') return time ?? value
  const atMs = Date.parse(time)
  return Number.isFinite(atMs) ? zoneDay(timeZone, atMs) : value
}
