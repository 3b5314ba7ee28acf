// What other features use of sign-in.
export { createCodeDoor, type CodeDoor } from './code-door.ts'
export { loginNameOf, textOf } from './login-name.ts'
export { masked, settingsOf, userInfoOf } from './user-info.ts'
