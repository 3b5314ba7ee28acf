import { randomInt } from 'node:crypto'

/** What people quote and gateways go by: kind, day and ten digits, so that nobody guesses the next. */
export const buildNumber = (kind: 'SO' | 'SP' | 'SR' | 'SI', nowMs: number): string => {
  const day = new Date(nowMs).toISOString().slice(0, 10).replaceAll('-', '')
  return `${kind}${day}${String(randomInt(10_000_000_000)).padStart(10, '0')}`
}
