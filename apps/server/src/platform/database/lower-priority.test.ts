import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPool } from './pools.ts'
import { ownTestDatabase } from './testing-file.ts'

const { url } = await ownTestDatabase()

test.runIf(existsSync('/proc/self/autogroup'))(
  'the server’s processes behind consoles have a lower priority than those behind devices, individually and as a group',
  async () => {
    const pool = openPool('consoles', url, { lowersPriority: true })
    try {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(pool)
      const { pid } = rows[0]!
      expect(getPriority(pid)).toBe(3)
      await expect
        .poll(() => readFileSync(`/proc/${pid}/autogroup`, 'latin1'))
        .toMatch(/ nice 3\n$/)
    } finally {
      await pool.destroy()
    }
  },
)
