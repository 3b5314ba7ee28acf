// One program for all journeys of a run, and its payment gateway.
import type { TestProject } from 'vitest/node'
import { demoId } from '../demonstration/world-rows.seed.ts'
import {
  openWechat,
  toEnvironment,
} from '@swath/server/modules/money/payments/wechat/testing-wechat'
import { newDataFolder, startProgram, stopProgram, type RunningProgram } from './program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    program: RunningProgram
    /** Address of the fake gateway; null: the program was running already, without one. */
    gateway: string | null
  }
}

/**
 * E2E_PROGRAM='{"address":"http://127.0.0.1:8080","mqttPort":1883,"dataFolder":"","videoOrigin":"http://127.0.0.1:8889","pushOrigin":"http://127.0.0.1:8890","oidcOrigin":"http://127.0.0.1:8891"}'
 * runs against a program that is running already; `gateway` is the address of its fake gateway.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const given = process.env['E2E_PROGRAM']
  if (given) {
    const { gateway = null, ...program } = JSON.parse(given) as RunningProgram & {
      gateway?: string
    }
    project.provide('program', program)
    project.provide('gateway', gateway)
    return async () => undefined
  }
  const dataFolder = newDataFolder()
  const wechat = await openWechat({ now: Date.now })
  project.provide('gateway', wechat.config.url)
  const environment = {
    ...toEnvironment(wechat),
    // The demonstration's lessor receives its clients' recharges through it.
    WECHAT_PAY_PAYEES: demoId('account', 'tianxiang'),
  }
  project.provide('program', await startProgram(dataFolder, undefined, environment))
  return async () => {
    await stopProgram(dataFolder)
    await wechat.close()
  }
}
