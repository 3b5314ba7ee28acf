import { trackHashOf } from './track-hash.ts'

export const run = trackHashOf
