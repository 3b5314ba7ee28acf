import type { Handler } from './pipeline-message.ts'

/** What was not let through is kept with its reason. */
export const quarantine: Handler = (passage, { demands }) => {
  if (passage.rejected === null) return
  for (const [reason, count] of passage.rejected) demands.quarantine(passage, reason, count)
}
