import { setTimeout as sleep } from 'node:timers/promises'

const patienceMs = 60_000

/**
 * Polls until the value exists. Tests do not depend on how long that takes, especially on a busy
 * machine.
 * @throws after a minute
 */
export const eventually = async <T>(
  find: () => T | Promise<T>,
): Promise<Exclude<T, null | undefined | false>> => {
  for (const untilMs = performance.now() + patienceMs; performance.now() < untilMs;) {
    const found = await find()
    if (found !== undefined && found !== null && found !== false)
      return found as Exclude<T, null | undefined | false>
    await sleep(20)
  }
  throw new Error(`It did not come about within ${patienceMs / 1000} s`)
}
