/**
 * Whether an origin named by a browser is that of this host, and secure: passkeys work only there,
 * and identity providers return only there. `localhost` is secure without TLS.
 */
export const isSecureOriginOf = (origin: string, host: string): boolean => {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  const isLocal = host === 'localhost' || host.endsWith('.localhost')
  return hostname === host && (protocol === 'https:' || (isLocal && protocol === 'http:'))
}
