// A process that starts a job and never finishes it, to be killed: `node testing-child.ts
// DATABASE_URL`.
import { pino } from 'pino'
import { z } from 'zod'
import { openDatabase } from '../database/database.ts'
import { createJob } from './job-kind.ts'
import { startJobRunner } from './job-runner.ts'

const log = pino({ level: 'silent' })
const db = openDatabase(process.argv[2]!, { maxConnections: 6 })
const endless = createJob(
  { name: 'sums.merge', payload: z.object({}), triesAtMost: 3 },
  async () => {
    process.stdout.write('begun\n')
    await new Promise(() => undefined)
  },
)
await startJobRunner({ db, log }, [endless])
