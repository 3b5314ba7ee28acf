// What other features use of accounts.
export { PasswordInput } from './password-input.tsx'
export { PhoneInput } from './phone-input.tsx'
