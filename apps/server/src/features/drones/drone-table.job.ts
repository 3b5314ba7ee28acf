import { droneTableOf } from './drone-table.ts'

export const run = droneTableOf
