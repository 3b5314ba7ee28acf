import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartFailure } from '../config/start-failure.ts'
import { fileFailure } from './file-failure.ts'
import { lockFolder, type FolderLock } from './folder-lock.ts'
import { freePort, isFree } from './loopback-port.ts'
import { prepareNativeBinaries, type NativeBinaries } from './native-binaries.ts'
import {
  buildClusterName,
  endOrphans,
  isServerOf,
  readPidFile,
  listServers,
  stopPostmaster,
  waitUntil,
} from './postmaster.ts'
import { explain, freeBytes, openLog } from './server-output.ts'
import {
  databaseUser,
  giveTo,
  identity,
  makeFolder,
  makePassable,
  mayEnter,
  type SystemUser,
} from './system-user.ts'

export interface EmbeddedOptions {
  /** The cluster lives in `postgres` below it. */
  dataFolder: string
  onProgress?: (line: string) => void
  /**
   * The server ended and could not be brought back, because the disk is full, for one; it is tried
   * again every ten seconds.
   */
  onLost?: (error: Error) => void
  /** Server settings over the usual ones, such as `fsync: 'off'` for tests. */
  settings?: Record<string, string>
  /** The `native` folder of the platform's package, if it is not the installed one. */
  nativeFolder?: string
}

export interface EmbeddedPostgres {
  /** postgres://… with the password, on 127.0.0.1. It stays the same over restarts. */
  url: string
  version: string
  /** It was running already: an earlier program on this folder had been killed. */
  adopted: boolean
  /** The postmaster's process number at this moment. */
  pid(): number
  /** Fast shutdown, then the folder is free for the next program. */
  stop(): Promise<void>
}

interface State {
  port: number
  /** Of the programs that last started the server. */
  version: string
}

const invalidPassword = '28P01'
const userName = 'swath'
const databaseName = 'swath'
const leastFreeBytes = 128 * 1024 * 1024 // a new cluster is 40 MB, its first WAL files 32 MB

/**
 * Our own supervisor over PostgreSQL's programs. The server is a process of its own that outlives a
 * killed Node and is adopted at the next start; it listens on 127.0.0.1 alone and asks for a
 * password that is kept beside the cluster.
 * @throws StartFailure with a message for the person who started the program
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  if (process.platform !== 'linux') {
    throw new StartFailure(
      `The embedded database runs on Linux. On ${process.platform} set DATABASE_URL to a PostgreSQL server, version 15 or later.`,
    )
  }
  const dataFolder = resolve(options.dataFolder)
  const folder = join(dataFolder, 'postgres')
  try {
    makeFolder(dataFolder)
    makePassable(folder)
  } catch (error) {
    throw fileFailure(error, folder)
  }
  const lock = lockFolder(folder)
  let supervisor: Supervisor | undefined
  try {
    supervisor = new Supervisor(folder, lock, options)
    return await supervisor.start()
  } catch (error) {
    await supervisor?.abandon()
    lock.release()
    throw error
  }
}

class Supervisor {
  readonly #folder: string
  readonly #cluster: string
  readonly #lock: FolderLock
  readonly #options: EmbeddedOptions
  readonly #progress: (line: string) => void
  readonly #user: SystemUser | undefined
  /** The cluster's path as the server gets it. */
  readonly #clusterArgument: string
  #clusterName!: string
  #native!: NativeBinaries
  #state!: State
  #password!: string
  #pid = 0
  #watch: NodeJS.Timeout | undefined

  constructor(folder: string, lock: FolderLock, options: EmbeddedOptions) {
    this.#folder = folder
    this.#cluster = join(folder, 'cluster')
    this.#lock = lock
    this.#options = options
    this.#progress = options.onProgress ?? (() => {})
    this.#user = databaseUser(statSync(this.#cluster, { throwIfNoEntry: false })?.uid)
    // Below a folder that the database's user may not pass (0700 of root, for one), the server
    // still reaches the cluster by its working folder, which is set before the user changes.
    this.#clusterArgument = mayEnter(folder, this.#user) ? this.#cluster : '/proc/self/cwd'
  }

  async start(): Promise<EmbeddedPostgres> {
    this.#native = prepareNativeBinaries(
      this.#folder,
      this.#user,
      this.#progress,
      this.#options.nativeFolder,
    )
    this.#readState()
    if (existsSync(join(this.#cluster, 'PG_VERSION'))) this.#checkCluster()
    else this.#initialize()
    this.#clusterName = buildClusterName(this.#cluster)

    const adopted = await this.#adopt()
    if (!adopted) {
      this.#takeCluster()
      this.#progress(`Starting PostgreSQL ${this.#native.version}`)
      await this.#launch()
    }
    await this.#createDatabase()
    this.#watch = setInterval(() => this.#lookAfter(), 250).unref()
    this.#progress(`PostgreSQL ${this.#native.version} is ready on 127.0.0.1:${this.#state.port}`)
    return {
      url: this.#url(databaseName),
      version: this.#native.version,
      adopted,
      pid: () => this.#pid,
      stop: () => this.#stop(),
    }
  }

  #url(database: string): string {
    return `postgres://${userName}:${this.#password}@127.0.0.1:${this.#state.port}/${database}`
  }

  #readState(): void {
    const statePath = join(this.#folder, 'state.json')
    const passwordPath = join(this.#folder, 'password')
    try {
      if (existsSync(statePath) && existsSync(passwordPath)) {
        this.#state = JSON.parse(readFileSync(statePath, 'utf8')) as State
        this.#password = readFileSync(passwordPath, 'utf8').trim()
        return
      }
      if (existsSync(join(this.#cluster, 'PG_VERSION'))) {
        throw new StartFailure(
          `${this.#folder} holds a database, but its files "state.json" and "password" are not both there. ` +
            'Put them back from a backup: without them nobody can sign in to it.',
        )
      }
      this.#password = randomBytes(24).toString('base64url')
      writeWhole(passwordPath, this.#password)
      this.#state = { port: 0, version: this.#native.version }
      this.#writeState()
    } catch (error) {
      throw fileFailure(error, this.#folder)
    }
  }

  #writeState(): void {
    writeWhole(join(this.#folder, 'state.json'), JSON.stringify(this.#state))
  }

  #checkCluster(): void {
    const clusterMajor = readFileSync(join(this.#cluster, 'PG_VERSION'), 'utf8').trim()
    const ownMajor = this.#native.version.split('.')[0]
    if (clusterMajor !== ownMajor) {
      throw new StartFailure(
        `The database in ${this.#folder} was made by PostgreSQL ${clusterMajor}, and this Swath brings PostgreSQL ${ownMajor}. ` +
          'Make a backup with the Swath that wrote it, and restore it into a new data folder.',
      )
    }
  }

  /**
   * A folder that was copied, unpacked or used by another user before: PostgreSQL insists on its
   * own user and on 0700.
   */
  #takeCluster(): void {
    try {
      const { uid, mode } = statSync(this.#cluster)
      if (this.#user && uid !== this.#user.uid) giveTo(this.#user, this.#cluster)
      if ((mode & 0o777) !== 0o700) chmodSync(this.#cluster, 0o700)
    } catch (error) {
      throw fileFailure(error, this.#cluster)
    }
  }

  #initialize(): void {
    this.#refuseFullDisk()
    this.#progress('Creating the database cluster')
    const making = join(this.#folder, 'cluster.new')
    const secret = mkdtempSync(join(tmpdir(), 'swath-'))
    try {
      rmSync(making, { recursive: true, force: true })
      mkdirSync(making, { mode: 0o700 })
      writeFileSync(join(secret, 'password'), this.#password, { mode: 0o600 })
      if (this.#user)
        for (const path of [making, secret, join(secret, 'password')])
          chownSync(path, this.#user.uid, this.#user.gid)
      const made = spawnSync(
        join(this.#native.folder, 'bin', 'initdb'),
        [
          '-D',
          this.#clusterArgument === this.#cluster ? making : this.#clusterArgument,
          '--username',
          userName,
          '--pwfile',
          join(secret, 'password'),
          '--auth',
          'scram-sha-256',
          // Code points in order: the same on every machine, and never changed by an update of a
          // system library.
          '--encoding',
          'UTF8',
          '--locale-provider',
          'builtin',
          '--builtin-locale',
          'C.UTF-8',
          '--locale',
          'C',
        ],
        { ...identity(this.#user), cwd: making, env: childEnvironment(), encoding: 'utf8' },
      )
      if (made.status !== 0)
        throw explain(made.error?.message ?? `${made.stdout}\n${made.stderr}`, this.#folder)
      renameSync(making, this.#cluster) // so that a cluster is whole or not there
    } catch (error) {
      throw fileFailure(error, this.#folder)
    } finally {
      rmSync(secret, { recursive: true, force: true })
    }
  }

  #refuseFullDisk(): void {
    const free = freeBytes(this.#folder)
    if (free < leastFreeBytes) {
      throw new StartFailure(
        `The disk that holds ${this.#folder} is full: ${Math.floor(free / 2 ** 20)} MB are free, and a new database needs ` +
          `${leastFreeBytes / 2 ** 20} MB. Free some space, or point DATA_DIR at another disk.`,
      )
    }
  }

  /** Takes over a server that an earlier, killed program has left running. False: none is. */
  async #adopt(): Promise<boolean> {
    const clusterName = this.#clusterName
    const running = this.#readPidFile()
    if (!running || !isServerOf(clusterName, running.pid)) {
      if (listServers(clusterName).length > 0) await endOrphans(clusterName)
      return false
    }
    const { pid } = running
    this.#progress(`PostgreSQL is still running from before (process ${pid})`)
    const ready = () => this.#readPidFile()?.status === 'ready'
    const gone = () => !isServerOf(clusterName, pid)
    await waitUntil(() => gone() || ready(), 120_000) // it may be recovering, or on its way down
    if (gone()) return false
    const port = this.#readPidFile()?.port ?? this.#state.port
    if (!ready() || this.#state.version !== this.#native.version || !(await this.#answers(port))) {
      this.#progress('Restarting it')
      await stopPostmaster(clusterName, pid)
      return false
    }
    if (port !== this.#state.port) {
      this.#state.port = port
      this.#writeState()
    }
    this.#pid = pid
    return true
  }

  #readPidFile() {
    try {
      return readPidFile(this.#cluster)
    } catch {
      throw new StartFailure(
        `${this.#cluster} belongs to another user. Start Swath as that user, or as root.`,
      )
    }
  }

  /** @param keepPort others have connected to it already */
  async #launch(keepPort = false): Promise<void> {
    const attempts = 10
    for (let attempt = 1; ; attempt++) {
      if (!keepPort && (!this.#state.port || !(await isFree(this.#state.port))))
        this.#state.port = await freePort()
      this.#state.version = this.#native.version
      try {
        this.#writeState()
      } catch (error) {
        throw fileFailure(error, this.#folder)
      }
      const output = await this.#launchOnce()
      if (output === undefined) return
      const again =
        /lock file "postmaster\.pid" already exists|pre-existing shared memory block|could not bind|Address already in use/.test(
          output,
        )
      if (!again || attempt === attempts) throw explain(output, this.#folder)
      await endOrphans(this.#clusterName)
      await sleep(300)
    }
  }

  /** Starts the server and waits until it answers. Returns what it said if it ended instead. */
  async #launchOnce(): Promise<string | undefined> {
    const logPath = join(this.#folder, 'postgres.log')
    const log = openLog(logPath)
    const from = statSync(logPath).size
    let child: ChildProcess
    try {
      child = spawn(
        join(this.#native.folder, 'bin', 'postgres'),
        ['-D', this.#clusterArgument, ...this.#settings()],
        {
          ...identity(this.#user),
          cwd: this.#cluster,
          env: childEnvironment(readPidFile(this.#cluster)?.pid),
          detached: true,
          stdio: ['ignore', log, log],
        },
      )
    } catch (error) {
      throw fileFailure(error, this.#folder)
    } finally {
      closeSync(log)
    }
    let ended = false
    let failure = ''
    child.on('error', (error) => {
      ended = true
      failure = error.message
    })
    child.on('exit', () => {
      ended = true
    })
    child.unref()
    this.#pid = child.pid ?? 0
    let nextLineAtMs = performance.now() + 10_000
    for (;;) {
      if (performance.now() > nextLineAtMs) {
        this.#progress('PostgreSQL is not ready yet; after a crash it first reads its log')
        nextLineAtMs += 10_000
      }
      if (ended) return failure || readFileSync(logPath).subarray(from).toString()
      const server = readPidFile(this.#cluster)
      if (
        server?.pid === child.pid &&
        server?.status === 'ready' &&
        (await this.#answers(this.#state.port))
      )
        break
      await sleep(20)
    }
    return undefined
  }

  #settings(): string[] {
    const settings: Record<string, string> = {
      cluster_name: this.#clusterName,
      port: String(this.#state.port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '100',
      shared_buffers: '128MB',
      fsync: 'on',
      synchronous_commit: 'on',
      timezone: 'UTC',
      log_timezone: 'UTC',
      log_checkpoints: 'off',
      // A container's /dev/shm is often 64 MB, too small for parallel queries.
      dynamic_shared_memory_type: roomyShm() ? 'posix' : 'mmap',
      ...this.#options.settings,
    }
    return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  }

  /** Whether the cluster's server takes our password on that port. */
  async #answers(port: number): Promise<boolean> {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: userName,
      password: this.#password,
      database: 'postgres',
      connectionTimeoutMillis: 5000,
    })
    client.on('error', () => {}) // told by the query
    try {
      await client.connect()
      const { rows } = await client.query<{ name: string }>(
        `select current_setting('cluster_name') as name`,
      )
      return rows[0]?.name === this.#clusterName
    } catch (error) {
      if ((error as { code?: string }).code === invalidPassword) {
        throw new StartFailure(
          `The database in ${this.#folder} does not take the password in its file "password". Put that file back from a backup.`,
        )
      }
      return false // it is starting up
    } finally {
      await client.end().catch(() => {}) // the answer is known already
    }
  }

  async #createDatabase(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url('postgres') })
    await client.connect()
    try {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [
        databaseName,
      ])
      if (rowCount === 0) await client.query(`create database ${databaseName}`)
    } catch (error) {
      throw explain(String((error as Error).message), this.#folder)
    } finally {
      await client.end()
    }
  }

  /**
   * Brings the server back on the same port if it has ended: the pool's next connection finds it
   * again.
   */
  #lookAfter(): void {
    if (isServerOf(this.#clusterName, this.#pid)) return
    clearInterval(this.#watch)
    this.#watch = undefined
    this.#progress('PostgreSQL has ended; starting it again')
    this.#restarting = this.#restart()
  }

  #restarting: Promise<void> = Promise.resolve()
  #stopping = false

  async #restart(): Promise<void> {
    while (!this.#stopping) {
      try {
        await endOrphans(this.#clusterName)
        await this.#launch(true)
        this.#progress(`PostgreSQL is back on 127.0.0.1:${this.#state.port}`)
        if (!this.#stopping) this.#watch = setInterval(() => this.#lookAfter(), 250).unref()
        return
      } catch (error) {
        this.#options.onLost?.(error as Error)
        await waitUntil(() => this.#stopping, 10_000) // the disk may have been given room by then
      }
    }
  }

  /** After a start that failed: no server is left behind that nobody could use. */
  async abandon(): Promise<void> {
    if (this.#pid && isServerOf(this.#clusterName, this.#pid))
      await stopPostmaster(this.#clusterName, this.#pid)
  }

  async #stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#watch)
    await this.#restarting
    await stopPostmaster(this.#clusterName, this.#pid)
    this.#lock.release()
  }
}

/**
 * Nothing of the caller's PG… variables may reach the server; messages in English, because they are
 * read.
 */
function childEnvironment(stalePid?: number): NodeJS.ProcessEnv {
  return {
    PATH: '/usr/bin:/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
    // PostgreSQL takes a postmaster.pid for stale if it names its own grandparent
    // (src/backend/utils/init/miscinit.c). We hold the folder's lock and have seen that this
    // process is none of the cluster's: the number has been inherited by another program.
    ...(stalePid ? { PG_GRANDPARENT_PID: String(stalePid) } : {}),
  }
}

function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}

function roomyShm(): boolean {
  try {
    const { blocks, bsize } = statfsSync('/dev/shm')
    return blocks * bsize >= 256 * 1024 * 1024
  } catch {
    return false
  }
}

/** Stops the server of a folder whose program was killed. False: it is in use, or not there. */
export async function stopAbandonedPostgres(dataFolder: string): Promise<boolean> {
  const folder = join(resolve(dataFolder), 'postgres')
  if (!existsSync(folder)) return false
  let lock: FolderLock
  try {
    lock = lockFolder(folder)
  } catch {
    return false
  }
  try {
    const cluster = join(folder, 'cluster')
    if (!existsSync(cluster)) return true // killed before it was made
    const clusterName = buildClusterName(cluster)
    const running = readPidFile(cluster)
    if (running && isServerOf(clusterName, running.pid))
      await stopPostmaster(clusterName, running.pid)
    return true
  } finally {
    lock.release()
  }
}
