// The whole program as a child process, as `npm start` runs it, on separate ports and a separate
// data folder.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Properties of the program that a journey runs against. */
export type RunningProgram = {
  readonly address: string
  readonly mqttPort: number
  readonly dataFolder: string
  /** Origin from which consoles may load camera pictures; a journey serves it when needed. */
  readonly videoOrigin: string
  /** Origin of a push service in its own network; a journey serves it when needed. */
  readonly pushOrigin: string
  /** Origin of an identity provider in its own network; a journey serves it when needed. */
  readonly oidcOrigin: string
  /** Origin of a receiver of webhooks; a journey serves it when needed. */
  readonly webhookOrigin: string
}

/** Codes by SMS and mail; the captcha is its first four digits. */
export const fixedCode = '123456'
/** The password of every demonstration sign-in. */
export const demoPassword = 'Swath2026'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The goal is 60, which `.ci/starts.mjs` measures; it is not checked here. */
const startLimitMs = 240_000
const stopLimitMs = 20_000

/**
 * The process that ends the program may not be the one that started it: a journey that kills it
 * starts it again.
 */
const pidFile = (dataFolder: string): string => `${dataFolder}.pid`

export const newDataFolder = (): string => join(mkdtempSync(join(tmpdir(), 'swath-e2e-')), 'data')

/** A port that was free a moment earlier. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The program's output goes to a file: a pipe would end with the journey that started it. */
const logFile = (dataFolder: string): string => `${dataFolder}.log`
const saidBy = (dataFolder: string): string =>
  readFileSync(logFile(dataFolder), 'utf8').slice(-8_000)

/** @throws with the program's output when it is not ready within four minutes */
export const startProgram = async (
  dataFolder: string,
  ports: { http: number; mqtt: number } = { http: 0, mqtt: 0 },
  given: Readonly<Record<string, string>> = {},
): Promise<RunningProgram> => {
  const {
    NODE_ENV: _production,
    VITEST: _vitest,
    DATABASE_URL: _database,
    ...environment
  } = process.env
  const videoOrigin = `http://127.0.0.1:${await freePort()}`
  const pushOrigin = `http://127.0.0.1:${await freePort()}`
  const oidcOrigin = `http://127.0.0.1:${await freePort()}`
  const webhookOrigin = `http://127.0.0.1:${await freePort()}`
  const log = openSync(logFile(dataFolder), 'w')
  const child = spawn(process.execPath, ['apps/server/src/start.ts'], {
    cwd: root,
    stdio: ['ignore', log, log],
    env: {
      ...environment,
      PORT: String(ports.http),
      MQTT_PORT: String(ports.mqtt),
      DATA_DIR: dataFolder,
      FIXED_CODE: fixedCode,
      DEMO: '1',
      VIDEO_ORIGINS: videoOrigin,
      PUSH_ORIGINS: pushOrigin,
      OIDC_ORIGINS: oidcOrigin,
      WEBHOOK_ORIGINS: webhookOrigin,
      // Two browsers keep the processors busy: work of a lower priority would hardly run.
      DEVICES_FIRST: '0',
      ...given,
    },
  })
  closeSync(log)
  child.unref()
  writeFileSync(pidFile(dataFolder), String(child.pid))
  for (const untilMs = Date.now() + startLimitMs; Date.now() < untilMs; await sleep(50)) {
    const said = saidBy(dataFolder)
    const address = /(http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1]
    const mqttPort = /mqtt:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1]
    // The last line of a start: everything is ready, including the demonstration's fleet.
    if (address && mqttPort && said.includes('fleet is flying'))
      return {
        address,
        mqttPort: Number(mqttPort),
        dataFolder,
        videoOrigin,
        pushOrigin,
        oidcOrigin,
        webhookOrigin,
      }
    if (child.exitCode !== null)
      throw new Error(`The program ended with ${child.exitCode}:\n${said}`)
  }
  child.kill('SIGKILL')
  throw new Error(`The program was not up after ${startLimitMs / 1000} s:\n${saidBy(dataFolder)}`)
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false // it has ended
  }
}

const whenGone = async (pid: number): Promise<boolean> => {
  for (const untilMs = Date.now() + stopLimitMs; Date.now() < untilMs;) {
    if (!isAlive(pid)) return true
    await sleep(50)
  }
  return false
}

/** Stops the program without a clean shutdown, as a power failure does. */
export const killProgram = async ({ dataFolder }: RunningProgram): Promise<void> => {
  const pid = Number(readFileSync(pidFile(dataFolder), 'utf8'))
  if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  await whenGone(pid)
}

/** @throws when it has ended before, or does not end within 20 s of the request */
export const endProgram = async (dataFolder: string): Promise<void> => {
  const pid = Number(readFileSync(pidFile(dataFolder), 'utf8'))
  const wasAlive = isAlive(pid)
  if (wasAlive) process.kill(pid, 'SIGTERM')
  const isGone = await whenGone(pid)
  if (!isGone) process.kill(pid, 'SIGKILL')
  const said = saidBy(dataFolder)
  if (!wasAlive) throw new Error(`The program had ended before it was asked to:\n${said}`)
  if (!isGone)
    throw new Error(`The program did not end within ${stopLimitMs / 1000} s of SIGTERM:\n${said}`)
}

export const removeData = (dataFolder: string): void =>
  rmSync(join(dataFolder, '..'), { recursive: true, force: true, maxRetries: 3 })

/** Ends it and removes its data. @throws as `endProgram` */
export const stopProgram = async (dataFolder: string): Promise<void> => {
  try {
    await endProgram(dataFolder)
  } finally {
    removeData(dataFolder)
  }
}

/** A copy of the data of a program that has ended, with the owners of its files. */
export const copyData = (dataFolder: string): string => {
  const copy = newDataFolder()
  execFileSync('cp', ['-a', dataFolder, copy])
  return copy
}
