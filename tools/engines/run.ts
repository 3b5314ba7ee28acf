// `npm run test:engines`: the server's tests against the external PostgreSQL version used in
// production, and the tests that need a replica, a pooler or NATS. Arguments after `--` are passed
// to vitest.
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { findScript } from '../check/command.ts'
import { startEngines, type Engines } from './engines.ts'

let tests: ChildProcess | undefined
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true
    tests?.kill('SIGTERM')
  })
}

const runTests = (engines: Engines): Promise<number> =>
  new Promise((resolve, reject) => {
    tests = spawn(
      process.execPath,
      [
        findScript('vitest', 'vitest'),
        'run',
        '--config',
        join(import.meta.dirname, 'vitest.config.ts'),
        ...process.argv.slice(2),
      ],
      {
        stdio: 'inherit',
        cwd: join(import.meta.dirname, '../..'),
        env: { ...process.env, ...engines.environment },
      },
    )
    tests.once('error', reject)
    tests.once('exit', (code) => resolve(code ?? 1))
  })

const startMs = performance.now()
try {
  const engines = await startEngines()
  console.log(
    `Started ${engines.versions.join(', ')} in ${((performance.now() - startMs) / 1000).toFixed(1)} s`,
  )
  try {
    process.exitCode = interrupted ? 1 : await runTests(engines)
  } finally {
    await engines.stop()
  }
  console.log(
    `${process.exitCode === 0 ? 'Passed' : 'FAILED'} on ${engines.versions.join(', ')} after ${((performance.now() - startMs) / 1000).toFixed(0)} s; all of them are stopped`,
  )
} catch (error) {
  console.error(`FAILED: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
