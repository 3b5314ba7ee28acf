// A password that somebody chooses for a person: what everybody knows of the person is none.
import { fail } from '../errors/fail.ts'
import { hashPassword } from './passwords.ts'

/** Shorter names occur in many words by chance. */
const nameLength = 5

/** The number without its country code, and what stands before the @. */
const toWord = (name: string): string =>
  (name.includes('@') ? name.split('@')[0]! : name.split('-').at(-1)!)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether the password is made of a phone number or an e-mail address, whatever stands between. */
const holds = (password: string, name: string): boolean => {
  const word = toWord(name)
  if (word.length < nameLength) return false
  const plain = password.toLowerCase()
  return plain.includes(word) || (/^\d+$/.test(word) && plain.replaceAll(/\D/g, '').includes(word))
}

/**
 * `names`: with which the person signs in.
 * @throws invalid_input at `path` for a password that holds one of them
 */
export const hashNewPassword = (
  password: string,
  names: readonly (string | null | undefined)[],
  path = 'password',
): Promise<string> =>
  names.some((name) => name && holds(password, name))
    ? fail('invalid_input', {}, [{ path, message: 'passwordNamesPerson' }])
    : hashPassword(password)
