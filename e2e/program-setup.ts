// One program for all journeys of a run, and its payment gateway. They start with the first journey:
// tests that run earlier do not share the processors with a fleet that flies.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { demoId } from '../demonstration/world-rows.seed.ts'
import {
  openWechat,
  toEnvironment,
} from '@swath/server/modules/money/payments/wechat/testing-wechat'
import {
  copyData,
  endProgram,
  newDataFolder,
  removeData,
  startProgram,
  stopProgram,
  type RunningProgram,
} from './program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address that answers with a `Setting` as soon as the program runs. */
    launcher: string
  }
}

/** What journeys run against. */
export type Setting = {
  program: RunningProgram
  /** Address of the fake gateway; null: the program was running already, without one. */
  gateway: string | null
  /**
   * A data folder with the demonstration, for one other program: making it costs half a minute of
   * both processors. Null: the program was running already.
   */
  otherData: string | null
}

/**
 * E2E_PROGRAM='{"address":"http://127.0.0.1:8080","mqttPort":1883,"dataFolder":"","videoOrigin":"http://127.0.0.1:8889","pushOrigin":"http://127.0.0.1:8890","oidcOrigin":"http://127.0.0.1:8891","webhookOrigin":"http://127.0.0.1:8892"}'
 * runs against a program that is running already; `gateway` is the address of its fake gateway.
 */
const start = async (stopLater: (stop: () => Promise<void>) => void): Promise<Setting> => {
  const given = process.env['E2E_PROGRAM']
  if (given) {
    const { gateway = null, ...program } = JSON.parse(given) as RunningProgram & {
      gateway?: string
    }
    return { program, gateway, otherData: null }
  }
  const dataFolder = newDataFolder()
  await startProgram(dataFolder)
  await endProgram(dataFolder)
  const otherData = copyData(dataFolder)
  stopLater(async () => removeData(otherData))
  const wechat = await openWechat({ now: Date.now })
  stopLater(() => wechat.close())
  stopLater(() => stopProgram(dataFolder))
  const environment = {
    ...toEnvironment(wechat),
    // The demonstration's lessor receives its clients' recharges through it.
    WECHAT_PAY_PAYEES: demoId('account', 'tianxiang'),
  }
  const program = await startProgram(dataFolder, undefined, environment)
  return { program, gateway: wechat.config.url, otherData }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const undo: (() => Promise<void>)[] = []
  let setting: Promise<Setting> | undefined
  const launcher = createServer((_request, response) => {
    setting ??= start((stop) => void undo.push(stop))
    setting.then(
      (found) => response.end(JSON.stringify(found)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(launcher, 'listening')
  project.provide('launcher', `http://127.0.0.1:${(launcher.address() as AddressInfo).port}`)
  return async () => {
    launcher.close()
    for (const stop of undo.toReversed()) await stop()
  }
}
