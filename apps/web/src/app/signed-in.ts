// What every page after the sign-in stands on, fetched as one.
export { goHome, goToAccount, guardScreen } from './guard.ts'
export { Shell } from './shell.tsx'
