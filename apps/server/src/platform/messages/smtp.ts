import type { MailConfig } from '../config/senders.ts'
import { createTransport } from 'nodemailer'
import { MessageRefused, type Driver, type MailPage } from './driver.ts'

/**
 * A password is never sent unencrypted, except to this machine or if the URL allows it:
 * ?requireTLS=false
 */
const needsTls = (url: URL): boolean =>
  url.username !== '' && !/^(localhost|127\.|\[::1\])/.test(url.hostname)

const toMailParts = ({ html, pictures }: MailPage) => ({
  html,
  attachments: pictures.map(({ name, mediaType, bytes }) => ({
    filename: name,
    cid: name,
    contentType: mediaType,
    content: Buffer.from(bytes),
  })),
})

export const createSmtpDriver = ({ url, from }: MailConfig): Driver => {
  const transport = createTransport({
    url,
    requireTLS: needsTls(new URL(url)),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ to, subject, text, page }) => {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject: subject ?? '',
          text,
          ...(page ? toMailParts(page) : {}),
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        const { responseCode, code } = error as { responseCode?: number; code?: string }
        // The server's answer may contain the recipient.
        throw new MessageRefused(
          `the mail server ${responseCode === undefined ? `could not be used (${code ?? 'unknown error'})` : `answered ${responseCode}`}`,
          { cause: error },
        )
      }
    },
  }
}
