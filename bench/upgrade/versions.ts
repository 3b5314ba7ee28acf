// The trees of the two versions, and their processes behind the proxy that deploy/ ships.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const roles = ['api', 'gateway', 'jobs'] as const
export type Role = (typeof roles)[number]
/** A place of the proxy: two for the version before, two for the new one. */
export type Place = { name: string; role: Role; port: number; healthPort: number }
export type Version = { name: string; folder: string }

const run = (command: string, args: readonly string[], options = {}): string => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}\n${stderr}`)
  return stdout.trim()
}

/** This tree as it is. */
export const thisVersion: Version = { name: 'this tree', folder: root }

/** Whether this tree has the packages of another one, in the same versions. */
const hasPackagesOf = (folder: string): boolean => {
  const [theirs, own] = [folder, root].map((tree) => {
    const text = readFileSync(join(tree, 'package-lock.json'), 'utf8')
    const { packages } = JSON.parse(text) as {
      packages: Record<string, { version?: string; link?: boolean }>
    }
    return new Map(Object.entries(packages).map(([path, { version }]) => [path, version]))
  })
  return [...theirs!].every(
    ([path, version]) => !path.startsWith('node_modules/') || own!.get(path) === version,
  )
}

/** A commit, checked out below `folder`, with its dependencies. */
export const checkOut = (ref: string, folder: string): Version => {
  const path = join(folder, 'before')
  mkdirSync(path)
  const commit = run('git', ['rev-parse', '--short', `${ref}^{commit}`], { cwd: root })
  const archive = join(folder, 'before.tar')
  run('git', ['archive', '--output', archive, commit], { cwd: root })
  run('tar', ['-xf', archive, '-C', path])
  if (hasPackagesOf(path)) run('cp', ['-al', join(root, 'node_modules'), path])
  else run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: path })
  return { name: commit, folder: path }
}

/**
 * This tree with one more migration, which programs without it survive: what the next version may
 * look like.
 */
export const makeNext = (folder: string): Version => {
  const path = join(folder, 'next')
  for (const part of ['apps/server', 'apps/simulator', 'packages', 'demonstration'])
    cpSync(join(root, part), join(path, part), {
      recursive: true,
      filter: (source) => !/[/\\](node_modules|dist)$/.test(source),
    })
  cpSync(join(root, 'package.json'), join(path, 'package.json'))
  run('cp', ['-al', join(root, 'node_modules'), path])
  const migrations = join(path, 'apps/server/migrations')
  const last = run('ls', [migrations]).split('\n').at(-1)!.slice(0, 4)
  const next = String(Number(last) + 1).padStart(4, '0')
  writeFileSync(
    join(migrations, `${next}_next_version.sql`),
    `-- oldest program: ${last}\nalter table drone add column of_next_version text;\n`,
  )
  return { name: 'next version', folder: path }
}

/** Applies the migrations of a version, as `npm run cli -- migrate` in its folder. */
export const migrateAs = ({ folder }: Version, url: string): void => {
  const { status, stderr } = spawnSync(process.execPath, ['apps/server/src/cli.ts', 'migrate'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: url },
  })
  if (status !== 0) throw new Error(stderr)
}

export type Running = {
  place: Place
  pid: number
  ready: () => Promise<void>
  stop: () => Promise<void>
}

const answers = async (port: number): Promise<boolean> => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  } catch {
    return false
  }
}

/** The program, as from the shell. Its warnings are printed. */
export const startProcess = (
  { folder }: Version,
  place: Place,
  environment: Readonly<Record<string, string>>,
  nodeFlags: readonly string[] = [],
): Running => {
  const { role, port, healthPort } = place
  const child: ChildProcess = spawn(
    process.execPath,
    [...nodeFlags, 'apps/server/src/start.ts', `--run=${role}`, '--dev'],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        ...environment,
        PORT: String(role === 'api' ? port : 0),
        MQTT_PORT: String(role === 'gateway' ? port : 0),
        HEALTH_PORT: String(healthPort),
      },
    },
  )
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'exit').then(() => process.off('exit', kill))
  return {
    place,
    pid: child.pid!,
    ready: async () => {
      while (!(await answers(healthPort))) {
        if (child.exitCode !== null) throw new Error(`${place.name} ended with ${child.exitCode}`)
        await sleep(50)
      }
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      if (child.exitCode !== 0) throw new Error(`${place.name} stopped with ${child.exitCode}`)
    },
  }
}

/**
 * The shipped configuration of HAProxy, without TLS and the names of containers: both are of the
 * place where it runs.
 */
export const writeProxySettings = (
  folder: string,
  places: readonly Place[],
  ports: { consoles: number; drones: number },
): string => {
  const shipped = readFileSync(join(root, 'deploy/haproxy/haproxy.cfg'), 'utf8')
  const servers = (role: Role, rest: string): string =>
    places
      .filter((place) => place.role === role)
      .map(
        ({ name, port, healthPort }) =>
          `  server ${name} 127.0.0.1:${port} check port ${healthPort}${rest}`,
      )
      .join('\n')
  const replaced: [RegExp, string][] = [
    [/ {2}log stdout .*\n/, ''],
    [/maxconn \d+/, 'maxconn 4000'],
    [/^frontend redirect\n(?:  .*\n)+/m, ''],
    [/^resolvers names\n(?:  .*\n)+/m, ''],
    [/ init-addr none resolvers names/, ''],
    [/ {2}ssl-default-.*\n/, ''],
    [/bind :8443 ssl.*/, `bind 127.0.0.1:${ports.consoles}`],
    [/bind :8883 ssl.*/, `bind 127.0.0.1:${ports.drones}`],
    [/ {2}server-template api .*/, servers('api', '')],
    [/ {2}server-template gateway .*/, servers('gateway', ' send-proxy-v2')],
  ]
  const path = join(folder, 'haproxy.cfg')
  let text = shipped
  for (const [pattern, by] of replaced) {
    if (!pattern.test(text)) throw new Error(`deploy/haproxy/haproxy.cfg has no ${pattern}`)
    text = text.replace(pattern, by)
  }
  writeFileSync(path, text)
  return path
}
