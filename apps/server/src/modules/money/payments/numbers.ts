import { randomInt } from 'node:crypto'

/**
 * Numbers for people and gateways: kind, day and ten random digits, so that the next one cannot be
 * guessed.
 */
export const buildNumber = (kind: 'SO' | 'SP' | 'SR' | 'SI', nowMs: number): string => {
  const day = new Date(nowMs).toISOString().slice(0, 10).replaceAll('-', '')
  return `${kind}${day}${String(randomInt(10_000_000_000)).padStart(10, '0')}`
}
