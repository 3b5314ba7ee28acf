import { readDroneTable } from './drone-table.ts'

export const run = readDroneTable
