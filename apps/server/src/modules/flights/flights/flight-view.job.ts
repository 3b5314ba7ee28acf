import { computeView } from './flight-view.ts'

export const run = computeView
