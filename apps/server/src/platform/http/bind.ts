// Binds the contract's routes to their handlers. Checks that apply to every call are only here: the
// caller, their rights, the input, and the schema of the response.
import { finished, Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { HalfStage, Route } from '@swath/contract/kit'
import type { Caller } from '@swath/domain/access/caller'
import { mayKeyCall } from '@swath/domain/access/key-limits'
import { mayCall } from '@swath/domain/access/policy'
import { matchLanguage, type Language } from '@swath/i18n/languages'
import { addressKey } from './address-key.ts'
import { callLimits, createCallGate, strangerLimits, type CallLimits } from './call-gate.ts'
import type { PublicContext, RequestContext } from './context.ts'
import { fail } from '../errors/fail.ts'
import type { Scan } from '../files/malware-scan.ts'
import { needsSender, strangerBodyBytes } from './json-body.ts'
import { createKeyMeter, type MeterKey } from './key-meter.ts'
import { isReadyAnswer, sendReady } from './ready-answer.ts'
import { createPartReader, readContent } from './request-parts.ts'
import { WrittenAnswer } from './written-answer.ts'

/** `sessionId`: null for an API key. */
export type Authenticate = (
  token: string,
  host: string,
  address: string,
) => Promise<{ caller: Caller; sessionId: string | null; half?: HalfStage | null } | null>
/** The screens of this caller on this host. */
export type ScreensFor = (caller: Caller, host: string) => Promise<Parameters<typeof mayCall>[2]>

/** The refusal of other calls, by what a half session still needs. */
const refusals = {
  'factor': 'second_factor_required',
  'set-up': 'second_factor_required',
  'password': 'own_password_required',
} as const satisfies Record<HalfStage, string>

export type AnyHandler = (
  input: { params: unknown; query: unknown; body: unknown; file: unknown },
  context: never,
) => Promise<unknown>

export const pickLanguage = (request: FastifyRequest): Language => {
  const header = request.headers['language']
  return (
    matchLanguage(typeof header === 'string' ? header : undefined) ??
    matchLanguage(request.headers['accept-language']) ??
    'en'
  )
}

export const parseBearer = (request: FastifyRequest): string | null =>
  /^Bearer ([\w.~+/-]{16,200}=*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null

const parseBasicCredentials = (request: FastifyRequest): PublicContext['device'] => {
  const packed = /^Basic ([\w+/=-]{4,400})$/i.exec(request.headers.authorization ?? '')?.[1]
  const [, name, password] =
    /^([^:]*):(.*)$/s.exec(packed === undefined ? '' : Buffer.from(packed, 'base64').toString()) ??
    []
  return name === undefined || password === undefined ? null : { name, password }
}

/**
 * Over TLS, cookies have the prefix with which browsers accept them only from this very host, over
 * TLS, for all paths; others are not read.
 */
const hostPrefix = '__Host-'

const readCookies = (
  cookies: FastifyRequest['cookies'],
  isSecure: boolean,
): RequestContext['cookies'] =>
  isSecure
    ? Object.fromEntries(
        Object.entries(cookies).flatMap(([name, value]) =>
          name.startsWith(hostPrefix) ? [[name.slice(hostPrefix.length), value]] : [],
        ),
      )
    : cookies

const createRequestContext = (
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  sessionId: string | null,
): RequestContext => {
  const client = request.server.readClient(request.raw)
  const abort = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) abort.abort()
  })
  return {
    traceId: request.id,
    language,
    host: client.host,
    ip: client.address,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    sessionId,
    device: parseBasicCredentials(request),
    cookies: readCookies(request.cookies, client.secure),
    setCookie: (name, value, { path, maxAgeS }) => {
      reply.setCookie(client.secure ? `${hostPrefix}${name}` : name, value, {
        path: client.secure ? '/' : path,
        maxAge: maxAgeS,
        httpOnly: true,
        sameSite: 'strict',
        secure: client.secure,
      })
    },
    setHeader: (name, value) => {
      reply.header(name, value)
    },
    signal: abort.signal,
  }
}

const admit = async (
  route: Route,
  request: FastifyRequest,
  authenticate: Authenticate,
  screensFor: ScreensFor,
): Promise<Awaited<ReturnType<Authenticate>>> => {
  const { policy, named, half = [] } = route
  const token = parseBearer(request)
  const { host, address } = request.server.readClient(request.raw)
  const session = token === null ? null : await authenticate(token, host, address)
  if (session) request.log = request.log.child({ userId: session.caller.userId })
  // Half sessions are refused here, so that no handler meets one that its route does not admit.
  if (session?.half && !half.includes(session.half))
    return policy === 'public' ? null : fail(refusals[session.half])
  // An expired token is answered as unauthenticated, so that the client refreshes it, rather than
  // as a call without a token.
  if (policy === 'public')
    return named && token !== null && !session ? fail('unauthenticated') : session
  if (!session) return fail('unauthenticated')
  if (session.caller.key && !mayKeyCall(route, session.caller.key)) return fail('beyond_key')
  if (mayCall(policy, session.caller, await screensFor(session.caller, host)) !== 'yes')
    return fail('forbidden')
  return session
}

/**
 * Waits for the caller's turn. Transfers, which take as long as the connection needs, have separate
 * limits: a place for an upload or download is held until the last byte.
 */
const createTurn = (limits: CallLimits) => {
  const createGates = (of: CallLimits) => ({
    calls: createCallGate(of),
    downloads: createCallGate(of),
    uploads: createCallGate({ ...of, ofAccount: 4 * of.ofAccount }),
  })
  const [people, strangers] = [createGates(limits), createGates(strangerLimits)]
  return async <T>(
    { file, raw }: Route,
    { caller, ip, signal }: PublicContext,
    work: () => Promise<T>,
  ): Promise<T> => {
    const kind = file ? 'uploads' : raw ? 'downloads' : 'calls'
    const leave = caller
      ? await people[kind].enter(
          { userId: caller.key?.keyId ?? caller.userId, accountId: caller.accountId },
          signal,
        )
      : await strangers[kind].enter({ userId: addressKey(ip), accountId: addressKey(ip) }, signal)
    try {
      const answer = await work()
      if (answer instanceof Readable) finished(answer, leave)
      else leave()
      return answer
    } catch (error) {
      leave()
      throw error
    }
  }
}

/** @throws if the handler's answer does not match the schema of the route */
export const checkAnswer = (operation: string, route: Route, answer: unknown): unknown => {
  const checked = z.safeParse(route.out as unknown as z.ZodType, answer)
  if (!checked.success)
    throw new Error(`${operation} answered against its schema: ${z.prettifyError(checked.error)}`)
  return checked.data
}

type ReadFile = () => Promise<Uint8Array | null>

const scanned =
  (file: ReadFile, scan: Scan): ReadFile =>
  async () => {
    const bytes = await file()
    if (bytes) await scan(bytes)
    return bytes
  }

/** Registers every route; a missing handler is a type error, and prevents the start. */
export const bindRoutes = (
  server: FastifyInstance,
  routes: Readonly<Record<string, Route>>,
  handlers: Readonly<Record<string, unknown>>,
  {
    authenticate,
    screensFor,
    limits = callLimits,
    scan = null,
    meterKey = createKeyMeter(),
  }: {
    authenticate: Authenticate
    screensFor: ScreensFor
    limits?: CallLimits
    /** Of each uploaded file, before its handler sees it. */
    scan?: Scan | null
    meterKey?: MeterKey
  },
): void => {
  const inTurn = createTurn(limits)
  for (const [operation, route] of Object.entries(routes)) {
    const handler = handlers[operation] as AnyHandler | undefined
    if (!handler) throw new Error(`No handler for ${operation}`)
    const readParams = createPartReader(route.params, 'params')
    const readQuery = createPartReader(route.query, 'query')
    const readBody = createPartReader(route.body, 'body')
    server.route({
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      ...(route.policy === 'public' && !route.file && { bodyLimit: strangerBodyBytes }),
      onRequest: async (request) => {
        if (route.policy !== 'public' && needsSender(request))
          await admit(route, request, authenticate, screensFor)
      },
      handler: async (request, reply) => {
        const language = pickLanguage(request)
        const session = await admit(route, request, authenticate, screensFor)
        if (session?.caller.key) meterKey(session.caller.key, reply)
        if (request.isMultipart() && !route.file) fail('unsupported_media_type')
        const context: PublicContext = {
          ...createRequestContext(request, reply, language, session?.sessionId ?? null),
          caller: session?.caller ?? null,
        }
        const timeZone = context.caller?.timeZone ?? 'UTC'
        const answer = await inTurn(route, context, async () => {
          const { query, body, file } = await readContent(request, route)
          const input = {
            params: readParams(request.params, language, timeZone),
            query: readQuery(query, language, timeZone),
            body: readBody(body, language, timeZone),
            file: file && scan ? scanned(file, scan) : file,
          }
          return handler(input, context as never)
        })
        // otherwise the stream would be read to its end
        if (request.method === 'HEAD' && answer instanceof Readable) answer.destroy()
        if (route.raw)
          return reply.type(reply.getHeader('content-type')?.toString() ?? route.raw).send(answer)
        if (!route.out) return reply.code(204).send()
        if (answer instanceof WrittenAnswer)
          return sendReady(request, reply, answer, () => answer.json)
        const check = (): unknown => checkAnswer(operation, route, answer)
        return isReadyAnswer(answer)
          ? sendReady(request, reply, answer, () => JSON.stringify(check()))
          : reply.send(check())
      },
    })
  }
}
