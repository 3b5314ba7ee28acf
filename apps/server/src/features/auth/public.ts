// What other features use of sign-in.
export { loginNameOf } from './login-name.ts'
export { masked } from './user-info.ts'
