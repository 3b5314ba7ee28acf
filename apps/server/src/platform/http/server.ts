import { randomBytes } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import {
  constants,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2Session,
} from 'node:http2'
import type { Socket } from 'node:net'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Logger } from 'pino'
import type { Certificate } from '../tls/certificate.ts'
import { traceRequests } from '../tracing/spans.ts'
import { errorStatus, type ErrorBody, type ErrorCode } from '@swath/contract/errors'
import { pickLanguage } from './bind.ts'
import { limitJsonDepth, needsSender } from './json-body.ts'
import { createClientReader, type ReadClient } from './client.ts'
import { fail, ServiceError } from '../errors/fail.ts'
import { errorSentence, fieldSentence, waitSentence } from './messages.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readClient: ReadClient
  }
}

/** Seconds for which browsers use only TLS after a first visit: one year. */
const strictTransport = 'max-age=31536000'

/** Our error codes for errors of Fastify. */
const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
}

const toErrorCode = (error: FastifyError | ServiceError): ErrorCode => {
  if (error instanceof ServiceError) return error.code
  const known = frameworkCodes[error.code]
  if (known) return known
  if (isDatabaseAway(error)) return 'unavailable'
  return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
    ? 'malformed_body'
    : 'internal'
}

const awayCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '53300', // server stopping, starting or full
  '25006', // a replica, or the former primary after a failover
  '40001',
  '40P01',
  '55P03', // lock not available: another transaction holds it
])
/**
 * Connection refused or lost, server starting or stopping, pool exhausted: a later retry may
 * succeed.
 */
const isDatabaseAway = (error: { code?: string; message?: string }): boolean =>
  awayCodes.has(error.code ?? '') ||
  // Connection lost or refused; pgbouncer reports all its failures with 08P01.
  String(error.code ?? '').startsWith('08') ||
  /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|after calling end on the pool|driver has already been destroyed/.test(
    error.message ?? '',
  )

const styleSource = "style-src 'self'"
/** Where a page wants the nonce of its style elements. */
const noncePlace = '{{style-nonce}}'

// MapLibre loads its worker from one of our files.
const contentSecurityPolicy = (
  mapOrigins: readonly string[],
  videoOrigins: readonly string[],
): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self' blob:",
    styleSource,
    ['img-src', "'self'", 'data:', 'blob:', ...mapOrigins].join(' '),
    ['connect-src', "'self'", ...mapOrigins, ...videoOrigins].join(' '),
    "font-src 'self' data:",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')

const securityHeaders = (
  mapOrigins: readonly string[],
  videoOrigins: readonly string[],
): Readonly<Record<string, string>> => ({
  'content-security-policy': contentSecurityPolicy(mapOrigins, videoOrigins),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
})

const listOrigins = (urls: HttpOptions['mapUrls'] = []): string[] => [
  ...new Set(urls.flatMap((url) => (url ? [new URL(url.replace(/\{.*?\}/g, '0')).origin] : []))),
]

/**
 * Limit of how much of an oversized body is read and discarded, so that the connection can be kept.
 */
const drainedBytes = 64 * 1024 * 1024

const errorBody = (
  request: FastifyRequest,
  code: ErrorCode,
  values: ServiceError['values'] = {},
): ErrorBody => ({
  code,
  message:
    code === 'too_many_requests' && typeof values['retryAfterS'] === 'number'
      ? waitSentence(pickLanguage(request), values['retryAfterS'])
      : errorSentence(pickLanguage(request), 'asked' in values ? 'invalid_query' : code, values),
  traceId: request.id,
})

/**
 * Input that is not HTTP has no request object: the answer is written to the socket, in English.
 */
const refuseSocket = (error: { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const code: ErrorCode =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? 'request_timeout'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? 'payload_too_large'
        : 'malformed_body'
  const body: ErrorBody = { code, message: errorSentence('en', code), traceId: newTraceId() }
  const text = JSON.stringify(body)
  socket.write(
    `HTTP/1.1 ${errorStatus[code]} ${STATUS_CODES[errorStatus[code]]}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `x-content-type-options: nosniff\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    () => socket.destroy(),
  )
}

const newTraceId = (): string => randomBytes(8).toString('hex')

/** Methods by path; collected for each server as its routes are added. */
const methodsAt = new WeakMap<FastifyInstance, (path: string) => string[]>()
const keepMethods = (server: FastifyInstance): void => {
  const known: { methods: readonly string[]; path: RegExp }[] = []
  server.addHook('onRoute', ({ method, url }) => {
    const path = url
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      .join('/')
    known.push({ methods: [method].flat(), path: new RegExp(`^${path}$`) })
  })
  methodsAt.set(server, (path) =>
    [
      ...new Set(known.filter((route) => route.path.test(path)).flatMap((route) => route.methods)),
    ].sort(),
  )
}

export type HttpOptions = {
  log: Logger
  /** Enables HTTP/2; HTTP/1.1 stays for older clients and for WebSockets. */
  certificate?: Certificate | undefined
  /** Addresses and ranges of proxies; if empty, forwarding headers are ignored. */
  trustedProxies?: readonly string[]
  /** Further origins from which the console may load tiles and styles. */
  mapUrls?: readonly (string | undefined)[]
  /** Origins from which the console may load pictures of drones' cameras. */
  videoOrigins?: readonly string[]
  /** Limit from the first byte of a request to its last, ms. Checked every `checkMs`. */
  requestTimeoutMs?: number
  checkMs?: number
}

/** Works around Fastify's types, which support only one kind of server. */
const spoken = (certificate: Certificate): { http2?: false } =>
  ({ http2: true, https: { allowHTTP1: true, ...certificate.pem() } }) as unknown as {
    http2?: false
  }

/**
 * The options of `http` below have no effect with HTTP/2: limits of HTTP/1.1 are set on the server,
 * and an HTTP/2 request that does not end is aborted.
 */
const limitTls = (
  server: FastifyInstance,
  certificate: Certificate,
  { requestTimeoutMs, checkMs }: { requestTimeoutMs: number; checkMs: number },
): void => {
  const secure = server.server as unknown as Http2SecureServer & Record<Limit, number>
  secure.requestTimeout = requestTimeoutMs
  secure.headersTimeout = Math.min(20_000, requestTimeoutMs)
  secure.connectionsCheckingInterval = checkMs
  certificate.onRenewed((pem) => secure.setSecureContext(pem))
  const sessions = new Set<Http2Session>()
  secure.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  server.addHook('preClose', async () => {
    for (const session of sessions) session.destroy()
  })
  server.addHook('onRequest', async ({ raw }) => {
    const { stream } = raw as unknown as Partial<Http2ServerRequest>
    if (!stream) return
    const late = setTimeout(() => {
      if (!stream.readableEnded) stream.close(constants.NGHTTP2_CANCEL)
    }, requestTimeoutMs)
    stream.once('close', () => clearTimeout(late))
  })
}
type Limit = 'requestTimeout' | 'headersTimeout' | 'connectionsCheckingInterval'

/** The path is that of the route: an address may contain a secret. */
const logRefusal = (request: FastifyRequest, code: ErrorCode): void =>
  request.log[code === 'forbidden' ? 'warn' : 'info'](
    {
      code,
      traceId: request.id,
      path: request.routeOptions.url,
      address: request.server.readClient(request.raw).address,
    },
    'a call was refused',
  )

/** Answers with our error document, and logs server errors and refusals. */
const answerError = (
  error: FastifyError | ServiceError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const code = toErrorCode(error)
  const status = errorStatus[code]
  // The client has disconnected while sending the request or waiting for the answer.
  const hasLeft =
    (!request.raw.complete && request.raw.destroyed) ||
    (reply.raw.closed && !reply.raw.writableFinished)
  if (hasLeft)
    request.log.info({ path: request.routeOptions.url }, 'the caller left before the end')
  else if (status >= 500)
    request.log.error(
      { err: error, traceId: request.id, path: request.routeOptions.url },
      'request failed',
    )
  else logRefusal(request, code)
  const values = error instanceof ServiceError ? error.values : {}
  const body = errorBody(request, code, values)
  if (error instanceof ServiceError && error.details) {
    const language = pickLanguage(request)
    body.details = error.details.map(({ path, message }) => ({
      path,
      message: fieldSentence(language, message),
    }))
  }
  if (status === 503 || status === 429)
    reply.header('retry-after', String(values['retryAfterS'] ?? 2))
  // Most clients read no answer before they have sent everything; if the connection were closed,
  // they would never see it.
  if (
    code === 'payload_too_large' &&
    Number(request.headers['content-length'] ?? Infinity) <= drainedBytes
  )
    reply.removeHeader('connection')
  reply.removeHeader('content-disposition') // set for the file that was not sent
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

/** An HTTP server with our error document, limits and headers, and no routes yet. */
export const createHttpServer = async ({
  requestTimeoutMs = 60_000,
  checkMs = 5_000,
  ...options
}: HttpOptions): Promise<FastifyInstance> => {
  const headers = securityHeaders(listOrigins(options.mapUrls), options.videoOrigins ?? [])
  const { certificate } = options
  const server = Fastify({
    ...(certificate && spoken(certificate)),
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    requestTimeout: requestTimeoutMs,
    // Node swaps the two limits if that of the headers is longer.
    http: {
      requestTimeout: requestTimeoutMs,
      headersTimeout: Math.min(20_000, requestTimeoutMs),
      connectionsCheckingInterval: checkMs,
    },
    connectionTimeout: 120_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: true,
    genReqId: newTraceId,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    // A path that cannot be decoded arrives here before any hook.
    frameworkErrors: (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      void reply
        .headers(headers)
        .code(errorStatus.malformed_body)
        .send(errorBody(request, 'malformed_body')),
    clientErrorHandler: refuseSocket,
  }) as unknown as FastifyInstance
  if (certificate) limitTls(server, certificate, { requestTimeoutMs, checkMs })
  await server.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  })
  await server.register(multipart)
  await server.register(cookie)
  server.decorate('readClient', createClientReader(options.trustedProxies))

  limitJsonDepth(server)
  keepMethods(server)
  traceRequests(server)
  server.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
  server.addHook('onRequest', async (request, reply) => {
    if (server.readClient(request.raw).secure)
      reply.header('strict-transport-security', strictTransport)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })

  server.setErrorHandler(answerError)
  return server
}

/** The page served for paths that are not files. */
export type Page = {
  type: string
  /** The component library writes style elements: they need the nonce, new for each response. */
  body: string
  /** In addition to those of every page, or instead of them. */
  headers?: Readonly<Record<string, string>>
}

/** Unknown paths below /api get our error document; a known path with another method gets 405. */
export const refuseUnknown = (
  server: FastifyInstance,
  otherwise: (url: string) => Promise<Page | null>,
): void => {
  server.addHook('onRequest', async (request) => {
    if (request.is404 && needsSender(request)) fail('not_found')
  })
  server.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const page =
      (request.method === 'GET' || request.method === 'HEAD') && !path.startsWith('/api/')
        ? await otherwise(path)
        : null
    if (page) {
      const nonce = randomBytes(16).toString('base64url')
      const policy = String(reply.getHeader('content-security-policy'))
      return reply
        .header('cache-control', 'no-cache')
        .header(
          'content-security-policy',
          policy.replace(styleSource, `${styleSource} 'nonce-${nonce}'`),
        )
        .headers(page.headers ?? {})
        .type(page.type)
        .send(page.body.replace(noncePlace, nonce))
    }
    const methods = methodsAt.get(server)?.(path) ?? []
    if (methods.length > 0) reply.header('allow', methods.join(', '))
    const code = methods.length > 0 ? 'method_not_allowed' : 'not_found'
    return reply.code(errorStatus[code]).send(errorBody(request, code))
  })
}
