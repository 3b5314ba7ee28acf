import { goHome, goToAccount, guardScreen } from './guard.ts'
import { Shell } from './shell.tsx'

/** What every page after the sign-in stands on, fetched as one. */
export const signedIn = { Shell, goHome, goToAccount, guardScreen } as const
