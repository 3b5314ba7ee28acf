// Validation of the sign-in form (specification, section 5). Messages are keys of auth.json.
import { chinaPhoneMistake, codeMistake, nameMistake } from './name-rules.ts'

export type SignInLayout = 'china' | 'international'
export type SignInMethod = 'password' | 'sms'
export type SignInForm = {
  name: string
  countryCode: string
  password: string
  verifyCode: string
  smsCode: string
  rememberPassword: boolean
}
export type SignInField = 'name' | 'password' | 'verifyCode' | 'smsCode'

/** In the order of the page: the first invalid field takes the focus. */
export const fieldsByMethod: Readonly<Record<SignInMethod, readonly SignInField[]>> = {
  password: ['name', 'password', 'verifyCode'],
  sms: ['name', 'smsCode'],
}

const passwordMistake = (password: string, layout: SignInLayout): string | null => {
  if (password === '') return 'auth:passwordMissing'
  return layout === 'china' || (/[A-Za-z]/.test(password) && /\d/.test(password))
    ? null
    : 'auth:passwordWrong'
}

/** The key of a field's error, or null. */
export const mistakeIn = (
  field: SignInField,
  form: SignInForm,
  layout: SignInLayout,
): string | null => {
  switch (field) {
    case 'name':
      return layout === 'china' ? chinaPhoneMistake(form.name) : nameMistake(form.name)
    case 'password':
      return passwordMistake(form.password, layout)
    case 'verifyCode':
      return /^\d{4}$/.test(form.verifyCode) ? null : 'auth:captchaWrong'
    case 'smsCode':
      return codeMistake(form.smsCode)
  }
}
