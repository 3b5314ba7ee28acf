// What other features use of sign-in.
export { createCodeDoor, type CodeDoor } from './code-door.ts'
export { parseLoginName, toText } from './login-name.ts'
export { masked, parseSettings, toUserInfo } from './user-info.ts'
