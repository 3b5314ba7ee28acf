// Rules for new passwords (specification, section 5). Messages are keys of auth.json.
import { NewPassword } from '@swath/contract/fields'

export const newPasswordMistake = (password: string): string | null => {
  if (password === '') return 'auth:newPasswordMissing'
  return NewPassword.safeParse(password).success ? null : 'auth:passwordRule'
}

export const confirmationMistake = (password: string, confirmation: string): string | null => {
  if (confirmation === '') return 'auth:confirmationMissing'
  return confirmation === password ? null : 'auth:confirmationWrong'
}
