// Rules of sign-in names (specification, section 5). Messages are keys of auth.json.

const email = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

/** Recipient of a code, in the form of the API. */
export type Recipient = { phoneNum: string } | { email: string }

/** Text that cannot be the beginning of a phone number is treated as an e-mail address. */
export const isEmailName = (name: string): boolean => /[^\d+().\s-]/.test(name)

export const phoneMistake = (name: string): string | null =>
  /^\d{9,11}$/.test(name) ? null : 'auth:phoneWrong'
export const emailMistake = (name: string): string | null =>
  email.test(name) && name.length <= 120 ? null : 'auth:emailWrong'

/** For fields that accept both: 9 to 11 digits are a phone number, other text an e-mail address. */
export const nameMistake = (name: string): string | null => {
  if (name === '') return 'auth:nameMissing'
  return isEmailName(name) ? emailMistake(name) : phoneMistake(name)
}

/** 11 digits that begin with 1 and then 3 to 9. */
export const chinaPhoneMistake = (name: string): string | null => {
  if (name === '') return 'auth:phoneMissing'
  return /^1[3-9]\d{9}$/.test(name) ? null : 'auth:phoneWrong'
}

/** Requires six digits, which are sent by SMS or mail. */
export const codeMistake = (code: string): string | null => {
  if (code === '') return 'auth:codeMissing'
  return /^\d{6}$/.test(code) ? null : 'auth:codeWrong'
}

/** Country code, hyphen, number; or the e-mail address. */
export const toRecipient = (name: string, countryCode: string): Recipient =>
  isEmailName(name) ? { email: name } : { phoneNum: `${countryCode}-${name}` }
export const nameForCall = (name: string, countryCode: string): string =>
  isEmailName(name) ? name : `${countryCode}-${name}`
