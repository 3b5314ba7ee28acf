import type { Currency } from '@swath/domain/money'

type Rules = { currency: Currency; locks_when_empty: boolean; grace_minor: number }
type Balance = { currency: Currency; balanceMinor: number }

/**
 * Whether the client's drones must be locked: the lessor chose that, and a balance in any currency
 * is below zero. The grace limit applies to the client's currency only.
 */
export const isSpent = (
  { currency, locks_when_empty: locks, grace_minor: grace }: Rules,
  balances: readonly Balance[],
): boolean =>
  locks && balances.some((one) => one.balanceMinor < -(one.currency === currency ? grace : 0))
