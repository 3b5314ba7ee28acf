// The demonstration's drones fly in a separate process and use only the public device protocol.
import { fork, type ChildProcess } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { FleetFile } from '@swath/simulator/fleet'

const simulator = fileURLToPath(import.meta.resolve('@swath/simulator/main'))
const shortestPauseMs = 1_000
const longestPauseMs = 60_000
/** After a run of this length, the delay before a restart is short again. */
const settledMs = 60_000
const farewellMs = 3_000

type Options = {
  fleet: FleetFile
  mqttUrl: string
  /** Base URL of firmware downloads; null: another process serves HTTP. */
  httpUrl: string | null
  dataFolder: string
  log: Logger
}

/** Starts the simulator, and restarts it whenever it exits. */
export const startDemonstrationFleet = async ({
  fleet,
  mqttUrl,
  httpUrl,
  dataFolder,
  log,
}: Options): Promise<{ stop: () => Promise<void> }> => {
  const path = join(dataFolder, 'demonstration-fleet.json')
  await mkdir(dataFolder, { recursive: true })
  // The file contains the drones' secrets.
  await writeFile(path, JSON.stringify(fleet), { mode: 0o600 })
  let stopped = false
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let pauseMs = shortestPauseMs

  const start = (): void => {
    const startedMs = performance.now()
    // The child does not inherit the server's environment, which contains secrets.
    child = fork(
      simulator,
      [
        '--mqtt',
        mqttUrl,
        ...(httpUrl === null ? [] : ['--http', httpUrl]),
        '--fleet',
        path,
        '--memory',
        join(dataFolder, 'demonstration-fleet-memory.json'),
      ],
      {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        env: { PATH: process.env['PATH'] },
        execArgv: [],
      },
    )
    child.once('error', (error) =>
      log.error({ err: error }, 'the demonstration fleet could not be started'),
    )
    child.once('exit', (code, signal) => {
      child = undefined
      if (stopped) return
      log.warn({ code, signal, pauseMs }, 'the demonstration fleet ended and is started again')
      if (performance.now() - startedMs > settledMs) pauseMs = shortestPauseMs
      timer = setTimeout(start, pauseMs)
      pauseMs = Math.min(longestPauseMs, pauseMs * 2)
    })
  }
  start()

  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      const last = child
      if (last === undefined) return
      await new Promise<void>((done) => {
        const limit = setTimeout(() => last.kill('SIGKILL'), farewellMs)
        last.once('exit', () => {
          clearTimeout(limit)
          done()
        })
        last.kill('SIGTERM')
      })
    },
  }
}
