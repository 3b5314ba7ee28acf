// What faults are applied to: an installation of Swath with its servers, on machines whose power can
// fail.
import type { ChildProcess } from 'node:child_process'
import type { WrongClock } from './clock.ts'
import type { Installation } from './installation.ts'
import type { Machine } from './machine.ts'
import type { Outside } from './outside.ts'
import type { Prepared } from './prepare-process.ts'
import type { Proxy } from './proxy.ts'

export const setups = ['embedded', 'cluster'] as const
export type Setup = (typeof setups)[number]

/** Between these parts a connection can be interrupted. */
export type Link = 'devices' | 'consoles' | 'database' | 'NATS'

/** Ids of processes on this machine; several if a server forks. */
export type Victim = { name: string; pids: () => number[] }

export type World = {
  setup: Setup
  /** Ports for the traffic. */
  mqttPort: number
  httpPort: number
  prepared: Prepared
  links: ReadonlyMap<Link, Proxy>
  /** Processes of Swath. */
  programs: readonly Victim[]
  /** PostgreSQL and NATS. */
  servers: readonly Victim[]
  machines: readonly Machine[]
  /** Those on which every acknowledgement waits for the disk. */
  mayLosePower: readonly Machine[]
  clocks: readonly WrongClock[]
  outside: Outside
  /** What faults found wrong in the product. */
  findings: string[]
  /** To what the present fault was applied, for its line in the list of faults. */
  victims: string[]
  /** As this process reaches it. */
  installation(): Installation
  /** Boots machines without power and starts what has ended; resolves when everything answers. */
  recover(): Promise<void>
  /** Runs a script of this folder that prints one line of JSON, where the installation is. */
  runScript<T>(name: string, given: object): Promise<T>
  stop(): Promise<void>
}

/** The output of a process that prints JSON, and ends. @throws with its name if it fails */
export const readAnswer = async <T>(name: string, child: ChildProcess): Promise<T> => {
  const parts: Buffer[] = []
  child.stdout!.on('data', (part: Buffer) => parts.push(part))
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
  return JSON.parse(Buffer.concat(parts).toString()) as T
}

/** Settings of the program, and flags of Node.js, that plant a bug. */
export type WorldOptions = {
  drones: number
  /** For the output of programs and servers. */
  logFolder: string
  nodeFlags: readonly string[]
  environment: Record<string, string>
}
