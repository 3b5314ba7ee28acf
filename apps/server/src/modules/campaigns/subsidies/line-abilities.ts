// Actions that a caller can take on a line and its flights.
import type { LineRow } from './lines.queries.ts'
import { managesSubsidies, type SubsidyReader } from './subsidy-deps.ts'

/** The payee of the line or the owner of its plot may object while the period is open. */
export const mayObject = ({ caller }: SubsidyReader, line: LineRow, nowMs: number): boolean =>
  caller.scope.kind === 'accounts' &&
  [line.operator_id, line.owner_id].some(
    (id) => caller.scope.kind === 'accounts' && caller.scope.accountIds.includes(id),
  ) &&
  line.subsidy_state === 'proposed' &&
  nowMs <= (line.objection_until?.getTime() ?? 0)

/** Whether the caller may decide about the line's flights. */
export const mayDecide = (
  { caller }: SubsidyReader,
  { is_whole, subsidy_state }: Pick<LineRow, 'is_whole' | 'subsidy_state'>,
): boolean => managesSubsidies(caller) && is_whole && subsidy_state === 'proposed'
