// What the sign-in form asks of its fields (specification, section 5). Messages are keys of auth.json.

export type SignInLayout = 'china' | 'international'
export type SignInForm = { name: string; countryCode: string; password: string; verifyCode: string; rememberPassword: boolean }
export type SignInField = 'name' | 'password' | 'verifyCode'

const email = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

const nameMistake = (name: string, layout: SignInLayout): string | null => {
  if (layout === 'china') {
    if (name === '') return 'auth:phoneMissing'
    return /^1[3-9]\d{9}$/.test(name) ? null : 'auth:phoneWrong'
  }
  if (name === '') return 'auth:nameMissing'
  if (/^[\d\s-]+$/.test(name)) return /^\d{9,11}$/.test(name) ? null : 'auth:phoneWrong'
  return email.test(name) ? null : 'auth:emailWrong'
}

const passwordMistake = (password: string, layout: SignInLayout): string | null => {
  if (password === '') return 'auth:passwordMissing'
  return layout === 'china' || (/[A-Za-z]/.test(password) && /\d/.test(password)) ? null : 'auth:passwordWrong'
}

/** The key of what is wrong with a field, or null. */
export const mistakeIn = (field: SignInField, form: SignInForm, layout: SignInLayout): string | null => {
  if (field === 'name') return nameMistake(form.name.trim(), layout)
  if (field === 'password') return passwordMistake(form.password, layout)
  return /^\d{4}$/.test(form.verifyCode) ? null : 'auth:captchaWrong'
}

/** How the call wants it: country code, hyphen, number; or the e-mail address. */
export const signInName = ({ name, countryCode }: SignInForm): string => name.includes('@') ? name.trim() : `${countryCode}-${name.trim()}`
