import type { Caller } from '@swath/domain/access/caller'

/** Whether the caller may see names of the account's people; otherwise only the account's name. */
export const isInSight = ({ scope, accountId }: Caller, of: string | null): boolean =>
  scope.kind === 'all' ||
  of === accountId ||
  (scope.kind === 'accounts' && of !== null && scope.accountIds.includes(of))
