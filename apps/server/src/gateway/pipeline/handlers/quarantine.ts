import type { Handler } from './pipeline-message.ts'

/** Quarantines rejected points and messages with their reasons. */
export const quarantine: Handler = (message, { effects }) => {
  if (message.rejected === null) return
  for (const [reason, count] of message.rejected) effects.quarantine(message, reason, count)
}
