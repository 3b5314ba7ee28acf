import type { Language } from '@swath/i18n/languages'

export type Channel = 'sms' | 'mail'

/** The HTML version of a mail: it references its pictures by `cid:` and their name. */
export type MailPage = {
  html: string
  pictures: readonly { name: string; mediaType: string; bytes: Uint8Array }[]
}

/** A message ready to be sent. */
export type OutgoingMessage = {
  channel: Channel
  /** +86-13800000001, or an e-mail address. */
  to: string
  /** Mail only. */
  subject: string | null
  text: string
  /** Mail only; the text has the same content. */
  page?: MailPage
  /** For gateways that store the texts themselves. */
  template: string
  code: string | null
  language: Language
}

export type Driver = { send: (message: OutgoingMessage) => Promise<void> }

/** The message was refused. Its text must not contain the recipient, because it is logged. */
export class MessageRefused extends Error {}

/** True if it failed before anything was sent, so that a retry cannot deliver the message twice. */
export const failedBeforeSending = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false
  const { code, syscall, cause } = error as { code?: unknown; syscall?: unknown; cause?: unknown }
  return (
    code === 'ECONNREFUSED' ||
    code === 'ENOTFOUND' ||
    code === 'EAI_AGAIN' ||
    code === 'EDNS' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    (cause !== undefined && failedBeforeSending(cause))
  )
}
