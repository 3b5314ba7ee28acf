// What really happened, written down outside the product: a line for each acknowledged message and
// each confirmed movement of money, before anything else is done with it.
import { appendFileSync, readFileSync } from 'node:fs'

export type Fact =
  /** A drone of the campaign, and the time of its first point. */
  | { kind: 'drone'; droneId: string; drone: number; startMs: number; boot: string }
  /** Points `from` to `until - 1` of a drone were acknowledged. */
  | { kind: 'points'; droneId: string; from: number; until: number }
  /** A take-off or landing was acknowledged. */
  | { kind: 'event'; droneId: string; type: 'takeoff' | 'landing'; flight: number; tMs: number }
  /** An entry was sent: it may be in the books. */
  | { kind: 'tried'; id: string; clientId: number; amountMinor: number }
  /** It was confirmed: it is in the books, once. */
  | { kind: 'confirmed'; id: string }
  /** An upload was confirmed: the file can be read. */
  | { kind: 'file'; url: string }
  /** A reader saw a figure or a position that cannot be right. */
  | { kind: 'wrong'; what: string }

/** `atMs`: time since 1970 at which it was written down. */
export type DatedFact = Fact & { atMs: number }

export const createTruth = (path: string): { note: (fact: Fact) => void } => ({
  note: (fact) => {
    const dated: DatedFact = { ...fact, atMs: Date.now() }
    appendFileSync(path, `${JSON.stringify(dated)}\n`)
  },
})

export const readTruth = (path: string): DatedFact[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as DatedFact)
