// What other features use of flight control.
export { commandWords, stateWords } from './command-words.ts'
export { LockDialog } from './lock-dialog.tsx'
