import { computeShare } from './shared-ground.ts'

export const run = computeShare
