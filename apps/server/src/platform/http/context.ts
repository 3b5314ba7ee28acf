import type { Language } from '@swath/i18n/languages'
import type { Caller } from '@swath/domain/access/caller'
import type { Parsed, Reply, Route } from '@swath/contract/kit'

/** The request's context, in addition to its parsed parts. */
export type RequestContext = {
  traceId: string
  language: Language
  host: string
  ip: string
  userAgent: string
  /** The session of the bearer token; null on public routes without one. */
  sessionId: string | null
  /** HTTP Basic credentials of a device; not verified. */
  device: { name: string; password: string } | null
  cookies: Readonly<Record<string, string | undefined>>
  setCookie: (name: string, value: string, options: { path: string; maxAgeS: number }) => void
  setHeader: (name: string, value: string) => void
  /** Aborted when the client disconnects. */
  signal: AbortSignal
}
export type PublicContext = RequestContext & { caller: Caller | null }
export type SignedInContext = RequestContext & { caller: Caller }

export type ContextOf<R extends Route> = R['policy'] extends 'public'
  ? PublicContext
  : SignedInContext

/** A handler for each route; a missing one is a type error. */
export type Handlers<Routes extends Record<string, Route>> = {
  [K in keyof Routes]: (
    input: Parsed<Routes[K]>,
    context: ContextOf<Routes[K]>,
  ) => Promise<Reply<Routes[K]>>
}
