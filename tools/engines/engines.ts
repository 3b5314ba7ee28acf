import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  freePorts,
  isRoot,
  requirePrograms,
  runOnce,
  startServer,
  untilReady,
  type Program,
  type Running,
} from './processes.ts'

const postgresProgram = (name: string): Program => ({
  path: `/usr/lib/postgresql/15/bin/${name}`,
  debianPackage: 'postgresql-15',
})
const programs = {
  postgres: postgresProgram('postgres'),
  initdb: postgresProgram('initdb'),
  baseBackup: postgresProgram('pg_basebackup'),
  isReady: postgresProgram('pg_isready'),
  pgbouncer: { path: '/usr/sbin/pgbouncer', debianPackage: 'pgbouncer' },
  nats: { path: '/usr/sbin/nats-server', debianPackage: 'nats-server' },
  setpriv: { path: '/usr/bin/setpriv', debianPackage: 'util-linux' },
} satisfies Record<string, Program>

export type Engines = {
  environment: Record<string, string>
  versions: string[]
  stop: () => Promise<void>
}

/** Nothing in these clusters outlives the run, so nothing waits for the disk. */
const primarySettings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
synchronous_commit = off
full_page_writes = off
max_connections = 300
shared_buffers = 64MB
wal_level = replica
max_wal_senders = 4
hot_standby = on
`

const readSystemId = (flag: '-u' | '-g'): number =>
  Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)

const readVersion = (program: Program): string =>
  spawnSync(program.path, ['--version'], { encoding: 'utf8' }).stdout.split('\n')[0]!.trim()

const prefix = 'swath-engines-'

/** Folders of runs that were killed; their servers ended with them. */
const removeAbandoned = (): void => {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(prefix))) {
    if (!existsSync(`/proc/${name.slice(prefix.length).split('-')[0]}`))
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

const answersWithJetStream = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('data', (greeting) => {
      socket.destroy()
      resolve(greeting.toString().includes('"jetstream":true'))
    })
  })

/**
 * PostgreSQL 15, a streaming replica of it, pgbouncer in transaction mode before it, and NATS with
 * JetStream on file storage: all on free ports of this machine alone, in a temporary folder.
 */
export const startEngines = async (): Promise<Engines> => {
  requirePrograms(Object.values(programs))
  removeAbandoned()
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  const running: Running[] = []
  const stop = async (): Promise<void> => {
    for (const server of running.splice(0).toReversed()) await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }

  const own = (path: string): string => {
    if (isRoot) chownSync(path, readSystemId('-u'), readSystemId('-g'))
    return path
  }
  const write = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    return own(path)
  }
  const start = async (
    server: Running,
    isReady: () => Promise<boolean> | boolean,
  ): Promise<void> => {
    running.push(server)
    await untilReady(server, isReady)
  }

  try {
    chmodSync(own(folder), 0o700)
    const password = randomBytes(12).toString('hex')
    const [primaryPort, replicaPort, poolerPort, natsPort] = (await freePorts(4)) as [
      number,
      number,
      number,
      number,
    ]
    const buildUrl = (port: number): string =>
      `postgres://swath:${password}@127.0.0.1:${port}/postgres`
    const accepts = (port: number) => (): boolean =>
      spawnSync(programs.isReady.path, ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0

    const primary = join(folder, 'primary')
    runOnce(programs.initdb.path, [
      '-D',
      primary,
      '-U',
      'swath',
      '-A',
      'scram-sha-256',
      `--pwfile=${write('password', password)}`,
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ])
    appendFileSync(join(primary, 'postgresql.conf'), primarySettings)
    await start(
      startServer(
        'PostgreSQL',
        programs.postgres.path,
        ['-D', primary, '-p', String(primaryPort)],
        'SIGINT',
      ),
      accepts(primaryPort),
    )

    const replica = join(folder, 'replica')
    runOnce(
      programs.baseBackup.path,
      [
        '-D',
        replica,
        '-h',
        '127.0.0.1',
        '-p',
        String(primaryPort),
        '-U',
        'swath',
        '-R',
        '-X',
        'stream',
        '-C',
        '-S',
        'replica',
        '-c',
        'fast',
        '--no-sync',
      ],
      { PGPASSWORD: password },
    )
    await start(
      startServer(
        'replica',
        programs.postgres.path,
        ['-D', replica, '-p', String(replicaPort)],
        'SIGINT',
      ),
      accepts(replicaPort),
    )

    const pooler = write(
      'pgbouncer.ini',
      `
[databases]
* = host=127.0.0.1 port=${primaryPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${poolerPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${write('users.txt', `"swath" "${password}"\n`)}
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
ignore_startup_parameters = extra_float_digits
`,
    )
    await start(
      startServer('pgbouncer', programs.pgbouncer.path, [pooler], 'SIGTERM'),
      accepts(poolerPort),
    )

    const store = join(folder, 'nats')
    mkdirSync(store)
    own(store)
    await start(
      startServer(
        'NATS',
        programs.nats.path,
        ['-a', '127.0.0.1', '-p', String(natsPort), '-js', '-sd', store],
        'SIGTERM',
      ),
      () => answersWithJetStream(natsPort),
    )

    return {
      environment: {
        TEST_DATABASE_URL: buildUrl(primaryPort),
        TEST_READ_DATABASE_URL: buildUrl(replicaPort),
        TEST_POOLER_URL: buildUrl(poolerPort),
        TEST_NATS_URL: `nats://127.0.0.1:${natsPort}`,
      },
      versions: [programs.postgres, programs.pgbouncer, programs.nats].map(readVersion),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
