// Secrets and signatures of Standard Webhooks 1.0.0 (https://www.standardwebhooks.com).
import { createHmac, randomBytes } from 'node:crypto'
import type { Sealer } from '../../../platform/config/master-key.ts'

/** The purpose under which the secret of a webhook is sealed. */
export const webhookSecretPurpose = (id: string): string => `webhook:${id}`

const prefix = 'whsec_'

/** 32 random bytes; the specification allows 24 to 64. */
export const newSecret = (): Buffer => randomBytes(32)

/** As people copy it into the receiver. */
export const writeSecret = (secret: Buffer): string => prefix + secret.toString('base64')

type Message = { id: string; atMs: number; body: string }

/** A signature by each secret, so that a receiver may have the former one for a while. */
export const signMessage = (
  { id, atMs, body }: Message,
  secrets: readonly Buffer[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> => {
  const seconds = String(Math.floor(atMs / 1000))
  const signed = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64'),
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signed.map((signature) => `v1,${signature}`).join(' '),
  }
}

type SealedSecrets = {
  id: string
  secret_sealed: Buffer
  former_secret_sealed: Buffer | null
  former_secret_until: Date | null
}

/** The secret, and the former one while it still signs. */
export const openSecrets = (row: SealedSecrets, { open }: Sealer, now: Date): Buffer[] => {
  const sealed = [row.secret_sealed]
  if (row.former_secret_sealed && row.former_secret_until && row.former_secret_until > now)
    sealed.push(row.former_secret_sealed)
  return sealed.map((one) => open(one, webhookSecretPurpose(row.id)))
}
