import { setTimeout as sleep } from 'node:timers/promises'
import { fail } from '../errors/fail.ts'

type Input =
  | { do: 'echo'; value: unknown; afterMs?: number }
  | { do: 'spin' | 'fill heap' | 'fill buffers' | 'refuse' | 'throw' }

export const run = async (input: Input): Promise<unknown> => {
  const kept: unknown[] = []
  switch (input.do) {
    case 'echo':
      await sleep(input.afterMs ?? 0)
      return input.value
    case 'spin':
      for (;;);
    case 'fill heap':
      for (;;) kept.push(Array.from({ length: 1000 }, (_, i) => ({ i })))
    case 'fill buffers':
      for (;;) {
        kept.push(new Uint8Array(16 * 1024 * 1024).fill(1))
        await sleep(10)
      }
    case 'refuse':
      return fail('table_too_long', {}, [{ path: 'a', message: 'b' }])
    case 'throw':
      throw new TypeError('broken')
  }
}
