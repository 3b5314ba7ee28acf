// Parser of requests to the caster: NTRIP 1 (RTCM 10410.0) with its SOURCE line, and NTRIP 2 (RTCM
// 10410.1), which is HTTP/1.1.

export type NtripRequest = {
  /** 2 if the client declares it; the response is then HTTP. */
  readonly version: 1 | 2
  readonly agent: string | null
} & (
  | { readonly kind: 'table' }
  | { readonly kind: 'rover'; readonly mount: string; readonly login: Login | null }
  | {
      readonly kind: 'base'
      readonly mount: string
      readonly password: string
      readonly isChunked: boolean
    }
)
export type Login = { readonly user: string; readonly password: string }

export type ReadRequest =
  | { readonly state: 'incomplete' }
  | { readonly state: 'malformed' }
  | { readonly state: 'read'; readonly request: NtripRequest; readonly bytes: number }

export const headBytesAtMost = 4096
const agentLetters = 80

const readLogin = (header: string | undefined): Login | null => {
  const encoded = /^basic\s+([A-Za-z0-9+/=_-]+)$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0
    ? { user: '', password: text }
    : { user: text.slice(0, colon), password: text.slice(colon + 1) }
}

const readHeaders = (lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    lines.flatMap((line) => {
      const colon = line.indexOf(':')
      return colon < 1
        ? []
        : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const]
    }),
  )

const toText = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text.slice(0, agentLetters)

const toMount = (path: string): string => {
  const name = path.replace(/^\//, '').split('?')[0]!
  try {
    return decodeURIComponent(name)
  } catch {
    return name // unchanged: no mount point has such a name
  }
}

/** The first line decides; in NTRIP 1, SOURCE is followed by a plain-text password. */
const interpret = (first: string, headers: ReadonlyMap<string, string>): NtripRequest | null => {
  const version = /ntrip\/2/i.test(headers.get('ntrip-version') ?? '') ? 2 : 1
  const source = /^SOURCE (\S*) \/?(\S+)$/.exec(first)
  if (source)
    return {
      kind: 'base',
      version: 1,
      agent: toText(headers.get('source-agent')),
      mount: source[2]!,
      password: source[1]!,
      isChunked: false,
    }
  const http = /^(GET|POST) (\S+) HTTP\/1\.[01]$/.exec(first)
  if (!http) return null
  const [, method, path] = http as unknown as [string, string, string]
  const agent = toText(headers.get('user-agent'))
  const login = readLogin(headers.get('authorization'))
  const mount = toMount(path)
  if (method === 'POST')
    return {
      kind: 'base',
      version: 2,
      agent,
      mount,
      password: login?.password ?? '',
      isChunked: /chunked/i.test(headers.get('transfer-encoding') ?? ''),
    }
  return mount === ''
    ? { kind: 'table', version, agent }
    : { kind: 'rover', version, agent, mount, login }
}

/**
 * @param bytes everything received so far
 */
export const readNtripRequest = (bytes: Buffer): ReadRequest => {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return { state: bytes.length > headBytesAtMost ? 'malformed' : 'incomplete' }
  if (end > headBytesAtMost) return { state: 'malformed' }
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const request = interpret(first, readHeaders(lines))
  return request ? { state: 'read', request, bytes: end + 4 } : { state: 'malformed' }
}
