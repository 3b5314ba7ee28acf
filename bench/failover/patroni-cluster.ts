// Three machines, each with PostgreSQL, Patroni and etcd, and in front of them HAProxy and pgbouncer:
// with the files of deploy/patroni, except for addresses, passwords, paths and memory.
import { spawnSync, type ChildProcess } from 'node:child_process'
import { createWriteStream, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { requirePrograms, type Program } from '../../tools/engines/processes.ts'
import { freePort } from '../faults/service.ts'
import { start } from '../processes.ts'
import { createNetwork, type Node } from './network.ts'

const postgresFolder = '/usr/lib/postgresql/15/bin'
const psql = `${postgresFolder}/psql`
export const programs = [
  { path: `${postgresFolder}/postgres`, debianPackage: 'postgresql-15' },
  { path: '/usr/bin/patroni', debianPackage: 'patroni' },
  { path: '/usr/lib/python3/dist-packages/etcd', debianPackage: 'python3-etcd' },
  { path: '/usr/bin/etcd', debianPackage: 'etcd-server' },
  { path: '/usr/sbin/haproxy', debianPackage: 'haproxy' },
  { path: '/usr/sbin/pgbouncer', debianPackage: 'pgbouncer' },
] as const satisfies readonly Program[]

export type ClusterOptions = {
  folder: string
  /** Seconds until a primary that is gone is replaced. */
  ttlS: number
  isSynchronous: boolean
}

export type PatroniCluster = {
  nodes: readonly Node[]
  /** Through pgbouncer; through HAProxy only. */
  poolerUrl: string
  primaryUrl: string
  /** The machine of the primary, as all running ones see it. @throws if there is none */
  findPrimary(): Promise<Node>
  /** Resolves when there is one primary, and the others stream from it. */
  whole(): Promise<void>
  /** Kills Patroni and PostgreSQL. */
  kill(node: Node): void
  /** Starts Patroni again. */
  revive(node: Node): void
  /** How often PostgreSQL of a machine was brought back to the history of the others. */
  countRewinds(): number
  stop(): void
}

/** @throws if a pattern is not found: the shipped file has changed */
const rewrite = (file: string, changes: readonly (readonly [RegExp, string])[]): string => {
  let text = readFileSync(new URL(`../../deploy/patroni/${file}`, import.meta.url), 'utf8')
  for (const [pattern, by] of changes) {
    if (!pattern.test(text)) throw new Error(`deploy/patroni/${file} has no ${pattern}`)
    text = text.replace(pattern, by)
  }
  return text
}

const readUserId = (flag: string): number =>
  Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)

type Places = { folder: string; nodes: readonly Node[]; subnet: string }

const makeFolder = (...parts: readonly string[]): string => {
  const path = join(...parts)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chownSync(path, readUserId('-u'), readUserId('-g'))
  return path
}

const writeOwned = (path: string, text: string): string => {
  writeFileSync(path, text, { mode: 0o600 })
  chownSync(path, readUserId('-u'), readUserId('-g'))
  return path
}

const logTo = (folder: string, name: string, child: ReturnType<typeof start>): void => {
  child.stdout!.pipe(createWriteStream(join(folder, `${name}.log`), { flags: 'a' }))
}

const startEtcd = ({ folder, nodes }: Places): void => {
  const members = nodes.map(({ name, address }) => `${name}=http://${address}:2380`).join(',')
  for (const { name, address, run } of nodes)
    logTo(
      folder,
      `etcd-${name}`,
      run('/bin/sh', [
        ...['-c', 'exec "$@" 2>&1', 'sh', '/usr/bin/etcd', '--name', name],
        ...['--data-dir', makeFolder(folder, name, 'etcd')],
        ...['--listen-peer-urls', `http://${address}:2380`],
        ...['--initial-advertise-peer-urls', `http://${address}:2380`],
        ...['--listen-client-urls', `http://${address}:2379`],
        ...['--advertise-client-urls', `http://${address}:2379`],
        ...['--initial-cluster', members, '--initial-cluster-state', 'new'],
        // A member that returns must not end the term of the leader.
        ...['--pre-vote', '--enable-v2'],
      ]),
    )
}

/**
 * With etcd's third interface, Patroni before 3.0.3 overwrites the lock of the next primary when the
 * machine of the former one returns (pull request 2689): there are then two primaries. With the
 * second interface it compares first.
 */
const pickInterface = (): 'etcd' | 'etcd3' => {
  const { stdout } = spawnSync('/usr/bin/patroni', ['--version'], { encoding: 'utf8' })
  const [major, minor, patch] = /(\d+)\.(\d+)\.(\d+)/.exec(stdout)!.slice(1).map(Number)
  return major! < 3 || (major === 3 && minor === 0 && patch! < 3) ? 'etcd' : 'etcd3'
}

const writePatroniSettings = (
  { folder, subnet }: Places,
  { name, address }: Node,
  { ttlS, isSynchronous }: ClusterOptions,
): string => {
  const own = makeFolder(folder, name)
  return writeOwned(
    join(own, 'patroni.yaml'),
    rewrite('patroni.yaml', [
      [/name: postgres-1/, `name: ${name}`],
      [/10\.0\.0\.0\/24/g, `${subnet}.0/24`],
      [/(listen|connect_address): 10\.0\.0\.11:/g, `$1: ${address}:`],
      [/10\.0\.0\.(\d)/g, `${subnet}.$1`],
      [/^etcd3:/m, `${pickInterface()}:`],
      [/ttl: \d+/, `ttl: ${ttlS}`],
      [/synchronous_mode: true/, `synchronous_mode: ${isSynchronous}`],
      [/synchronous_mode_strict: true/, `synchronous_mode_strict: ${isSynchronous}`],
      [/data_dir: .*/, `data_dir: ${join(own, 'cluster')}`],
      [/pgpass: .*/, `pgpass: ${join(own, 'pgpass')}`],
      [/unix_socket_directories: .*/, `unix_socket_directories: ${own}`],
      [/shared_buffers: .*/, 'shared_buffers: 64MB'],
      [/mode: automatic/, "mode: 'off'"],
    ]),
  )
}

const superuserPassword = 'change-this-superuser'

/** Replicas that stream from this machine, and how many of them confirm commits. */
const countReplicas = async ({ address }: Node): Promise<{ all: number; confirming: number }> => {
  const client = new pg.Client({
    host: address,
    user: 'postgres',
    password: superuserPassword,
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => undefined) // reported by the query
  try {
    await client.connect()
    const { rows } = await client.query<{ all: number; confirming: number }>(
      `select count(*)::int as all, count(*) filter (where sync_state = 'sync')::int as confirming
       from pg_stat_replication where state = 'streaming' and application_name like 'postgres-%'`,
    )
    return rows[0]!
  } catch {
    return { all: 0, confirming: 0 } // it starts, or has just been replaced
  } finally {
    await client.end().catch(() => undefined) // the result is known already
  }
}

const untilMs = 90_000

const eventually = async <T>(what: string, find: () => Promise<T | null>): Promise<T> => {
  for (const endMs = performance.now() + untilMs; performance.now() < endMs; await sleep(200)) {
    const found = await find()
    if (found !== null) return found
  }
  throw new Error(`${what}: not after ${untilMs / 1_000} s`)
}

/** The roles and the database of deploy/postgres/10-swath.sh. */
const makeDatabase = ({ address }: Node): void => {
  const script = new URL('../../deploy/postgres/10-swath.sh', import.meta.url)
  const statements = /<<'SQL'\n(.*?)\nSQL/s.exec(readFileSync(script, 'utf8'))![1]!
  const { status, stderr } = spawnSync(
    psql,
    ['-h', address, '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-v', 'password=secret'],
    { input: statements, encoding: 'utf8', env: { ...process.env, PGPASSWORD: superuserPassword } },
  )
  if (status !== 0) throw new Error(`The database could not be made: ${stderr}`)
}

type Proxies = { poolerPort: number; primaryPort: number; children: ChildProcess[] }

const startProxies = async ({ folder, subnet }: Places): Promise<Proxies> => {
  const [poolerPort, primaryPort, replicaPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const haproxy = writeOwned(
    join(folder, 'haproxy.cfg'),
    rewrite('haproxy.cfg', [
      [/127\.0\.0\.1:5432/, `127.0.0.1:${primaryPort}`],
      [/127\.0\.0\.1:5433/, `127.0.0.1:${replicaPort}`],
      [/10\.0\.0\.(\d)/g, `${subnet}.$1`],
    ]),
  )
  const users = writeOwned(join(folder, 'userlist.txt'), '"swath" "secret"\n')
  const pgbouncer = writeOwned(
    join(folder, 'pgbouncer.ini'),
    rewrite('pgbouncer.ini', [
      [/port=5432/, `port=${primaryPort}`],
      [/listen_port = .*/, `listen_port = ${poolerPort}`],
      [/auth_file = .*/, `auth_file = ${users}`],
    ]),
  )
  const asPostgres = [
    '--pdeathsig',
    'KILL',
    '--reuid=postgres',
    '--regid=postgres',
    '--init-groups',
  ]
  const proxies = [
    ['haproxy', '/usr/sbin/haproxy', '-db', '-f', haproxy],
    ['pgbouncer', '/usr/sbin/pgbouncer', pgbouncer],
  ] as const
  const quietly = ['/bin/sh', '-c', 'exec "$@" 2>&1', 'sh']
  const children = proxies.map(([name, ...command]) => {
    const child = start('setpriv', [...asPostgres, ...quietly, ...command])
    logTo(folder, name, child)
    return child
  })
  return { poolerPort, primaryPort, children }
}

/** @throws if a program is missing, or the cluster is not complete after 90 s */
export const startPatroniCluster = async (options: ClusterOptions): Promise<PatroniCluster> => {
  requirePrograms(programs)
  const { folder } = options
  const network = createNetwork(['postgres-1', 'postgres-2', 'postgres-3'])
  const { nodes } = network
  const subnet = nodes[0]!.address.replace(/\.\d+$/, '')
  const places: Places = { folder, nodes, subnet }
  const logs = (node: Node): string => `patroni-${node.name}`
  const revive = (node: Node): void => {
    const path = join(folder, node.name, 'patroni.yaml')
    const quietly = ['-c', 'exec "$@" 2>&1', 'sh', '/usr/bin/patroni', path]
    logTo(folder, logs(node), node.run('/bin/sh', quietly))
  }
  for (const node of nodes) writePatroniSettings(places, node, options)
  startEtcd(places)
  for (const node of nodes) revive(node)

  const findPrimary = (): Promise<Node> =>
    eventually('A primary', async () => {
      for (const node of nodes) {
        const response = await fetch(`http://${node.address}:8008/primary`, {
          signal: AbortSignal.timeout(1_000),
        }).catch(() => null) // the machine is away
        if (response?.ok) return node
      }
      return null
    })
  const confirming = options.isSynchronous ? 1 : 0
  const whole = async (): Promise<void> => {
    await eventually('A primary with two replicas', async () => {
      const found = await countReplicas(await findPrimary())
      return found.all === 2 && found.confirming === confirming ? found : null
    })
  }
  makeDatabase(await findPrimary())
  await whole()
  const { poolerPort, primaryPort, children } = await startProxies(places)
  const buildUrl = (port: number): string => `postgres://swath:secret@127.0.0.1:${port}/swath`
  return {
    nodes,
    poolerUrl: buildUrl(poolerPort),
    primaryUrl: buildUrl(primaryPort),
    findPrimary,
    whole,
    revive,
    kill: (node) => {
      const etcd = (pid: number): boolean =>
        readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'etcd'
      const pids = node.pids().filter((pid) => !etcd(pid))
      spawnSync('kill', ['-9', ...pids.map(String)])
    },
    countRewinds: () =>
      nodes.reduce((sum, node) => {
        const text = readFileSync(join(folder, `${logs(node)}.log`), 'utf8')
        return sum + text.split('pg_rewind exit code=0').length - 1
      }, 0),
    stop: () => {
      for (const child of children) child.kill('SIGKILL')
      network.remove()
    },
  }
}
