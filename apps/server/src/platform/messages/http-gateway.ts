// SMS by any gateway that takes one HTTP request per message: the configuration contains a template
// of the request.
import type { GatewayConfig } from '../config/senders.ts'
import { MessageRefused, type Driver, type OutgoingMessage } from './driver.ts'

const timeoutMs = 10_000

type Escape = (text: string) => string
const inJson: Escape = (text) => JSON.stringify(text).slice(1, -1)
const inXml: Escape = (text) => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
/** `encodeURIComponent` does not encode !'()*, which some gateways interpret. */
const inAddress: Escape = (text) =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const escapeFor = (contentType: string): Escape =>
  /json/i.test(contentType)
    ? inJson
    : /x-www-form-urlencoded/i.test(contentType)
      ? inAddress
      : /xml/i.test(contentType)
        ? inXml
        : (text) => text

const toValues = ({
  to,
  text,
  code,
  template,
  language,
}: OutgoingMessage): Readonly<Record<string, string>> => {
  const [country = '', number = ''] = to.split('-')
  return {
    to: country + number,
    country: country.replace('+', ''),
    number,
    text,
    code: code ?? '',
    template,
    language,
  }
}

/**
 * {to} +8613800000001, {country} 86, {number} 13800000001, {text}, {code}, {template}, {language}
 */
export const gatewayPlaceholders = [
  'to',
  'country',
  'number',
  'text',
  'code',
  'template',
  'language',
] as const

/** Replaces in one pass, so that a placeholder inside a value is not replaced. */
const fill = (pattern: string, values: Readonly<Record<string, string>>, escape: Escape): string =>
  pattern.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? escape(values[name]!) : whole,
  )

export const createHttpGateway = ({
  url,
  method,
  headers,
  body,
}: Omit<GatewayConfig, 'perDay'>): Driver => {
  const contentType =
    Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ??
    'application/json'
  return {
    send: async (message) => {
      const values = toValues(message)
      const answer = await fetch(fill(url, values, inAddress), {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: body === null ? headers : { 'content-type': contentType, ...headers },
        ...(body === null ? {} : { body: fill(body, values, escapeFor(contentType)) }),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new MessageRefused(`the SMS gateway answered ${answer.status}`)
    },
  }
}
