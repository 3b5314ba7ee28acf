// The OpenAPI document: valid 3.1, with every call of the contract; its page works with our content
// security policy.
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '@swath/contract/api'
import { errorStatus, type ErrorCode } from '@swath/contract/errors'
import type { Route } from '@swath/contract/kit'
import { registerMetaRoutes } from './meta-routes.ts'
import { openMeta } from './testing.ts'
import { createHttpServer, refuseUnknown } from './server.ts'

type Json = { [key: string]: Json } & { $ref?: string }
type Operation = {
  'operationId': string
  'tags': string[]
  'summary': string
  'x-policy': unknown
  'security'?: unknown[]
  'parameters': { name?: string; in?: string; required?: boolean; schema?: Json; $ref?: string }[]
  'requestBody'?: { content: Record<string, { schema: Json }> }
  'responses': Record<string, { description: string; content?: Record<string, { schema: Json }> }>
}

let server: FastifyInstance
let document: {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, Json>>
} & Record<string, unknown>
let operations: { path: string; method: string; operation: Operation; route: Route }[]

beforeAll(async () => {
  server = await createHttpServer({ log: pino({ level: 'silent' }) })
  registerMetaRoutes(server, api, openMeta)
  refuseUnknown(server, async () => null)
  document = (await server.inject('/api/openapi.json')).json()
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation,
      route: (api as Record<string, Route>)[operation.operationId]!,
    })),
  )
})
afterAll(() => server.close())

const eachReference = (value: unknown, found: string[] = []): string[] => {
  if (Array.isArray(value)) for (const one of value) eachReference(one, found)
  else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string') found.push(inner)
      else eachReference(inner, found)
    }
  }
  return found
}

describe('the document', () => {
  test('has every call of the contract once, with its name, method and path', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document['info']).toMatchObject({ title: 'Swath', version: '1.2.3' })
    expect(document['servers']).toEqual([{ url: '/' }])
    expect(operations.map(({ operation }) => operation.operationId).toSorted()).toEqual(
      Object.keys(api).toSorted(),
    )
    for (const { path, method, operation, route } of operations)
      expect([path, method.toUpperCase()], operation.operationId).toEqual([
        route.path,
        route.method,
      ])
  })

  test('every reference resolves, and no schema is unused', () => {
    const references = new Set(eachReference(document))
    const resolve = (reference: string) =>
      reference
        .replace('#/', '')
        .split('/')
        .reduce<unknown>((at, part) => (at as Json | undefined)?.[part], document)
    for (const reference of references) expect(resolve(reference), reference).toBeTypeOf('object')
    for (const [group, named] of Object.entries({
      schemas: document.components['schemas']!,
      parameters: document.components['parameters']!,
    })) {
      for (const name of Object.keys(named))
        expect(references, `${group}/${name}`).toContain(`#/components/${group}/${name}`)
    }
    expect(JSON.stringify(document)).not.toContain('$defs')
  })

  test('each call has its policy, path parameters, request and response', () => {
    for (const { path, operation, route } of operations) {
      const note = operation.operationId
      expect(operation['x-policy'], note).toEqual(route.policy)
      expect(operation.summary.length, note).toBeGreaterThan(5)
      expect(operation.tags, note).toEqual([route.tag])
      expect(operation.security, note).toEqual(
        route.policy !== 'public' ? undefined : route.named ? [{}, { jToken: [] }] : [],
      )
      const inPath = operation.parameters.filter((one) => one.in === 'path')
      expect(
        inPath.map(({ name }) => name),
        note,
      ).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
      expect(
        inPath.every(({ required }) => required),
        note,
      ).toBe(true)
      for (const one of operation.parameters)
        expect(one.$ref ?? one.schema, `${note} ${one.name}`).toBeTruthy()
      expect(new Set(operation.parameters.map((one) => `${one.in} ${one.name}`)).size, note).toBe(
        operation.parameters.length,
      )
      expect(Object.keys(operation.requestBody?.content ?? {}), note).toEqual([
        ...(route.body ? ['application/json'] : []),
        ...(route.file ? ['multipart/form-data'] : []),
      ])
      const success = route.out || route.raw ? '200' : '204'
      expect(Object.keys(operation.responses), note).toContain(success)
      expect(Object.keys(operation.responses[success]!.content ?? {}), note).toEqual(
        route.raw ? [route.raw] : route.out ? ['application/json'] : [],
      )
    }
  })

  test('each call has every refusal that it may return, as the error document', () => {
    for (const { operation, route } of operations) {
      const codes: ErrorCode[] = [
        ...(route.errors ?? []),
        ...(route.policy === 'public' ? [] : (['unauthenticated', 'forbidden'] as const)),
        ...(route.body || route.file
          ? (['malformed_body', 'payload_too_large', 'unsupported_media_type'] as const)
          : []),
        ...(route.file ? (['file_infected'] as const) : []),
        'internal',
        'unavailable',
      ]
      for (const code of codes) {
        const response = operation.responses[errorStatus[code]]
        expect(response?.description.split(', '), `${operation.operationId} ${code}`).toContain(
          code,
        )
        expect(response!.content!['application/json']!.schema.$ref).toBe(
          '#/components/schemas/Error',
        )
      }
    }
  })

  test('each schema is a type, a choice, a constant or a reference', () => {
    const look = (schema: Json, at: string): void => {
      const said = ['type', 'anyOf', 'oneOf', 'allOf', 'const', 'enum', '$ref'].some(
        (key) => key in schema,
      )
      expect(
        said || Object.keys(schema).every((key) => ['description', 'default'].includes(key)),
        `${at}: ${JSON.stringify(schema).slice(0, 100)}`,
      ).toBe(true)
      expect('nullable' in schema, at).toBe(false) // from OpenAPI 3.0
      for (const [name, inner] of Object.entries(schema['properties'] ?? {}))
        look(inner as Json, `${at}.${name}`)
      for (const name of (schema['required'] ?? []) as unknown as string[])
        expect(Object.keys(schema['properties'] ?? {}), at).toContain(name)
      if (schema['items']) look(schema['items'], `${at}[]`)
      for (const key of ['anyOf', 'oneOf', 'allOf'])
        for (const inner of (schema[key] ?? []) as unknown as Json[]) look(inner, `${at}|`)
    }
    for (const [name, schema] of Object.entries(document.components['schemas']!)) look(schema, name)
    for (const { operation } of operations) {
      for (const response of Object.values(operation.responses))
        for (const { schema } of Object.values(response.content ?? {}))
          look(schema, operation.operationId)
      for (const one of operation.parameters)
        if (one.schema) look(one.schema, `${operation.operationId} ${one.name}`)
    }
  })

  test('an input with a default is optional, in an answer it is required', () => {
    const create = operations.find(
      ({ operation }) => operation.operationId === 'createNoFlyZone',
    )!.operation
    const body = create.requestBody!.content['application/json']!.schema
    expect(body['required']).toEqual(['noflyName', 'type', 'shape'])
    expect(document.components['schemas']!['NoFlyZone']!['required']).toEqual(
      expect.arrayContaining(['detailAddress', 'lowerM', 'validUntil']),
    )
  })
})

describe('its page', () => {
  test('loads only files of this server, with the right types, and nothing inline', async () => {
    const reply = await server.inject('/api/docs')
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.body).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\son\w+=|style=|javascript:/i)
    const loaded = [...reply.body.matchAll(/(?:src|href)="([^"]+)"/g)]
      .map((match) => match[1]!)
      .filter((url) => url !== 'data:,') // data URLs need no request
    expect(loaded.toSorted()).toEqual([
      '/api/docs/docs.css',
      '/api/docs/docs.js',
      '/api/openapi.json',
    ])
    const types = await Promise.all(
      loaded.map(async (url) => (await server.inject(url)).headers['content-type']),
    )
    expect(types.map(String).toSorted()).toEqual([
      'application/json; charset=utf-8',
      'text/css; charset=utf-8',
      'text/javascript; charset=utf-8',
    ])
  })

  test('its script works with the content security policy', async () => {
    const script = await readFile(new URL('./docs-page/docs.js', import.meta.url), 'utf8')
    expect(script).not.toMatch(
      /\beval\b|new Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write|setAttribute\('(?:style|on)|\bimport\b/,
    )
    expect([...script.matchAll(/fetch\('([^']+)'/g)].map((match) => match[1])).toEqual([
      '/api/openapi.json',
    ])
  })
})
