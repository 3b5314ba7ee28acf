import type { Caller } from '@swath/domain/access/caller'

/** Whether the people of an account are told to the caller by name; else by their account alone. */
export const isInSight = ({ scope, accountId }: Caller, of: string | null): boolean =>
  scope.kind === 'all' ||
  of === accountId ||
  (scope.kind === 'accounts' && of !== null && scope.accountIds.includes(of))
