import { hashTrack } from './track-hash.ts'

export const run = hashTrack
