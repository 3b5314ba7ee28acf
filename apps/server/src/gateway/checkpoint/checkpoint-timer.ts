import type { Logger } from 'pino'
import type { Checkpoints } from './checkpoint.ts'
import type { Pipeline } from '../pipeline/public.ts'

/**
 * A checkpoint starts early and writes everything when this many points wait: about 80 MB, and ten
 * seconds of work after a crash.
 */
const pointsAtOnce = 400_000

export type CheckpointTimer = {
  /** Resolves when the running checkpoint ends. */
  stop(): Promise<void>
}

export const startCheckpointTimer = ({
  checkpoints,
  pipeline,
  log,
  everyMs,
}: {
  checkpoints: Checkpoints
  pipeline: Pipeline
  log: Logger
  everyMs: number
}): CheckpointTimer => {
  let running: Promise<void> | undefined
  let dueMs = performance.now() + everyMs
  const timer = setInterval(() => {
    const isFull = pipeline.waitingPoints() >= pointsAtOnce
    if (running || (performance.now() < dueMs && !isFull)) return
    dueMs = performance.now() + everyMs
    running = (isFull ? checkpoints.all() : checkpoints.next())
      .catch((error: unknown) => log.error({ error: String(error) }, 'A checkpoint was given up'))
      .finally(() => {
        running = undefined
      })
  }, 100).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
