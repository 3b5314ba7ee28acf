// The certificate of the program's own TLS, from files that are read again when they change:
// renewal (certbot, acme.sh, Kubernetes) only has to replace the files.
import { X509Certificate } from 'node:crypto'
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { Logger } from 'pino'
import { StartFailure } from '../config/start-failure.ts'

export type Pem = { cert: string; key: string }

export type Certificate = {
  pem: () => Pem
  context: () => SecureContext
  /** Seconds until it expires. */
  validForS: () => number
  /** Called at each renewal. */
  onRenewed: (listener: (pem: Pem) => void) => void
  stop: () => void
}

const lookEveryMs = 5_000
const soonS = 14 * 24 * 3600

type Read = { pem: Pem; context: SecureContext; validUntilMs: number }

/** @throws if a file is missing or unreadable, or certificate and key do not match */
const read = ({ certFile, keyFile }: { certFile: string; keyFile: string }): Read => {
  const pem = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
  const context = createSecureContext({ ...pem, honorCipherOrder: true })
  return { pem, context, validUntilMs: Date.parse(new X509Certificate(pem.cert).validTo) }
}

/** @throws StartFailure with a message for the person who started the program */
export const followCertificate = (
  files: { certFile: string; keyFile: string },
  log: Logger,
  everyMs = lookEveryMs,
): Certificate => {
  const listeners: ((pem: Pem) => void)[] = []
  const secondsLeft = ({ validUntilMs }: Read): number =>
    Math.floor((validUntilMs - Date.now()) / 1000)
  const warnIfSoon = (one: Read): void => {
    if (secondsLeft(one) < soonS)
      log.warn(`The certificate ends on ${new Date(one.validUntilMs).toISOString()}`)
  }
  let current: Read
  try {
    current = read(files)
  } catch (error) {
    throw new StartFailure(
      `TLS_CERT_FILE and TLS_KEY_FILE cannot be used: ${(error as Error).message}`,
    )
  }
  warnIfSoon(current)

  const renew = (): void => {
    try {
      const next = read(files)
      if (next.pem.cert === current.pem.cert && next.pem.key === current.pem.key) return
      current = next
      warnIfSoon(next)
      for (const listener of listeners) listener(next.pem)
    } catch (error) {
      // One file is replaced before the other: the change of the second triggers another attempt.
      log.warn({ err: error }, 'A changed certificate cannot be used yet; the one before stays')
    }
  }
  const watched = [files.certFile, files.keyFile]
  // Polling follows the symbolic links that certbot and Kubernetes swap.
  for (const file of watched) watchFile(file, { interval: everyMs, persistent: false }, renew)

  return {
    pem: () => current.pem,
    context: () => current.context,
    validForS: () => secondsLeft(current),
    onRenewed: (listener) => void listeners.push(listener),
    stop: () => {
      for (const file of watched) unwatchFile(file, renew)
    },
  }
}
