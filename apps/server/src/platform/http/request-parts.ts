// Parses parameters, query and body of a request by the schemas of its route.
import type { FastifyRequest } from 'fastify'
import type { Route, Schema } from '@swath/contract/kit'
import { momentSlots, readMoment, type MomentSlot } from '@swath/contract/moments'
import { listNames } from '@swath/contract/schema-fields'
import type { Language } from '@swath/i18n/languages'
import { fail } from '../errors/fail.ts'
import { parseOr } from './messages.ts'
import { readForm, readOneFile } from './one-file.ts'

/** `name=value` as requested, truncated to fit into a sentence. */
const askedIn = (value: unknown, path: string): string => {
  const name = path.split('.')[0]!
  const given = (value as Readonly<Record<string, unknown>>)[name]
  return typeof given === 'string' ? `${name}=${given.slice(0, 60)}` : name
}

type Part = 'params' | 'query' | 'body'
type ReadPart = (value: unknown, language: Language, timeZone: string) => unknown

/** Refuses unknown filters: ignoring one would make an unfiltered response look filtered. */
const refuseUnknownNames = (value: unknown, known: ReadonlySet<string>): void => {
  const unknown = Object.keys(value ?? {}).find((name) => !known.has(name))
  if (unknown !== undefined)
    fail('invalid_input', { asked: askedIn(value, unknown) }, [
      { path: `query.${unknown}`, message: 'parameterUnknown' },
    ])
}

/** Interprets times without an offset in the caller's time zone. */
const readMoments = (
  value: unknown,
  slots: readonly MomentSlot[],
  timeZone: string,
): Readonly<Record<string, unknown>> => {
  const read = (
    part: unknown,
    [name, ...deeper]: readonly string[],
    edge: MomentSlot['edge'],
  ): unknown =>
    name === undefined
      ? readMoment(part, edge, timeZone)
      : typeof part === 'object' && part !== null && Object.hasOwn(part, name)
        ? { ...part, [name]: read((part as Record<string, unknown>)[name], deeper, edge) }
        : part
  return slots.reduce((whole, { path, edge }) => read(whole, path, edge), value) as Readonly<
    Record<string, unknown>
  >
}

const parsePart = (schema: Schema, value: unknown, language: Language, part: Part): unknown => {
  const parsed = parseOr(schema, value, language)
  if (parsed.ok) return parsed.value
  return fail(
    'invalid_input',
    // A form marks its invalid fields; for a URL the error must name the invalid part.
    part === 'body' ? {} : { asked: askedIn(value, parsed.details[0]!.path) },
    parsed.details.map((detail) => ({
      ...detail,
      path: part === 'body' ? detail.path : `${part}.${detail.path}`,
    })),
  )
}

/** Parts that depend only on the route are computed once. */
export const createPartReader = (schema: Schema | undefined, part: Part): ReadPart => {
  const known = part === 'query' ? listNames(schema) : null
  const slots = part === 'params' ? [] : momentSlots(schema)
  return (value, language, timeZone) => {
    if (known) refuseUnknownNames(value, known)
    return schema && parsePart(schema, readMoments(value ?? {}, slots, timeZone), language, part)
  }
}

/** Reads a form first, because it may contain fields of the query or of the body. */
export const readContent = async (request: FastifyRequest, { file }: Route) => {
  const { query, body } = request
  if (!file?.fields) return { query, body, file: file && (() => readOneFile(request, file)) }
  if (!request.isMultipart())
    return { query, body, file: async () => (file.fields === 'body' ? null : fail('one_file')) }
  const { fields, bytes } = await readForm(request, file)
  const answer = async (): Promise<Uint8Array | null> => bytes
  if (file.fields === 'body') return { query, body: fields, file: answer }
  const { filename: _name, ...given } = fields
  return { query: { ...given, ...(query as object) }, body, file: answer }
}
