import { viewOf } from './flight-view.ts'

export const run = viewOf
