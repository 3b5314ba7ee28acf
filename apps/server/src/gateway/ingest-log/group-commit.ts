// Many devices share one commit: records that arrive while a commit runs go into the next one.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { NotStored, type IngestLog, type IngestRecord } from './ingest-log.ts'

export type GroupCommitOptions = {
  /**
   * How long a record may wait for its commit, retries included, before the device must send it
   * again.
   */
  appendTimeoutMs?: number
  /**
   * Limit of payload bytes waiting at once; more is refused, so that slow storage does not fill the
   * memory.
   */
  waitingBytes?: number
  onAppended?: (records: number, elapsedMs: number) => void
  onTrouble?: (what: string, error: unknown) => void
}

type Write = (records: readonly IngestRecord[], commitId: string) => Promise<void>
type Waiting = {
  record: IngestRecord
  untilMs: number
  resolve: () => void
  reject: (error: Error) => void
}

const commitBytes = 4 * 1024 * 1024
const againMs = 200

/**
 * Time between the beginnings of two commits, ms: a commit costs as much as its next 100 records, so
 * that those of this time share one; of few records it is twice as long. The first after a pause
 * begins at once, and so does the next message of a device that is alone.
 */
const commitEveryMs = 10
const fewRecords = 15

/** Takes the first entries of the queue, as many as fit one commit. */
const takeCommit = (queue: Waiting[]): Waiting[] => {
  let bytes = 0
  let count = 0
  while (count < queue.length && bytes < commitBytes) bytes += queue[count++]!.record.bytes.length
  return queue.splice(0, count)
}

/**
 * `write` makes records durable. If it fails, it is called again with the same records and the same
 * id: they may already be stored, and storing them twice is harmless.
 */
export const createGroupCommit = (
  write: Write,
  options: GroupCommitOptions,
): Pick<IngestLog, 'append' | 'waiting' | 'close'> => {
  const { appendTimeoutMs = 10_000, waitingBytes = 64 * 1024 * 1024 } = options
  let queue: Waiting[] = []
  let queuedBytes = 0
  let writing = false
  let closed = false
  const idle: (() => void)[] = []

  /** Rejects the entries that have timed out and returns the others. */
  const expire = (entries: Waiting[]): Waiting[] => {
    const nowMs = performance.now()
    const late = entries.filter((entry) => entry.untilMs <= nowMs)
    if (late.length === 0) return entries
    for (const entry of late) {
      queuedBytes -= entry.record.bytes.length
      entry.reject(new NotStored('timeout'))
    }
    return entries.filter((entry) => entry.untilMs > nowMs)
  }

  const commit = async (batch: Waiting[]): Promise<void> => {
    const records = batch.map((entry) => entry.record)
    const id = randomUUID()
    for (let left = batch; left.length > 0;) {
      const startedMs = performance.now()
      try {
        await withDeadline(write(records, id), Math.max(...left.map((entry) => entry.untilMs)))
        options.onAppended?.(left.length, performance.now() - startedMs)
        for (const entry of left) {
          queuedBytes -= entry.record.bytes.length
          entry.resolve()
        }
        return
      } catch (error) {
        options.onTrouble?.('append', error) // the devices wait meanwhile
        left = expire(left)
        if (left.length > 0) await sleep(closed ? 50 : againMs)
        left = expire(left)
        queue = expire(queue)
      }
    }
  }

  const pace = createPace()
  const run = async (): Promise<void> => {
    while (queue.length > 0) {
      if (!closed) await pace.wait(queue)
      const batch = takeCommit(queue)
      pace.begin(batch)
      await commit(batch)
    }
    writing = false
    for (const tell of idle.splice(0)) tell()
  }

  return {
    append: (record) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new NotStored('closed'))
        const { length } = record.bytes
        if (queuedBytes + length > waitingBytes) return reject(new NotStored('overloaded'))
        queuedBytes += length
        queue.push({ record, untilMs: performance.now() + appendTimeoutMs, resolve, reject })
        // In the next turn of the loop, so that all records that have arrived share the commit.
        if (!writing) {
          writing = true
          setImmediate(() => void run())
        }
      }),
    waiting: () => ({ records: queue.length, bytes: queuedBytes }),
    close: async () => {
      closed = true
      if (writing) await new Promise<void>((resolve) => idle.push(resolve))
    },
  }
}

/** Decides when the next commit begins; see `commitEveryMs`. */
const createPace = () => {
  let lastMs = -Infinity
  let lastDroneId: string | null = null
  return {
    wait: async (queue: readonly Waiting[]): Promise<void> => {
      if (queue.length === 1 && queue[0]!.record.droneId === lastDroneId) return
      for (const untilMs of [lastMs + commitEveryMs, lastMs + 2 * commitEveryMs]) {
        const leftMs = untilMs - performance.now()
        if (leftMs >= 1) await sleep(leftMs)
        if (queue.length >= fewRecords) return
      }
    },
    begin: (batch: readonly Waiting[]): void => {
      lastMs = performance.now()
      lastDroneId = batch.length === 1 ? batch[0]!.record.droneId : null
    },
  }
}

/** By a plain timer: an abort signal makes an error with a stack for each commit. */
const withDeadline = (work: Promise<void>, untilMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new NotStored('timeout')),
      Math.max(1, untilMs - performance.now()),
    )
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
