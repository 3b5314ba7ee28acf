import { measureZone } from './zone-geometry.ts'

export const run = measureZone
