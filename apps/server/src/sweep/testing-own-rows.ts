// Rows that belong to each account alone, one each, in addition to shared ones.
import type { Asking, Strangers } from './testing-cases.ts'
import { signedIn } from './testing-oracle.ts'
import { accountNames, idsFor, personLines, type PersonName } from './testing-world.ts'

/** @param kind of the canaries that the rows are named by */
export const ownRowsOf = (kind: string) => {
  const ids = idsFor(accountNames)
  const accountOf = (person: PersonName) => personLines[person].account
  const strangers: Strangers = ({ person }) =>
    accountNames.filter((name) => name !== accountOf(person)).map((name) => ids[name])
  return {
    ids,
    own: ({ person }: Asking): string => ids[accountOf(person)],
    strangers,
    /** For a list that every signed-in person may read. */
    listing: {
      people: signedIn,
      request: () => ({ query: { size: '1000' } }),
      holds: {
        kind,
        rows: Object.fromEntries(signedIn.map((person) => [person, [accountOf(person)]])),
      },
    },
  }
}
