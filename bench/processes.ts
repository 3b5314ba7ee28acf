// Processes of a benchmark, controlled by JSON lines: each command is answered by one line. All of
// them end with the benchmark, even if it fails.
import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

export type Talker = {
  pid: number
  /** Sends one command and waits for its answer. @throws when the process ends instead */
  ask<T>(command: object): Promise<T>
  /** The first line of a process that reports when it is ready. */
  ready<T>(): Promise<T>
  /** Waits until it has ended. */
  ended: Promise<void>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill()
}) // not with SIGKILL: they have child processes
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

export const start = (
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess => {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], env })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Starts one of our scripts with the Node.js that runs this one. */
export const startScript = (
  script: URL,
  args: readonly string[],
  nodeFlags: readonly string[] = [],
): Talker => {
  const child = start(process.execPath, [...nodeFlags, script.pathname, ...args])
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const next = async <T>(): Promise<T> => {
    const { value, done } = await lines.next()
    if (done)
      throw new Error(
        `${script.pathname} ended (${child.exitCode ?? child.signalCode}) without an answer`,
      )
    return JSON.parse(value) as T
  }
  return {
    pid: child.pid!,
    ready: next,
    ask: async (command) => {
      child.stdin!.write(`${JSON.stringify(command)}\n`)
      return await next()
    },
    ended: new Promise((resolve) => {
      child.once('exit', () => resolve())
    }),
  }
}

/**
 * Handles the commands in a process started by `startScript`. Ends after a handler returns null.
 */
export const answer = async (
  handle: (command: { do: string } & Record<string, unknown>) => Promise<object | null>,
): Promise<void> => {
  for await (const line of createInterface({ input: process.stdin })) {
    const answered = await handle(JSON.parse(line))
    process.stdout.write(`${JSON.stringify(answered ?? {})}\n`)
    if (answered === null) return
  }
}

const tickMs = 10 // USER_HZ of Linux is 100

/** Processor time of one process, ms, its ended and awaited children included. */
export const readCpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return [11, 12, 13, 14].reduce((sum, i) => sum + Number(fields[i]), 0) * tickMs
}

export const listChildren = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        return Number(fields[1]) === pid ? [Number(name)] : []
      } catch {
        return [] // it has ended meanwhile
      }
    })

/** Processor time of a process and its children, such as PostgreSQL's. */
export const treeCpuMs = (pid: number): number =>
  listChildren(pid).reduce((sum, child) => {
    try {
      return sum + readCpuMs(child)
    } catch {
      return sum // it has ended meanwhile; from now on its parent's figure includes it
    }
  }, readCpuMs(pid))

const kilobytes = (pid: number, file: string, name: string): number =>
  Number(
    new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(
      readFileSync(`/proc/${pid}/${file}`, 'utf8'),
    )?.[1] ?? 0,
  )

export const memoryMb = (pid: number): number => kilobytes(pid, 'status', 'VmRSS') / 1024

/** Peak resident memory since the program began, without that of its parent before the start. */
export const peakMemoryMb = (pid: number): number => kilobytes(pid, 'status', 'VmHWM') / 1024

/** Shared pages counted once. */
export const treeMemoryMb = (pid: number): number =>
  [pid, ...listChildren(pid)].reduce((sum, one) => {
    try {
      return sum + kilobytes(one, 'smaps_rollup', 'Pss') / 1024
    } catch {
      return sum // it has ended meanwhile
    }
  }, 0)
