// What other features use of sign-in.
export { createCodeDoor, type CodeDoor } from './code-door.ts'
export { parseLoginName, toText } from './login-name.ts'
export { masked, toUserInfo } from './user-info.ts'
