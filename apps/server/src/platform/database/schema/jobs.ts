import type { Timestamp } from './column-types.ts'

export interface JobRunnerTable {
  id: string
  heard_at: Timestamp
}

export interface JobTables {
  job_runner: JobRunnerTable
}
