import type { LoginName } from '../../../platform/auth/people.queries.ts'
import type { HostTheme } from '../../../platform/auth/themes.ts'
import { demonstrationPhone } from './demonstration-people.ts'

/**
 * Countries where numbers keep their leading zero after the country code. Elsewhere it is dialled
 * only within the country: 081… is +66 81….
 */
const keepsZero: ReadonlySet<string> = new Set(['+39', '+225', '+241', '+242', '+378'])

const toPhone = (country: string, number: string): LoginName => ({
  phone: `${country}-${keepsZero.has(country) ? number : number.replace(/^0+(?=\d{5})/, '')}`,
})

/**
 * Parses a phone number or an e-mail address as people enter it: +86-13800000001, +8613800000001, a
 * number alone (with the theme's country code), with or without the leading zero, or an address in
 * any case. Null: it is neither.
 */
export const parseLoginName = (
  typed: string,
  theme: { defaultCountryCode: string; countryCodes: readonly string[] },
): LoginName | null => {
  const text = typed.trim()
  if (text.includes('@')) return { email: text.toLowerCase() }
  const written = /^(\+\d{1,4})-(\d{5,14})$/.exec(text)
  if (written) return toPhone(written[1]!, written[2]!)
  const digits = text.replace(/[\s()-]/g, '')
  if (/^\d{5,14}$/.test(digits)) return toPhone(theme.defaultCountryCode, digits)
  if (!/^\+\d{6,18}$/.test(digits)) return null
  const code = theme.countryCodes
    .filter((one) => digits.startsWith(one))
    .sort((a, b) => b.length - a.length)[0]
  return code === undefined ? null : toPhone(code, digits.slice(code.length))
}

/** The login name that a text denotes on a host. */
export const nameOn = (theme: HostTheme, typed: string): LoginName | null => {
  const name = parseLoginName(typed, theme)
  return name && theme.preview && 'phone' in name ? { phone: demonstrationPhone(name.phone) } : name
}

export const toText = (name: LoginName): string => ('phone' in name ? name.phone : name.email)
