// Common code of the measurements of the console.
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { demoPassword, fixedCode } from './program.ts'

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** One line of JSON, figures to a tenth, with how busy the machine was. */
export const report = (
  names: Readonly<Record<string, string | number>>,
  values: Readonly<Record<string, number>>,
): void =>
  console.log(
    JSON.stringify({
      ...names,
      ...Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, Math.round(value * 10) / 10]),
      ),
      load: Math.round(loadavg()[0]! * 10) / 10,
    }),
  )

/** The page's heap after a full collection, MB; `all` includes the buffers outside it. */
export const measureHeapMb = async (
  session: CDPSession,
): Promise<{ used: number; all: number }> => {
  for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 } = (await session.send('Runtime.getHeapUsage')) as {
    usedSize: number
    backingStorageSize?: number
  }
  return { used: usedSize / 1e6, all: (usedSize + backingStorageSize) / 1e6 }
}

/**
 * Signs in by the form as one of the demonstration's people; waits for the page after the sign-in.
 */
export const signInByForm = async (page: Page, phone: string): Promise<void> => {
  await page.goto('/login')
  await page.locator('input[name=name]').fill(phone)
  await page.locator('input[name=password]').fill(demoPassword)
  await page.waitForFunction(
    () => document.querySelector<HTMLImageElement>('img[src*="/captcha"]')?.naturalWidth,
  )
  await page.locator('input[name=verifyCode]').fill(fixedCode.slice(0, 4))
  await page.locator('button[type=submit]').click()
  await page.waitForURL((to) => !to.pathname.startsWith('/login'))
}

/** URL of the embedded PostgreSQL of a program that runs on this folder. */
export const findPostgresUrl = (dataFolder: string): string => {
  const postgres = join(dataFolder, 'postgres')
  const { port } = JSON.parse(readFileSync(join(postgres, 'state.json'), 'utf8')) as {
    port: number
  }
  const password = readFileSync(join(postgres, 'password'), 'utf8').trim()
  return `postgres://swath:${password}@127.0.0.1:${port}/swath`
}
