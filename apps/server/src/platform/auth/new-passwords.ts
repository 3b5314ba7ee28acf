// Checks of a new password: it must not contain publicly known data of the person.
import { fail } from '../errors/fail.ts'
import { hashPassword } from './passwords.ts'

/** Shorter names occur in many passwords by coincidence. */
const nameLength = 5

/** A phone number without its country code, or an e-mail address up to the @. */
const toWord = (name: string): string =>
  (name.includes('@') ? name.split('@')[0]! : name.split('-').at(-1)!)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether the password consists of a phone number or an e-mail address, with any separators. */
const holds = (password: string, name: string): boolean => {
  const word = toWord(name)
  if (word.length < nameLength) return false
  const plain = password.toLowerCase()
  return plain.includes(word) || (/^\d+$/.test(word) && plain.replaceAll(/\D/g, '').includes(word))
}

/**
 * `names`: the person's sign-in names.
 * @throws invalid_input at `path` for a password that contains one of them
 */
export const hashNewPassword = (
  password: string,
  names: readonly (string | null | undefined)[],
  path = 'password',
): Promise<string> =>
  names.some((name) => name && holds(password, name))
    ? fail('invalid_input', {}, [{ path, message: 'passwordNamesPerson' }])
    : hashPassword(password)
