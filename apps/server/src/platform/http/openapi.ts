// Derives the OpenAPI 3.1 document from the contract. x-policy describes who may call; the sweep
// test reads the contract itself, so that document and test cannot drift apart.
import { z } from 'zod'
import { ErrorBody, errorStatus, type ErrorCode } from '@swath/contract/errors'
import type { Route, Schema } from '@swath/contract/kit'

type Json = { [key: string]: unknown }

const always: readonly ErrorCode[] = [
  'invalid_input',
  'too_many_requests',
  'internal',
  'unavailable',
]
const withBody: readonly ErrorCode[] = [
  'malformed_body',
  'payload_too_large',
  'unsupported_media_type',
  'request_timeout',
]

const createSchemaWriter = () => {
  const components: Record<string, Json> = {}
  const write = (schema: Schema, io: 'input' | 'output'): Json => {
    const {
      $schema: _dialect,
      $defs,
      ...rest
    } = z.toJSONSchema(schema as unknown as z.ZodType, {
      io,
      unrepresentable: 'any',
      target: 'draft-2020-12',
    }) as Json
    const moved = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(moved)
      if (value === null || typeof value !== 'object') return value
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [
          key,
          key === '$ref' && typeof inner === 'string'
            ? inner.replace('#/$defs/', '#/components/schemas/')
            : moved(inner),
        ]),
      )
    }
    for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, Json>))
      components[name] ??= moved(definition) as Json
    const { id, ...own } = rest
    if (typeof id !== 'string') return moved(own) as Json
    components[id] ??= moved(own) as Json
    return { $ref: `#/components/schemas/${id}` }
  }
  return { components, write }
}

const parameters = (schema: Json, place: 'path' | 'query'): Json[] =>
  Object.entries((schema['properties'] ?? {}) as Record<string, Json>).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || ((schema['required'] ?? []) as string[]).includes(name),
    ...(property['description'] ? { description: property['description'] } : {}),
    schema: property,
  }))

/** @param fields that may be sent with the file, as a schema of an object */
const describeMultipart = (
  { field, bytes, types, fields: beside }: NonNullable<Route['file']>,
  fields: Json = {},
): Json => ({
  schema: {
    type: 'object',
    ...(beside ? {} : { required: [field] }),
    additionalProperties: false,
    properties: {
      ...(fields['properties'] as Json | undefined),
      [field]: {
        type: 'string',
        format: 'binary',
        description: `${types.join(' or ')}, at most ${bytes} bytes`,
      },
    },
  },
  encoding: { [field]: { contentType: types.join(', ') } },
})

const listErrorCodes = (route: Route): ErrorCode[] => [
  ...new Set<ErrorCode>([
    ...(route.policy === 'public' ? [] : (['unauthenticated', 'forbidden'] as const)),
    ...(route.errors ?? []),
    ...(route.body || route.file ? withBody : []),
    ...(route.file ? (['file_infected'] as const) : []),
    ...always,
  ]),
]

const describeAnswer = (
  route: Route,
  write: ReturnType<typeof createSchemaWriter>['write'],
): Json =>
  route.raw
    ? {
        200: {
          description: 'Done',
          content: { [route.raw]: { schema: { type: 'string', format: 'binary' } } },
        },
      }
    : route.out
      ? {
          200: {
            description: 'Done',
            content: { 'application/json': { schema: write(route.out, 'output') } },
          },
        }
      : { 204: { description: 'Done' } }

const describeBody = (
  { body, query, file }: Route,
  write: ReturnType<typeof createSchemaWriter>['write'],
): Json | null => {
  if (!body && !file) return null
  const beside = file?.fields === 'body' ? body : file?.fields === 'query' ? query : undefined
  return {
    required: true,
    content: {
      ...(body ? { 'application/json': { schema: write(body, 'input') } } : {}),
      ...(file
        ? { 'multipart/form-data': describeMultipart(file, beside && write(beside, 'input')) }
        : {}),
    },
  }
}

export const openApiDocument = (api: Readonly<Record<string, Route>>, version: string): Json => {
  const { components, write } = createSchemaWriter()
  const errorRef = write(ErrorBody, 'output')
  const paths: Record<string, Json> = {}
  for (const [operationId, route] of Object.entries(api)) {
    const codes = listErrorCodes(route)
    const requestBody = describeBody(route, write)
    const statuses = [...new Set(codes.map((code) => errorStatus[code]))].sort((a, b) => a - b)
    const responses = describeAnswer(route, write)
    for (const status of statuses) {
      responses[status] = {
        description: codes.filter((code) => errorStatus[code] === status).join(', '),
        content: { 'application/json': { schema: errorRef } },
      }
    }
    const operation: Json = {
      operationId,
      'tags': [route.tag],
      'summary': route.summary,
      'x-policy': route.policy,
      ...(route.policy === 'public' ? { security: route.named ? [{}, { jToken: [] }] : [] } : {}),
      'parameters': [
        ...(route.params ? parameters(write(route.params, 'input'), 'path') : []),
        ...(route.query ? parameters(write(route.query, 'input'), 'query') : []),
        { $ref: '#/components/parameters/language' },
      ],
      ...(requestBody ? { requestBody } : {}),
      responses,
    }
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Swath',
      version,
      description:
        'The control room for spraying fleets. Areas are answered in mu, times in ISO 8601.',
    },
    servers: [{ url: '/' }],
    security: [{ jToken: [] }],
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        jToken: { type: 'http', scheme: 'bearer', description: 'jToken of a sign-in' },
      },
      parameters: {
        language: {
          name: 'language',
          in: 'header',
          required: false,
          description: 'Language of messages',
          schema: { type: 'string', enum: ['en', 'zh-CN', 'zh-TW', 'th', 'ko'] },
        },
      },
    },
  }
}
