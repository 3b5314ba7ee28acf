// What other features use of commands: told as a person tells them, and routes looked at.
export { commandHandlers } from './commands.routes.ts'
export { checkRoute } from './route-check.ts'
