import type { Currency } from '@swath/domain/money'

type Rules = { currency: Currency; locks_when_empty: boolean; grace_minor: number }
type Balance = { currency: Currency; balanceMinor: number }

/** Whether the lessor wants this client's drones kept on the ground. */
export const isSpent = (
  { currency, locks_when_empty: locks, grace_minor: grace }: Rules,
  balances: readonly Balance[],
): boolean =>
  locks && (balances.find((one) => one.currency === currency)?.balanceMinor ?? 0) < -grace
