import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A program of another project that the tests need, and its Debian package. */
export type Program = { path: string; debianPackage: string }

export const isRoot = process.getuid?.() === 0

export const requirePrograms = (programs: readonly Program[]): void => {
  const missing = programs.filter(({ path }) => !existsSync(path))
  if (missing.length === 0) return
  const packages = [...new Set(missing.map((one) => one.debianPackage))]
  throw new Error(
    `not installed: ${missing.map((one) => one.path).join(', ')}\n  apt-get install -y --no-install-recommends ${packages.join(' ')}`,
  )
}

/**
 * PostgreSQL and pgbouncer refuse to run as root; Debian's package makes the user `postgres` for
 * them.
 */
const asPostgres = ['--reuid=postgres', '--regid=postgres', '--init-groups']

/** Runs a program to its end; its output is only of interest where it fails. */
export const runOnce = (
  path: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): void => {
  const [command, ...rest] = isRoot ? ['setpriv', ...asPostgres, path, ...args] : [path, ...args]
  const { status, stdout, stderr, error } = spawnSync(command!, rest, {
    encoding: 'utf8',
    cwd: '/',
    env: { ...process.env, ...environment },
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${path} ended with ${status}\n${stdout}${stderr}`)
}

export type Running = {
  name: string
  process: ChildProcess
  output: () => string
  stop: () => Promise<void>
}

/**
 * Starts a server. The kernel sends it `stopSignal` if this process is killed (kill -9), so that
 * nothing is left running in any case.
 */
export const startServer = (
  name: string,
  path: string,
  args: readonly string[],
  stopSignal: 'SIGINT' | 'SIGTERM',
): Running => {
  const user = isRoot ? asPostgres : []
  const child = spawn('setpriv', ['--pdeathsig', stopSignal.slice(3), ...user, path, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
  })
  let output = ''
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-8_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      output += error.message
      resolve()
    })
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    child.kill(stopSignal)
    const late = new AbortController()
    await Promise.race([
      ended,
      wait(10_000, undefined, { signal: late.signal }).then(
        () => child.kill('SIGKILL'),
        () => false,
      ),
    ])
    late.abort()
    await ended
  }
  return { name, process: child, output: () => output, stop }
}

/** Polls until the server answers; fails with its output where it has ended or takes too long. */
export const untilReady = async (
  server: Running,
  isReady: () => Promise<boolean> | boolean,
): Promise<void> => {
  const deadlineMs = Date.now() + 30_000
  for (;;) {
    if (server.process.exitCode !== null || server.process.signalCode !== null)
      throw new Error(`${server.name} ended at its start\n${server.output()}`)
    if (await isReady()) return
    if (Date.now() > deadlineMs)
      throw new Error(`${server.name} did not answer within 30 s\n${server.output()}`)
    await wait(50)
  }
}

/** Ports that no program listens on now, all different. */
export const freePorts = async (count: number): Promise<number[]> => {
  const holders = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
          const holder = createServer()
          holder.once('error', reject)
          holder.listen(0, '127.0.0.1', () => resolve(holder))
        }),
    ),
  )
  const ports = holders.map((holder) => (holder.address() as AddressInfo).port)
  await Promise.all(holders.map((holder) => new Promise((resolve) => holder.close(resolve))))
  return ports
}
