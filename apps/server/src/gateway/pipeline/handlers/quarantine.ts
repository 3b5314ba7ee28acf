import type { Handler } from './pipeline-message.ts'

/** What was not let through is kept with its reason. */
export const quarantine: Handler = (message, { effects }) => {
  if (message.rejected === null) return
  for (const [reason, count] of message.rejected) effects.quarantine(message, reason, count)
}
