// A process on a machine that is started again after it was killed: one of Swath, or a server.
import type { ChildProcess } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { listChildren } from '../processes.ts'
import type { Machine } from './machine.ts'
import type { Victim } from './world.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** On a machine that is busy with other work. */
const bootLimitMs = 180_000

export type Service = Victim & {
  /** Starts it if it has ended. */
  ensure(): void
  /** @throws if it does not answer within a minute */
  ready(): Promise<void>
}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

export const answersWell = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}

type ServiceOptions = {
  name: string
  /** For its output, one file for each service. */
  logFolder: string
  start: () => ChildProcess
  isReady: () => Promise<boolean>
  /** It is killed if it does not answer for this time, as an orchestrator does; absent: never. */
  killedAfterMs?: number
}

export const createService = ({
  name,
  logFolder,
  start,
  isReady,
  killedAfterMs = Infinity,
}: ServiceOptions): Service => {
  let child: ChildProcess | undefined
  const hasEnded = (): boolean => !child || child.exitCode !== null || child.signalCode !== null
  const ensure = (): void => {
    if (!hasEnded()) return
    child = start()
    const path = join(logFolder, `${name}.log`)
    child.stdout!.on('data', (text: Buffer) => appendFileSync(path, text))
  }
  const pids = (): number[] => (hasEnded() ? [] : listChildren(child!.pid!))
  return {
    name,
    pids,
    ensure,
    ready: async () => {
      const untilMs = Date.now() + bootLimitMs
      for (let killMs = Date.now() + killedAfterMs; Date.now() < untilMs; await sleep(50)) {
        if (await isReady()) return
        ensure()
        if (Date.now() < killMs) continue
        for (const pid of pids()) process.kill(pid, 'SIGKILL')
        killMs = Date.now() + killedAfterMs
      }
      throw new Error(`${name} is not ready after ${bootLimitMs / 1000} s`)
    },
  }
}

type ProgramOptions = {
  name: string
  logFolder: string
  machine: Machine
  roles: string
  /** Port of `/readyz`. */
  healthPort: number
  environment: Record<string, string>
  /** Flags of Node.js. */
  nodeFlags: readonly string[]
}

/** One process of Swath, started as an operator starts it. */
export const createProgram = (options: ProgramOptions): Service => {
  const { name, logFolder, machine, roles, healthPort, environment, nodeFlags } = options
  const script = join(root, 'apps/server/src/start.ts')
  const keepCompiled = `--import=${new URL('keep-compiled.ts', import.meta.url).href}`
  const start = [keepCompiled, ...nodeFlags, script, '--dev', `--run=${roles}`]
  return createService({
    name,
    logFolder,
    start: () =>
      machine.run(process.execPath, start, {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
        HEALTH_PORT: String(healthPort),
        LOG_LEVEL: process.env['LOG'] ?? 'fatal',
        DEVICES_FIRST: '0',
        DEMO: '0',
        ...environment,
      }),
    isReady: () => answersWell(`http://127.0.0.1:${healthPort}/readyz`),
  })
}
