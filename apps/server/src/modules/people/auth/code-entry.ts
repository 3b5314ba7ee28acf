// Recipients of codes, and limits on attempts.
import { z } from 'zod'
import type { LoginName } from '../../../platform/auth/people.queries.ts'
import type { Place } from '../../../platform/auth/device-cookie.ts'
import { createThrottle } from '../../../platform/auth/throttle.ts'
import type { HostTheme } from '../../../platform/auth/themes.ts'
import { createVerificationCodes, type CodeFor } from '../../../platform/auth/verification-codes.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { nameOn } from './login-name.ts'

/** Checks codes by the login name that they were sent to. */
export type CodeEntry = {
  /** The entered login name, if this host can send messages to it. */
  recipientOn: (theme: HostTheme, typed: string, path: string) => LoginName
  /**
   * A right code stays valid until it is used. `none`: there is no code. Fails after too many
   * attempts.
   */
  tryCode: (forWhat: CodeFor, code: string, place: Place) => Promise<'right' | 'wrong' | 'none'>
}

/**
 * SMS are sent only to countries that the host serves, because premium-rate numbers exist
 * worldwide.
 */
const reachable = (name: LoginName | null, { countryCodes, preview }: HostTheme): boolean => {
  if (name === null) return false
  if ('email' in name) return z.email().safeParse(name.email).success
  const [country, number] = name.phone.split('-')
  return (preview || countryCodes.includes(country!)) && /^\d{7,12}$/.test(number!)
}

export const createCodeEntry = (services: Services): CodeEntry => {
  const codes = createVerificationCodes(services)
  const throttle = createThrottle(services.db)
  return {
    recipientOn: (theme, typed, path) => {
      const name = nameOn(theme, typed)
      return name && reachable(name, theme)
        ? name
        : fail('invalid_input', {}, [
            { path, message: typed.includes('@') ? 'emailWrong' : 'phoneWrong' },
          ])
    },
    tryCode: async (forWhat, code, place) => {
      const admission = await throttle.admitCodeTry(forWhat.recipient, forWhat.purpose, place)
      if (!admission.admitted)
        return fail('too_many_requests', { retryAfterS: admission.retryAfterS })
      const outcome = await codes.try(forWhat, code)
      if (outcome !== 'wrong') await admission.undo(outcome)
      return outcome
    },
  }
}
