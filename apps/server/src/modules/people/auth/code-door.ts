// Where codes can be sent, and how often they can be tried.
import { z } from 'zod'
import type { LoginName } from '../../../platform/auth/people.queries.ts'
import type { Place } from '../../../platform/auth/device-cookie.ts'
import { createThrottle } from '../../../platform/auth/throttle.ts'
import type { HostTheme } from '../../../platform/auth/themes.ts'
import { createVerificationCodes, type CodeFor } from '../../../platform/auth/verification-codes.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { nameOn } from './login-name.ts'

/** What a code opens, by the login name that it was sent to. */
export type CodeDoor = {
  /** The login name that was typed, where a message can go there from this host. */
  recipientOn: (theme: HostTheme, typed: string, path: string) => LoginName
  /**
   * A right code stays until it is used. `none`: there is no code that could be tried. Fails where
   * too many were tried.
   */
  tryCode: (forWhat: CodeFor, code: string, place: Place) => Promise<'right' | 'wrong' | 'none'>
}

/**
 * An SMS goes to the countries that the host serves and to no other: numbers that charge the sender
 * lie all over the world.
 */
const reachable = (name: LoginName | null, { countryCodes, preview }: HostTheme): boolean => {
  if (name === null) return false
  if ('email' in name) return z.email().safeParse(name.email).success
  const [country, number] = name.phone.split('-')
  return (preview || countryCodes.includes(country!)) && /^\d{7,12}$/.test(number!)
}

export const createCodeDoor = (services: Services): CodeDoor => {
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
