// Rows that belong to one account only, one for each account, in addition to shared ones.
import type { Asking, Strangers } from './testing-cases.ts'
import { signedIn } from './testing-oracle.ts'
import { accountNames, idsFor, personLines, type PersonName } from './testing-world.ts'

/**
 * @param kind of the rows' canaries
 * @param readers who may list the rows
 */
export const ownRowsOf = (kind: string, readers: readonly PersonName[] = signedIn) => {
  const ids = idsFor(accountNames)
  const accountOf = (person: PersonName) => personLines[person].account
  const strangers: Strangers = ({ person }) =>
    accountNames.filter((name) => name !== accountOf(person)).map((name) => ids[name])
  return {
    ids,
    own: ({ person }: Asking): string => ids[accountOf(person)],
    strangers,
    listing: {
      people: readers,
      request: () => ({ query: { size: '1000' } }),
      holds: {
        kind,
        all: accountNames,
        rows: Object.fromEntries(readers.map((person) => [person, [accountOf(person)]])),
      },
    },
  }
}
