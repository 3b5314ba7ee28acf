// What other features use of sign-in.
export { createCodeDoor } from './codes.routes.ts'
export { loginNameOf, textOf } from './login-name.ts'
export { masked, settingsOf, userInfoOf } from './user-info.ts'
