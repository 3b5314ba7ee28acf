// Schemas of the forms before the sign-in: rules of the contract, and of the forms (specification,
// sections 3 and 5). Messages are keys of the forms' texts.
import { NewPassword, RegionCode } from '@swath/contract/fields'
import { JoinRequest } from '@swath/contract/people/user-applications'
import { Registration, VerifyCode } from '@swath/contract/people/registration'
import { z } from 'zod'
import { emailMistake, phoneMistake } from './name-rules.ts'

/**
 * Credentials of the new account. `userSn` is the phone number or the e-mail address; it is not
 * sent under this name, and neither is the confirmation.
 */
const loginFields = {
  by: z.enum(['phone', 'email']),
  countryCode: z.string(),
  userSn: z.string().min(1),
  verifyCode: VerifyCode,
  password: NewPassword,
  passwordConfirmation: z.string().min(1),
}
type LoginFields = {
  by: 'phone' | 'email'
  countryCode: string
  userSn: string
  password: string
  passwordConfirmation: string
}

// Evaluated even while other fields are invalid, because each field is validated on blur.
const always = { when: () => true }
const phoneIsRight = ({ by, userSn }: LoginFields): boolean =>
  by !== 'phone' || phoneMistake(userSn ?? '') === null
const emailIsRight = ({ by, userSn }: LoginFields): boolean =>
  by !== 'email' || emailMistake(userSn ?? '') === null
const areSame = ({ password, passwordConfirmation }: LoginFields): boolean =>
  (passwordConfirmation ?? '') !== '' && passwordConfirmation === password

const { phoneNum: _phone, email: _email, ...companyFields } = Registration.shape
export const RegistrationForm = z
  .object({
    ...companyFields,
    ...loginFields,
    // Optional in the call but required in the form, because people should state where the company
    // is.
    regionCode: RegionCode,
  })
  .refine(phoneIsRight, { path: ['userSn'], message: 'phoneWrong', ...always })
  .refine(emailIsRight, { path: ['userSn'], message: 'emailWrong', ...always })
  .refine(areSame, { path: ['passwordConfirmation'], message: 'confirmationWrong', ...always })
export type RegistrationForm = z.infer<typeof RegistrationForm>

const { phoneNum: _joinPhone, email: _joinEmail, ...joinFields } = JoinRequest.shape
export const JoinForm = z
  .object({ ...joinFields, ...loginFields })
  .refine(phoneIsRight, { path: ['userSn'], message: 'phoneWrong', ...always })
  .refine(emailIsRight, { path: ['userSn'], message: 'emailWrong', ...always })
  .refine(areSame, { path: ['passwordConfirmation'], message: 'confirmationWrong', ...always })
export type JoinForm = z.infer<typeof JoinForm>

/**
 * phoneNum: country code, hyphen, number, empty when an e-mail address is used; email: empty when a
 * phone is used.
 */
const toLogin = ({ by, countryCode, userSn }: LoginFields): { phoneNum: string; email: string } =>
  by === 'phone'
    ? { phoneNum: `${countryCode}-${userSn}`, email: '' }
    : { phoneNum: '', email: userSn }

export const toRegistration = ({
  by,
  countryCode,
  userSn,
  passwordConfirmation,
  ...rest
}: RegistrationForm): Registration => ({
  ...rest,
  ...toLogin({ by, countryCode, userSn, password: rest.password, passwordConfirmation }),
})
export const toJoinRequest = ({
  by,
  countryCode,
  userSn,
  passwordConfirmation,
  ...rest
}: JoinForm): JoinRequest => ({
  ...rest,
  ...toLogin({ by, countryCode, userSn, password: rest.password, passwordConfirmation }),
})

/** The phone number or e-mail address of the new sign-in, formatted for display. */
export const shownLogin = ({
  by,
  countryCode,
  userSn,
}: Pick<LoginFields, 'by' | 'countryCode' | 'userSn'>): string =>
  by === 'phone' ? `${countryCode} ${userSn}` : userSn

/** Maps error codes of the server to fields. */
export const fieldOfError: Readonly<Record<string, string>> = {
  code_wrong: 'verifyCode',
  login_taken: 'userSn',
  domain_taken: 'customDomain',
}
/** Maps a field of the call to its name in the form. */
export const fieldOfPath = (path: string): string => {
  const name = path.replace(/^body\./, '').split('.')[0]!
  return name === 'phoneNum' || name === 'email' ? 'userSn' : name
}

/**
 * The future host of a company with its own domain: a sibling of the current host, formed as on the
 * server.
 */
export const ownHost = (
  label: string,
  { hostname, port }: { hostname: string; port: string },
): string => {
  const parts = hostname.split('.')
  const isLocal =
    /^[\d.]+$/.test(hostname) || hostname.includes(':') || parts.at(-1) === 'localhost'
  const host = isLocal
    ? `${label}.localhost`
    : `${label}.${parts.length >= 3 ? parts.slice(1).join('.') : hostname}`
  return port ? `${host}:${port}` : host
}
