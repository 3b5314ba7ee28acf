import { z } from 'zod'

/**
 * Ends of audit logs in a line of the program's log: account, number of its last row, and that row's
 * hash. Kept on another machine, they show whether a log was made anew since.
 */
export const AuditEnds = z.object({
  auditEnds: z.array(z.tuple([z.uuid(), z.int().positive(), z.string().regex(/^[0-9a-f]{64}$/)])),
  /** When it was logged, ms since 1970. */
  time: z.number(),
})
export type LoggedEnds = z.infer<typeof AuditEnds>
export type AuditEnd = LoggedEnds['auditEnds'][number]
