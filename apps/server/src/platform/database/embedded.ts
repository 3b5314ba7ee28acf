import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartFailure } from '../config/start-failure.ts'
import { readClusterState, writeClusterState, type ClusterState } from './cluster-state.ts'
import { prepareCluster, type Cluster } from './cluster.ts'
import { fileFailure } from './file-failure.ts'
import { lockFolder, type FolderLock } from './folder-lock.ts'
import { launchServer } from './launch-server.ts'
import { freePort, isFree } from './loopback-port.ts'
import { makeCluster, requireSameMajor, takeCluster } from './make-cluster.ts'
import {
  buildClusterName,
  endOrphans,
  isServerOf,
  readPidFile,
  listServers,
  stopPostmaster,
  waitUntil,
} from './postmaster.ts'
import { buildServerUrl, createOwnDatabase, databaseName, takesPassword } from './server-login.ts'
import { lacksSockets, removeSockets } from './server-socket.ts'
import { explain } from './server-output.ts'
import { makeFolder, makePassable } from './system-user.ts'

export interface EmbeddedOptions {
  /** The cluster is in its subfolder `postgres`. */
  dataFolder: string
  onProgress?: (line: string) => void
  /**
   * Called if the server ended and could not be restarted, for example because the disk is full; a
   * restart is attempted every ten seconds.
   */
  onLost?: (error: Error) => void
  /** Server settings that override the defaults, such as `fsync: 'off'` for tests. */
  settings?: Record<string, string>
  /** The `native` folder of the platform's package, if it is not the installed one. */
  nativeFolder?: string
}

export interface EmbeddedPostgres {
  /**
   * postgres://… with the password, on 127.0.0.1; with the parameter `host` for the server's Unix
   * socket, if it has one. Does not change after restarts.
   */
  url: string
  version: string
  /** The server was already running: an earlier program on this folder had been killed. */
  adopted: boolean
  /** The current process id of the postmaster. */
  pid(): number
  /** Stops the server by fast shutdown, and releases the folder for the next program. */
  stop(): Promise<void>
}

/**
 * Supervises the PostgreSQL server, a separate process that survives if Node is killed and is
 * adopted at the next start. It listens on 127.0.0.1 and on a Unix socket in the cluster's folder, and
 * requires a password that is stored next to the cluster.
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
  readonly #cluster: Cluster
  /** Empty until the cluster exists. */
  #clusterName = ''
  readonly #lock: FolderLock
  readonly #options: EmbeddedOptions
  readonly #progress: (line: string) => void
  readonly #state: ClusterState
  readonly #password: string
  #pid = 0
  #hasSockets = true
  #watch: NodeJS.Timeout | undefined

  constructor(folder: string, lock: FolderLock, options: EmbeddedOptions) {
    this.#lock = lock
    this.#options = options
    this.#progress = options.onProgress ?? (() => {})
    const cluster = prepareCluster(folder, this.#progress, options.nativeFolder)
    const { state, password } = readClusterState(cluster)
    this.#cluster = cluster
    this.#state = state
    this.#password = password
  }

  async start(): Promise<EmbeddedPostgres> {
    const { native, path } = this.#cluster
    if (existsSync(join(path, 'PG_VERSION'))) requireSameMajor(this.#cluster)
    else await makeCluster(this.#cluster, this.#password, this.#progress)
    this.#clusterName = buildClusterName(path)
    const buildUrl = (database: string): string =>
      buildServerUrl({ path, password: this.#password, port: this.#state.port }, database)
    const adopted = await this.#adopt()
    if (!adopted) {
      takeCluster(this.#cluster)
      this.#progress(`Starting PostgreSQL ${native.version}`)
      await this.#launch()
    }
    await createOwnDatabase(buildUrl, this.#cluster.folder)
    this.#watch = setInterval(() => this.#lookAfter(), 250).unref()
    this.#progress(`PostgreSQL ${native.version} is ready on 127.0.0.1:${this.#state.port}`)
    return {
      url: buildUrl(databaseName),
      version: native.version,
      adopted,
      pid: () => this.#pid,
      stop: () => this.#stop(),
    }
  }

  /** Adopts a server that an earlier, killed program left running. False if there is none. */
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
    await waitUntil(() => gone() || ready(), 120_000) // it may be recovering, or shutting down
    if (gone()) return false
    const port = this.#readPidFile()?.port ?? this.#state.port
    if (
      !ready() ||
      this.#state.version !== this.#cluster.native.version ||
      !(await this.#answers(port))
    ) {
      this.#progress('Restarting it')
      await stopPostmaster(clusterName, pid)
      return false
    }
    if (port !== this.#state.port) {
      this.#state.port = port
      writeClusterState(this.#cluster.folder, this.#state)
    }
    this.#pid = pid
    return true
  }

  #readPidFile() {
    try {
      return readPidFile(this.#cluster.path)
    } catch {
      throw new StartFailure(
        `${this.#cluster.path} belongs to another user. Start Swath as that user, or as root.`,
      )
    }
  }

  /** @param keepPort true if clients have already connected to it */
  async #launch(keepPort = false): Promise<void> {
    const attempts = 10
    for (let attempt = 1; ; attempt++) {
      if (!keepPort && (!this.#state.port || !(await isFree(this.#state.port))))
        this.#state.port = await freePort()
      this.#state.version = this.#cluster.native.version
      try {
        writeClusterState(this.#cluster.folder, this.#state)
      } catch (error) {
        throw fileFailure(error, this.#cluster.folder)
      }
      removeSockets(this.#cluster.path)
      const output = await launchServer({
        cluster: this.#cluster,
        settings: {
          cluster_name: this.#clusterName,
          port: String(this.#state.port),
          unix_socket_directories: this.#hasSockets ? '.' : '',
          ...this.#options.settings,
        },
        progress: this.#progress,
        started: (pid) => {
          this.#pid = pid
        },
        answers: () => this.#answers(this.#state.port),
      })
      if (output === undefined) return
      if (this.#hasSockets && lacksSockets(output)) {
        this.#hasSockets = false
        continue
      }
      const again =
        /lock file "postmaster\.pid" already exists|pre-existing shared memory block|could not bind|Address already in use/.test(
          output,
        )
      if (!again || attempt === attempts) throw explain(output, this.#cluster.folder)
      await endOrphans(this.#clusterName)
      await sleep(300)
    }
  }

  #answers(port: number): Promise<boolean> {
    return takesPassword({
      port,
      password: this.#password,
      clusterName: this.#clusterName,
      folder: this.#cluster.folder,
    })
  }

  /**
   * Restarts the server on the same port if it has ended, so that the pool's next connection finds
   * it.
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
        await waitUntil(() => this.#stopping, 10_000) // by then the disk may have free space
      }
    }
  }

  /** After a failed start: leaves no server behind. */
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
