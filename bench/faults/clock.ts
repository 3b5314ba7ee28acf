// The clock of a program, which can be set wrong while the program runs.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type WrongClock = {
  environment: Record<string, string>
  /** @param shiftMs 0: the right time */
  shift(shiftMs: number): void
  remove(): void
}

/** @throws if there is no C compiler (Debian: gcc, libc6-dev) */
export const createWrongClock = (): WrongClock => {
  const folder = mkdtempSync(join(tmpdir(), 'swath-clock-'))
  chmodSync(folder, 0o755) // PostgreSQL runs as another user
  const library = join(folder, 'clock.so')
  const file = join(folder, 'shift')
  const source = new URL('clock.c', import.meta.url).pathname
  const { status, stderr, error } = spawnSync(
    'gcc',
    ['-O2', '-shared', '-fPIC', '-o', library, source, '-ldl'],
    { encoding: 'utf8' },
  )
  if (error || status !== 0)
    throw new Error(`clock.c could not be compiled: ${error?.message ?? stderr}`)
  const shift = (shiftMs: number): void => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64LE(BigInt(shiftMs))
    writeFileSync(file, bytes, { flag: 'r+' })
  }
  writeFileSync(file, Buffer.alloc(8))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  process.on('exit', remove) // when the benchmark is interrupted
  return {
    environment: { LD_PRELOAD: library, SWATH_BENCH_CLOCK: file },
    shift,
    remove: () => {
      process.off('exit', remove)
      remove()
    },
  }
}
