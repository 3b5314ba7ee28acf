import type { LoginName } from '../../platform/auth/people.queries.ts'
import type { HostTheme } from '../../platform/auth/themes.ts'
import { demonstrationPhone } from './demonstration-people.ts'

/**
 * What people type where a phone or an e-mail address is asked for: +86-13800000001, +8613800000001, a number alone (the
 * theme's country code is taken), an address in any case. Null: it is neither, so nobody's.
 */
export const loginNameOf = (typed: string, theme: { defaultCountryCode: string; countryCodes: readonly string[] }): LoginName | null => {
  const text = typed.trim()
  if (text.includes('@')) return { email: text.toLowerCase() }
  if (/^\+\d{1,4}-\d{5,14}$/.test(text)) return { phone: text }
  const digits = text.replace(/[\s()-]/g, '')
  if (/^\d{5,14}$/.test(digits)) return { phone: `${theme.defaultCountryCode}-${digits}` }
  if (!/^\+\d{6,18}$/.test(digits)) return null
  const code = theme.countryCodes.filter((one) => digits.startsWith(one)).sort((a, b) => b.length - a.length)[0]
  return code === undefined ? null : { phone: `${code}-${digits.slice(code.length)}` }
}

/** Whose name it is on a host. */
export const nameOn = (theme: HostTheme, typed: string): LoginName | null => {
  const name = loginNameOf(typed, theme)
  return name && theme.preview && 'phone' in name ? { phone: demonstrationPhone(name.phone) } : name
}

export const textOf = (name: LoginName): string => ('phone' in name ? name.phone : name.email)
