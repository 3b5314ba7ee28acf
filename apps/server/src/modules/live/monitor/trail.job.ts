import { trailIn } from './trail.ts'

export const run = trailIn
