// Prepared statements of one connection: what it runs often is parsed, and usually planned, once.
import type pg from 'pg'

/** A statement that has run so often is prepared. */
const preparedFromRun = 4
/** Of one connection; a plan takes some ten kilobytes of the server's memory. */
const statementsAtMost = 150
const countedAtMost = 2_000
/** A prepared statement fails once its table has another column. */
const selectsAll = /(?:select|returning|,)\s+(?:"?\w+"?\.)?\*/i

export class KeptPlans {
  readonly #runs = new Map<string, number>()
  readonly #names = new Map<string, string>()

  /** Undefined while the statement is not to be prepared. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text)
    if (name !== undefined) return name
    const runs = (this.#runs.get(text) ?? 0) + 1
    if (runs < preparedFromRun) {
      if (this.#runs.size < countedAtMost || runs > 1) this.#runs.set(text, runs)
      return undefined
    }
    if (this.#names.size >= statementsAtMost || selectsAll.test(text)) return undefined
    const made = `kept_${this.#names.size + 1}`
    this.#names.set(text, made)
    this.#runs.delete(text)
    return made
  }
}

/**
 * Whether the connection leads to the server's process and not to a pooler, which gives the next
 * statement another process without the prepared ones: a pooler gives its clients other numbers.
 */
export const isDirect = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid === (client as unknown as { processID: number }).processID
}
