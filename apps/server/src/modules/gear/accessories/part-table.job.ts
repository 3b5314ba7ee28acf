import { readPartTable } from './part-table.ts'

export const run = readPartTable
