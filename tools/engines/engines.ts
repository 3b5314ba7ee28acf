import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createEngineFolder, type EngineFolder } from './engine-folder.ts'
import { freePorts, requirePrograms, runOnce, startServer, type Program } from './processes.ts'

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
  str2str: { path: '/usr/bin/str2str', debianPackage: 'rtklib' },
  ogr2ogr: { path: '/usr/bin/ogr2ogr', debianPackage: 'gdal-bin' },
  setpriv: { path: '/usr/bin/setpriv', debianPackage: 'util-linux' },
} satisfies Record<string, Program>

export type Engines = {
  environment: Record<string, string>
  versions: string[]
  stop: () => Promise<void>
}

/** Nothing in these clusters outlives the run, so nothing needs to be flushed to disk. */
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

const writePoolerSettings = (port: number, primaryPort: number, users: string): string => `
[databases]
* = host=127.0.0.1 port=${primaryPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
ignore_startup_parameters = extra_float_digits
`

const readVersion = (program: Program): string =>
  spawnSync(program.path, ['--version'], { encoding: 'utf8' }).stdout.split('\n')[0]!.trim()

const answersWithJetStream = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('data', (greeting) => {
      socket.destroy()
      resolve(greeting.toString().includes('"jetstream":true'))
    })
  })

/** Start parameters of each engine. */
type Place = EngineFolder & { password: string }

const accepts = (port: number) => (): boolean =>
  spawnSync(programs.isReady.path, ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0

const startPostgres = (
  { start }: Place,
  name: string,
  cluster: string,
  port: number,
): Promise<void> =>
  start(
    startServer(name, programs.postgres.path, ['-D', cluster, '-p', String(port)], 'SIGINT'),
    accepts(port),
  )

const startPrimary = async (place: Place, port: number): Promise<void> => {
  const cluster = join(place.path, 'primary')
  const passwordFile = place.write('password', place.password)
  runOnce(programs.initdb.path, [
    ...['-D', cluster],
    ...['-U', 'swath'],
    ...['-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
    ...['-E', 'UTF8', '--locale=C.UTF-8'],
    '--no-sync',
  ])
  appendFileSync(join(cluster, 'postgresql.conf'), primarySettings)
  await startPostgres(place, 'PostgreSQL', cluster, port)
}

/** A streaming replica, with its own slot. */
const startReplica = async (place: Place, port: number, primaryPort: number): Promise<void> => {
  const cluster = join(place.path, 'replica')
  runOnce(
    programs.baseBackup.path,
    [
      ...['-D', cluster],
      ...['-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'swath'],
      ...['-R', '-X', 'stream', '-C', '-S', 'replica'],
      ...['-c', 'fast', '--no-sync'],
    ],
    { PGPASSWORD: place.password },
  )
  await startPostgres(place, 'replica', cluster, port)
}

const startPooler = async (place: Place, port: number, primaryPort: number): Promise<void> => {
  const users = place.write('users.txt', `"swath" "${place.password}"\n`)
  const settings = place.write('pgbouncer.ini', writePoolerSettings(port, primaryPort, users))
  await place.start(
    startServer('pgbouncer', programs.pgbouncer.path, [settings], 'SIGTERM'),
    accepts(port),
  )
}

const startNats = (place: Place, port: number): Promise<void> =>
  place.start(
    startServer(
      'NATS',
      programs.nats.path,
      ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', place.makeFolder('nats')],
      'SIGTERM',
    ),
    () => answersWithJetStream(port),
  )

/**
 * PostgreSQL 15, a streaming replica of it, pgbouncer in transaction mode in front of it, and NATS
 * with JetStream on file storage: all on free ports, local only, in a temporary folder.
 */
export const startEngines = async (): Promise<Engines> => {
  requirePrograms(Object.values(programs))
  const password = randomBytes(12).toString('hex')
  const place: Place = { ...createEngineFolder(), password }
  try {
    const [primaryPort, replicaPort, poolerPort, natsPort] = (await freePorts(4)) as [
      number,
      number,
      number,
      number,
    ]
    await startPrimary(place, primaryPort)
    await startReplica(place, replicaPort, primaryPort)
    await startPooler(place, poolerPort, primaryPort)
    await startNats(place, natsPort)
    const buildUrl = (port: number): string =>
      `postgres://swath:${password}@127.0.0.1:${port}/postgres`
    return {
      environment: {
        TEST_DATABASE_URL: buildUrl(primaryPort),
        TEST_READ_DATABASE_URL: buildUrl(replicaPort),
        TEST_POOLER_URL: buildUrl(poolerPort),
        TEST_NATS_URL: `nats://127.0.0.1:${natsPort}`,
      },
      versions: [programs.postgres, programs.pgbouncer, programs.nats].map(readVersion),
      stop: place.stop,
    }
  } catch (error) {
    await place.stop()
    throw error
  }
}
