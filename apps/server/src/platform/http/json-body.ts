import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ServiceError } from '../errors/fail.ts'

/** The deepest body of a call, an announcement, has about 20 levels. */
const levelsAtMost = 100

/** The largest JSON body of a stranger, bytes. Their calls are sign-ins and registrations. */
export const strangerBodyBytes = 64 * 1024

/**
 * Whether a body is larger than strangers may send. Reading it into a text takes milliseconds, in
 * which no device is acknowledged, so the sender must have a session first.
 */
export const needsSender = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  Number(headers['content-length'] ?? (headers['transfer-encoding'] ? Infinity : 0)) >
  strangerBodyBytes

const codes = { quote: 34, backslash: 92, open: [91, 123], close: [93, 125] } as const

/** Index of the quote that ends the string after `from`, or the end of an unfinished text. */
const findStringEnd = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = at
    while (text.charCodeAt(escapes - 1) === codes.backslash) escapes--
    if ((at - escapes) % 2 === 0) return at
  }
  return text.length
}

/** Whether a JSON text has more than 100 levels. Stops there: most of a long text is not read. */
export const isTooDeep = (text: string): boolean => {
  let level = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === codes.quote) at = findStringEnd(text, at + 1)
    else if (code === codes.open[0] || code === codes.open[1]) {
      if (++level > levelsAtMost) return true
    } else if (code === codes.close[0] || code === codes.close[1]) level--
  }
  return false
}

/**
 * Refuses a deeply nested body before it is parsed. Parsing 200,000 levels takes 20 to 50 ms, in
 * which no device is acknowledged, and it needs no sign-in.
 */
export const limitJsonDepth = (server: FastifyInstance): void => {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      if (isTooDeep(text)) done(new ServiceError('malformed_body'))
      else void parse(request, text, done)
    },
  )
}
