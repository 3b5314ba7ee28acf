import type { SystemLog } from '@swath/contract/people/system-logs'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Sorts keys, because the database reorders the keys of JSON objects. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? 'null'

/** Fields that differ between both sides; if there is only one side, all of its fields. */
export const listChanges = ({
  before,
  after,
}: {
  before?: unknown
  after?: unknown
}): SystemLog['changes'] => {
  const [old, fresh] = [isRecord(before) ? before : null, isRecord(after) ? after : null]
  if (!old && !fresh) return []
  const fields =
    old && fresh
      ? Object.keys(fresh).filter((field) => field in old)
      : Object.keys(old ?? fresh ?? {})
  return fields
    .map((field) => ({ field, before: old?.[field] ?? null, after: fresh?.[field] ?? null }))
    .filter((one) => canonical(one.before) !== canonical(one.after))
}
