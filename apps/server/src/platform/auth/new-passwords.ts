// Checks of a new password: it must not be one that many people use, nor contain publicly known data
// of the person.
import { NewPassword } from '@swath/contract/fields'
import { fail } from '../errors/fail.ts'
import { hashPassword } from './passwords.ts'

/** Of a password that another person has seen, and that its owner still has to receive. */
const temporaryForMs = 7 * 24 * 3_600_000

/** Until when a password made by someone else lets its owner in, to choose their own. */
export const temporaryUntil = (nowMs: number): Date => new Date(nowMs + temporaryForMs)

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

/** The most common passwords that meet the rule, in lower case; read at the first new password. */
const readCommonPasswords = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((one) => NewPassword.safeParse(one).success))
}
let common: Promise<ReadonlySet<string>> | undefined

/**
 * `names`: the person's sign-in names.
 * @returns why the password must not be used, or null
 */
export const findPasswordFault = async (
  password: string,
  names: readonly (string | null | undefined)[],
): Promise<'passwordNamesPerson' | 'passwordCommon' | null> => {
  if (names.some((name) => name && holds(password, name))) return 'passwordNamesPerson'
  return (await (common ??= readCommonPasswords())).has(password.toLowerCase())
    ? 'passwordCommon'
    : null
}

/** @throws invalid_input at `path` for a password that is common or contains one of the names */
export const hashNewPassword = async (
  password: string,
  names: readonly (string | null | undefined)[],
  path = 'password',
): Promise<string> => {
  const message = await findPasswordFault(password, names)
  return message ? fail('invalid_input', {}, [{ path, message }]) : hashPassword(password)
}
