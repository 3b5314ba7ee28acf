import type { Api, Operation } from '@swath/contract/api'
import type { ErrorBody } from '@swath/contract/errors'
import type { Answer, Call } from '@swath/contract/kit'
import type { SignedIn } from '@swath/contract/people/auth'
import type { CallLine } from './calls.ts'
import { currentLanguage } from './language.ts'
import { sendWithProgress } from './send-file.ts'
import { ParameterError } from './parameter-error.ts'
import { publicCalls } from './public-calls.ts'
import {
  currentToken,
  currentTokens,
  dropSession,
  keepSession,
  onSessionChange,
} from './session.ts'

/** Time limit of a call, from the specification, ms. */
export const callTimeoutMs = 60_000

/**
 * A failed call. `code` comes from the server, or is `offline` or `timeout` if there was no
 * response.
 */
export class CallError extends Error {
  readonly code: string
  readonly status: number
  readonly details: readonly { path: string; message: string }[]
  readonly traceId: string | null
  /** Seconds until a retry is allowed, as given by the server; null: unknown. */
  readonly retryAfterS: number | null
  constructor(
    body: Omit<ErrorBody, 'traceId'> & { traceId: string | null },
    status: number,
    retryAfterS: number | null = null,
  ) {
    super(body.message)
    this.name = 'CallError'
    this.code = body.code
    this.status = status
    this.details = body.details ?? []
    this.traceId = body.traceId
    this.retryAfterS = retryAfterS
  }
}

/** At first the calls that need no sign-in; the console adds the others. */
let known: Readonly<Partial<Record<Operation, CallLine>>> = publicCalls
export const addCalls = (calls: Readonly<Record<Operation, CallLine>>): void => {
  known = calls
}
const findCall = async (operation: Operation): Promise<CallLine> => {
  // A call of a page that is being left must not wait, not even for a loaded file.
  if (!known[operation]) known = (await import('./calls.ts')).calls
  return known[operation]!
}

/** Aborts the running calls of the current session when it ends. */
let session = new AbortController()
/** Cancels all calls of the person who signs out, except the sign-out call. */
export const giveUpCalls = (): void => session.abort()
onSessionChange(() => {
  if (!currentTokens()) giveUpCalls()
  else if (session.signal.aborted) session = new AbortController()
})

/** A page that is being left: its last requests outlive it. */
let isLeaving = false
for (const event of ['pagehide', 'pageshow'] as const)
  window.addEventListener(event, () => (isLeaving = event === 'pagehide'), { capture: true })

type Options = {
  signal?: AbortSignal
  /** null: no time limit (tracks) */ timeoutMs?: number | null
  /** Upload progress, 0 to 1 */ onProgress?: (ratio: number) => void
  /** Download progress, bytes */ onBytes?: (bytes: number) => void
}
type Values = Readonly<Record<string, unknown>>
type Parts = { params?: Values; query?: Values; body?: unknown; file?: Blob }

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

const buildAddress = (path: string, { params, query }: Parts): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params?.[name]
    if (value === undefined || value === '') throw new ParameterError()
    return encodeURIComponent(toText(value))
  })
  const search = new URLSearchParams(
    Object.entries(query ?? {})
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, toText(value)]),
  )
  return search.size > 0 ? `${filled}?${search}` : filled
}

const toFormData = (field: string, file: Blob): FormData => {
  const form = new FormData()
  form.append(field, file)
  return form
}

const send = async (
  operation: Operation,
  parts: Parts,
  { signal, timeoutMs: limit = callTimeoutMs, onProgress }: Options,
): Promise<Response> => {
  const [method, path, , who, sends] = known[operation] ?? (await findCall(operation))
  const token = who === 'public' ? null : currentToken()
  if (who === 'signed-in' && !token)
    throw new CallError({ code: 'unauthenticated', message: '', traceId: null }, 401)
  const limits = AbortSignal.any([
    ...(signal ? [signal] : []),
    ...(who === 'signed-in' && operation !== 'loginOut' && currentTokens() ? [session.signal] : []),
    ...(limit === null ? [] : [AbortSignal.timeout(limit)]),
  ])
  limits.throwIfAborted()
  const headers = {
    'language': currentLanguage(),
    'terminal-type': 'web',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  try {
    const address = buildAddress(path, parts)
    if (typeof sends === 'object' && parts.file)
      return await sendWithProgress(
        address,
        { method, headers, body: toFormData(sends.file, parts.file), signal: limits },
        onProgress ?? (() => undefined),
      )
    return await fetch(address, {
      method,
      signal: limits,
      credentials: 'same-origin',
      keepalive: isLeaving,
      headers: {
        ...headers,
        ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    if (cause instanceof DOMException && cause.name === 'TimeoutError')
      throw new CallError({ code: 'timeout', message: '', traceId: null }, 0)
    if (cause instanceof TypeError)
      throw new CallError({ code: 'offline', message: '', traceId: null }, 0)
    throw cause
  }
}

/** The header's value in seconds; its date form is not supported. */
const parseRetryAfter = ({ headers }: Response): number | null => {
  const retryAfter = headers.get('retry-after')
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null
}

const readError = async (response: Response): Promise<CallError> => {
  const fallback = {
    code: `status_${response.status}`,
    message: '',
    traceId: response.headers.get('x-trace-id'),
  }
  try {
    return new CallError(
      { ...fallback, ...((await response.json()) as Partial<ErrorBody>) },
      response.status,
      parseRetryAfter(response),
    )
  } catch {
    // A proxy in between sent a response in another format.
    return new CallError(fallback, response.status, parseRetryAfter(response))
  }
}

/** Splits a flat input into path parameters and the rest, which is the body. */
export const splitInput = async (operation: Operation, input: Values): Promise<Parts> => {
  const [, path, , , sends] = await findCall(operation)
  const names = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  const pick = (isParameter: boolean): Values =>
    Object.fromEntries(Object.entries(input).filter(([name]) => names.has(name) === isParameter))
  return { params: pick(true), ...(sends === 'json' ? { body: pick(false) } : {}) }
}

/** Bytes to buffer before they become a Blob, which the browser can move to disk. */
const heldBytes = 16 * 1024 * 1024

/** Reads a file from a response, with the name that the server gives it. */
const readReplyFile = async (response: Response, { signal, onBytes }: Options): Promise<File> => {
  const name =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
  const type = response.headers.get('content-type') ?? ''
  try {
    if (!onBytes || !response.body) return new File([await response.blob()], name, { type })
    const reader = response.body.getReader()
    const kept: Blob[] = []
    let held: Uint8Array<ArrayBuffer>[] = []
    let bytes = 0
    let blobbed = 0
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      held.push(piece.value)
      bytes += piece.value.length
      onBytes(bytes)
      if (bytes - blobbed < heldBytes) continue
      kept.push(new Blob(held))
      held = []
      blobbed = bytes
    }
    return new File([...kept, ...held], name, { type })
  } catch (cause) {
    if (signal?.aborted || !(cause instanceof TypeError)) throw cause
    throw new CallError({ code: 'offline', message: '', traceId: null }, 0)
  }
}

/**
 * Runs one refresh at a time across all tabs; without Web Locks (pages without TLS), only within
 * this tab.
 */
let refreshing: Promise<unknown> = Promise.resolve()
const exclusively = <T>(work: () => Promise<T>): Promise<T> => {
  if ('locks' in navigator) return navigator.locks.request('refresh', work)
  const next = refreshing.then(work, work)
  refreshing = next.catch(() => undefined) // awaiting `next` gets the error; the queue continues
  return next
}

/** True when there is a token newer than `used`. False: the session has ended. */
export const refreshSession = (used: string | undefined): Promise<boolean> =>
  exclusively(async () => {
    const tokens = currentTokens()
    if (!tokens) return false
    if (tokens.jToken !== used) return true
    const response = await send('refreshToken', { body: { refreshToken: tokens.refreshToken } }, {})
    if (!currentTokens()) return false // signed out meanwhile
    if (response.ok) {
      keepSession((await response.json()) as SignedIn)
      return true
    }
    if (response.status !== 401 && response.status !== 400 && response.status !== 403)
      throw await readError(response)
    dropSession('ended')
    return false
  })

/** Refusals of a session that still needs something: the next sign-in asks for it. */
const isHalf = (code: string): boolean =>
  code === 'second_factor_required' || code === 'own_password_required'

type Arguments<O extends Operation> =
  object extends Call<Api[O]>
    ? [parts?: Call<Api[O]>, options?: Options]
    : [parts: Call<Api[O]>, options?: Options]

/** Calls the server by the contract's name: `await call('getDrone', { query: { droneId } })`. */
export const call = async <O extends Operation>(
  operation: O,
  ...[parts = {} as Call<Api[O]>, options = {}]: Arguments<O>
): Promise<Answer<Api[O]>> => {
  const used = currentTokens()?.jToken
  let response = await send(operation, parts, options)
  // Public calls that identify the caller can also receive an expired token.
  const [, , kind, who] = await findCall(operation)
  const isRefused = (): boolean => response.status === 401 && who !== 'public'
  if (isRefused() && (await refreshSession(used))) response = await send(operation, parts, options)
  if (!response.ok) {
    const error = await readError(response)
    // Another session of the person added a factor, or the account requires one since.
    if (isRefused() || isHalf(error.code)) dropSession('ended')
    throw error
  }
  if (kind === 'raw') return (await readReplyFile(response, options)) as Answer<Api[O]>
  return (response.status === 204 ? undefined : await response.json()) as Answer<Api[O]>
}
