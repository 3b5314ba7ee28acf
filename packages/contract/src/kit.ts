// The contract kit: a route is data. The server binds it, the web calls it, and the OpenAPI
// document and the sweep test are derived from it. A route without a policy does not compile.
import type { Right } from '@swath/domain/access/rights'
import type { Screen } from '@swath/domain/access/screens'
import type { ErrorCode } from './errors.ts'

/**
 * Any zod 4 schema, by structure: constraining by `z.ZodType` doubles the type-checking time
 * (measured).
 */
// oxlint-disable-next-line no-explicit-any -- zod's own marker is typed so
export type Schema = { readonly _zod: { readonly input: any; readonly output: any } }
type In<S> = S extends Schema ? S['_zod']['input'] : undefined
type Out<S> = S extends Schema ? S['_zod']['output'] : undefined

/**
 * Who may call. `public`: anyone. Otherwise a signed-in caller whose account is approved (unless
 * `unchecked`), who has one of `screens` (any signed-in caller if absent) and, if given, `right`.
 */
export type Policy =
  | 'public'
  | { readonly screens?: readonly Screen[]; readonly right?: Right; readonly unchecked?: boolean }

/**
 * A session is half signed in: `factor`: the second factor has not been given; `password`: the
 * person signed in with a temporary password; `set-up`: the account requires a second factor, and
 * the person has none.
 */
export type HalfStage = 'factor' | 'password' | 'set-up'

export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Starts with /api; parameters in braces: /api/drone/device/manage/{droneId}/credential */
  readonly path: `/api/${string}`
  readonly tag: string
  readonly summary: string
  readonly policy: Policy
  /**
   * Only a person in a session may make this call, no program with an API key: it changes who may
   * do what, or belongs to the session.
   */
  readonly personOnly?: true
  /** The call only reads, although its method is not GET: keys that change nothing may make it. */
  readonly reads?: true
  /** Half sessions that may make this call. Absent: none. */
  readonly half?: readonly HalfStage[]
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /**
   * Instead of a body: a multipart form with this one part. `bytes`: maximum size; `types`: for
   * documentation only, since the handler checks the content.
   */
  readonly file?: {
    readonly field: string
    readonly bytes: number
    readonly types: readonly string[]
    /** Default: image_too_large */ readonly tooLarge?: ErrorCode
    /**
     * The form may contain the fields of the query or of the body in addition to the part, and may
     * omit the part. With `body` the call accepts JSON too.
     */
    readonly fields?: 'query' | 'body'
  }
  /**
   * A public call that identifies the caller if there is a session: the token is sent, and an
   * expired one is refused.
   */
  readonly named?: true
  /** The response body; absent: 204 without a body. */
  readonly out?: Schema
  /** The handler validates the response itself and returns it as serialised JSON. */
  readonly written?: true
  /** Media type of a response that is not JSON. The handler returns a Buffer or a stream. */
  readonly raw?: string
  readonly errors?: readonly ErrorCode[]
}

export const route = <const R extends Route>(definition: R): R => definition

type Address<M, P> = { readonly method: M; readonly path: P; readonly tag: string }

/** Defines routes with a common tag, which groups them in the OpenAPI document. */
export const routeWithTag =
  (tag: string) =>
  <
    const M extends Route['method'],
    const P extends Route['path'],
    const R extends Omit<Route, 'method' | 'path' | 'tag'>,
  >(
    method: M,
    path: P,
    definition: R,
  ): Address<M, P> & R => ({ method, path, tag, ...definition })

/** The parsed request that a handler receives. */
export type Parsed<R extends Route> = {
  params: Out<R['params']>
  query: Out<R['query']>
  body: Out<R['body']>
  /** Reads the file part on demand, so that the handler can refuse the request first. */
  file: R['file'] extends { readonly fields: string }
    ? () => Promise<Uint8Array | null>
    : R['file'] extends object
      ? () => Promise<Uint8Array>
      : undefined
}
/** A handler's response; the server validates it against `out` before sending it. */
export type Reply<R extends Route> = R['raw'] extends string
  ? unknown
  : R['written'] extends true
    ? { readonly json: string }
    : R['out'] extends Schema
      ? In<R['out']>
      : void

/** The arguments of a call: only the parts that the route has. */
export type Call<R extends Route> = (R['params'] extends Schema
  ? { params: In<R['params']> }
  : object) &
  (R['query'] extends Schema
    ? object extends In<R['query']>
      ? { query?: In<R['query']> }
      : { query: In<R['query']> }
    : object) &
  (R['body'] extends Schema ? { body: In<R['body']> } : object) &
  (R['file'] extends { readonly fields: string }
    ? { file?: Blob }
    : R['file'] extends object
      ? { file: Blob }
      : object)
/** The result of a call. */
export type Answer<R extends Route> = R['raw'] extends string
  ? File
  : R['out'] extends Schema
    ? Out<R['out']>
    : undefined
