// One program for all journeys of a run.
import type { TestProject } from 'vitest/node'
import { newDataFolder, startProgram, stopProgram, type RunningProgram } from './program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    program: RunningProgram
  }
}

/**
 * E2E_PROGRAM='{"address":"http://127.0.0.1:8080","mqttPort":1883,"dataFolder":""}' runs against a
 * program that is up already.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const given = process.env['E2E_PROGRAM']
  if (given) {
    project.provide('program', JSON.parse(given) as RunningProgram)
    return async () => undefined
  }
  const dataFolder = newDataFolder()
  project.provide('program', await startProgram(dataFolder))
  return () => stopProgram(dataFolder)
}
