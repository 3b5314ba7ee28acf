import { stored } from './stored.ts'

/** The specification's flag: this browser drives a big screen. */
export const bigScreen = stored<boolean>('BigScreen', (kept) => kept === true)
