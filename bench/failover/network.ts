// Machines that can lose their network: each is a network namespace behind a virtual cable to one
// switch. A cable that is pulled drops packets, and no side is notified.
import { spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { start } from '../processes.ts'

export type Node = {
  name: string
  address: string
  /** Starts a program on it as the user of PostgreSQL. */
  run: (command: string, args: readonly string[]) => ChildProcess
  /** Ids of its processes. */
  pids: () => number[]
  pullCable: () => void
  plugCable: () => void
}

export type Network = { nodes: readonly Node[]; remove: () => void }

const prefix = 'swath'

/** The reason why networks cannot be simulated here; null: they can. */
export const whyNoNetwork = (): string | null => {
  if (process.platform !== 'linux') return 'only Linux has network namespaces'
  if (process.getuid?.() !== 0) return 'a network namespace needs root'
  const name = `${prefix}-${process.pid}-0`
  const { status, error } = spawnSync('ip', ['netns', 'add', name], { stdio: 'ignore' })
  if (error) return 'the program ip is missing (apt-get install iproute2)'
  if (status !== 0) return 'this machine allows no network namespaces'
  spawnSync('ip', ['netns', 'del', name])
  return null
}

const ip = (...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')} ended with ${status}: ${stderr}`)
  return stdout
}

const listPids = (space: string): number[] =>
  ip('netns', 'pids', space).split('\n').filter(Boolean).map(Number)

const removeSpace = (space: string): void => {
  for (const pid of listPids(space)) spawnSync('kill', ['-9', String(pid)])
  ip('netns', 'del', space)
}

/** What a benchmark that was killed has left. */
const removeAbandoned = (): void => {
  const folder = '/run/netns'
  for (const space of existsSync(folder) ? readdirSync(folder) : []) {
    const pid = new RegExp(`^${prefix}-(\\d+)-`).exec(space)?.[1]
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue
    removeSpace(space)
    spawnSync('ip', ['link', 'del', `${prefix}${pid}`])
  }
}

const asPostgres = ['--reuid=postgres', '--regid=postgres', '--init-groups']

/** @throws if `whyNoNetwork` has a reason */
export const createNetwork = (names: readonly string[]): Network => {
  const reason = whyNoNetwork()
  if (reason !== null) throw new Error(`A network cannot be simulated: ${reason}`)
  removeAbandoned()
  const bridge = `${prefix}${process.pid}`
  // Addresses for benchmarks (RFC 2544).
  const subnet = `198.18.${process.pid % 250}`
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('addr', 'add', `${subnet}.1/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  const spaces: string[] = []
  const remove = (): void => {
    process.off('exit', remove)
    for (const space of spaces.splice(0)) removeSpace(space)
    spawnSync('ip', ['link', 'del', bridge])
  }
  process.on('exit', remove)
  const nodes = names.map((name, i): Node => {
    const [space, cable] = [`${prefix}-${process.pid}-${i + 1}`, `${bridge}-${i + 1}`]
    const address = `${subnet}.${11 + i}`
    ip('netns', 'add', space)
    spaces.push(space)
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
    ip('link', 'set', cable, 'master', bridge, 'up')
    ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
    ip('-n', space, 'link', 'set', 'eth0', 'up')
    ip('-n', space, 'link', 'set', 'lo', 'up')
    return {
      name,
      address,
      run: (command, args) => {
        const inside = ['setpriv', '--pdeathsig', 'KILL', ...asPostgres, command, ...args]
        return start('ip', ['netns', 'exec', space, ...inside], { ...process.env, LC_ALL: 'C' })
      },
      pids: () => listPids(space),
      pullCable: () => void ip('link', 'set', cable, 'nomaster'),
      plugCable: () => void ip('link', 'set', cable, 'master', bridge),
    }
  })
  return { nodes, remove }
}
