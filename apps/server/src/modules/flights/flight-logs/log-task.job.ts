import type { Config } from '../../../platform/config/config.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { PieceLost } from '../../../platform/files/pieces.ts'
import { runTask, type LogResult, type LogTask } from './log-tasks.ts'

type Order = { task: LogTask; store: Pick<Config, 's3' | 'dataFolder'> }

export const run = async ({
  task,
  store,
}: Order): Promise<{ result: LogResult<LogTask['kind']> } | { lost: true }> => {
  try {
    return { result: await runTask(task, openFileStore(store)) }
  } catch (error) {
    if (error instanceof PieceLost) return { lost: true }
    throw error
  }
}
