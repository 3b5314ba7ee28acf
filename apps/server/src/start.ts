// `npm start`: one program, several roles (--run=api,gateway,jobs; all of them by default).
import { pino } from 'pino'
import { loadConfig } from './platform/config/config.ts'
import { StartFailure } from './platform/config/start-failure.ts'
import { allRoles, runProgram, type Role } from './program.ts'

const since = performance.now()
/** Prints a line for the person who started the program. */
const progress = (line: string): void => {
  process.stdout.write(
    `${((performance.now() - since) / 1000).toFixed(1).padStart(6)} s  ${line}\n`,
  )
}

const parseRoles = (given: string | undefined): Role[] => {
  if (given === undefined || given === 'all') return [...allRoles]
  const wanted = given.split(',')
  const unknown = wanted.filter((role) => !(allRoles as readonly string[]).includes(role))
  if (unknown.length > 0)
    throw new StartFailure(
      `--run names ${unknown.join(', ')}; there are ${allRoles.join(', ')} and all`,
      64,
    )
  return allRoles.filter((role) => wanted.includes(role))
}

const refuseOldNode = (): void => {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 24) {
    throw new StartFailure(
      `Swath runs on Node.js 24; this is ${process.version}. Start it with "npm start", which uses the one that npm ci has installed.`,
    )
  }
}

try {
  refuseOldNode()
  const config = loadConfig(process.env)
  const log = pino({
    level: process.env['LOG_LEVEL'] ?? 'warn',
    redact: [
      'authorization',
      'password',
      'verifyCode',
      'phoneNum',
      'jToken',
      'refreshToken',
      'req.headers.authorization',
    ],
  })
  const roles = parseRoles(
    process.argv.find((argument) => argument.startsWith('--run='))?.slice('--run='.length),
  )
  // Process 1 of a container ignores signals that it does not handle. One listener for the whole life
  // of the process: a signal that waits for the event loop is lost if its listener is replaced.
  let end = (_signal: string): void => process.exit(143)
  process.on('SIGTERM', () => end('SIGTERM'))
  const program = await runProgram({
    config,
    log,
    roles,
    progress,
    developing: process.argv.includes('--dev'),
  })

  let stopping = false
  const stop = (signal: string): void => {
    if (stopping) return
    stopping = true
    progress(`${signal}: finishing what was begun`)
    const limit = setTimeout(() => process.exit(1), config.drainS * 1000 + 15_000)
    program.stop().then(
      () => {
        clearTimeout(limit)
        process.exit(0)
      },
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  end = stop
  process.on('SIGINT', () => stop('SIGINT'))
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(error.exitCode)
}
