import type { Right } from '@swath/domain/access/rights'
import { findPersonById, holdsRight } from '../../../platform/auth/people.queries.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { peopleOfAccount } from './certificates.queries.ts'

/** Enabled people of an account who can be reached by a message. */
export const peopleWithRight = async (
  trx: Tx,
  accountId: string,
  right: Right,
): Promise<string[]> => {
  const found: string[] = []
  for (const userId of await peopleOfAccount(trx, accountId)) {
    const person = await findPersonById(trx, userId)
    if (person && holdsRight(person, right)) found.push(userId)
  }
  return found
}
