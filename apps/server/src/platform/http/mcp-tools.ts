// The calls of the contract that only read, as tools of the Model Context Protocol.
import { z } from 'zod'
import type { Route, Schema } from '@swath/contract/kit'

type Json = Readonly<Record<string, unknown>>

/** `inputSchema`: one object with the parameters, the query and the body of the call. */
export type Tool = {
  name: string
  title: string
  description: string
  inputSchema: { type: 'object' } & Json
  annotations: { readOnlyHint: true; openWorldHint: false }
}

type Routes = Readonly<Record<string, Route>>

/** Calls that read JSON, and that keys may make. */
const isTool = ({ method, reads, out, raw, policy, personOnly }: Route): boolean =>
  (method === 'GET' || reads === true) &&
  out !== undefined &&
  raw === undefined &&
  policy !== 'public' &&
  !personOnly

type Fields = { properties: Json; required: string[] }
/** A schema is converted once: all of them take 64 ms, in which no device is acknowledged. */
const described = new Map<Schema, Fields>()

const describe = (schema: Schema | undefined): Fields => {
  if (!schema) return { properties: {}, required: [] }
  const known = described.get(schema)
  if (known) return known
  const { properties = {}, required = [] } = z.toJSONSchema(schema as unknown as z.ZodType, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-2020-12',
    reused: 'inline',
  }) as Partial<Fields>
  described.set(schema, { properties, required })
  return { properties, required }
}

/** @throws if two parts of a call have a field of the same name */
const mergeParts = (name: string, { params, query, body }: Route): Tool['inputSchema'] => {
  const parts = [params, query, body].map(describe)
  const names = parts.flatMap(({ properties }) => Object.keys(properties))
  if (new Set(names).size < names.length) throw new Error(`${name} has fields of the same name`)
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Json,
    required: parts.flatMap(({ required }) => required),
    additionalProperties: false,
  }
}

export const describeTools = (routes: Routes): ReadonlyMap<string, Tool> =>
  new Map(
    Object.entries(routes)
      .filter(([, route]) => isTool(route))
      .map(([name, route]) => [
        name,
        {
          name,
          title: route.summary,
          description: `${route.tag}: ${route.summary}.`,
          inputSchema: mergeParts(name, route),
          annotations: { readOnlyHint: true, openWorldHint: false },
        },
      ]),
  )

const toText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(toText).join(',')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

/** The request of a call with the arguments of its tool. Unknown arguments go into the query, which refuses them. */
export const toRequest = (
  { method, path, params, body }: Route,
  args: Json,
): { method: Route['method']; url: string; payload?: Json } => {
  const [inPath, inBody] = [params, body].map((part) => describe(part).properties)
  const pick = (isIn: (name: string) => boolean): Json =>
    Object.fromEntries(Object.entries(args).filter(([name]) => isIn(name)))
  const query = pick((name) => !(name in inPath!) && !(name in inBody!))
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(toText(args[name] ?? '')),
  )
  const asked = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]): [string, string] => [name, toText(value)]),
  ).toString()
  return {
    method,
    url: asked === '' ? address : `${address}?${asked}`,
    ...(body ? { payload: pick((name) => name in inBody!) } : {}),
  }
}
