import { goHome, goToAccount, guardScreen } from './guard.ts'
import { Shell } from './shell.tsx'

/** The modules that every page needs after sign-in, fetched as one chunk. */
export const signedIn = { Shell, goHome, goToAccount, guardScreen } as const
