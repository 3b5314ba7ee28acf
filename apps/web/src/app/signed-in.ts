import { addCalls } from '../lib/api.ts'
import { calls } from '../lib/calls.ts'
import { goHome, goToAccount, guardScreen } from './guard.ts'
import { Shell } from './shell.tsx'

// A page before the sign-in does not load them: 5 KiB.
addCalls(calls)

/** The modules that every page needs after sign-in, fetched as one chunk. */
export const signedIn = { Shell, goHome, goToAccount, guardScreen } as const
