import type { AccountFacts } from '@swath/contract/people/account-fields'

type Field = keyof AccountFacts
export type Difference = {
  readonly field: Field
  readonly before: string | null
  readonly after: string | null
}

const order: readonly Field[] = [
  'accountName',
  'regionCode',
  'legal',
  'creditCode',
  'busiLicense',
  'companyLogo',
  'contactName',
  'contactPhone',
  'email',
  'contactAddress',
]
const said = (value: string | null): string | null => (value === '' ? null : value)

/** Lists changed and unchanged fields; empty and missing are equal. */
export const listDifferences = (
  current: AccountFacts,
  proposed: AccountFacts,
): { changed: readonly Difference[]; same: readonly Difference[] } => {
  const all = order.map((field): Difference => ({
    field,
    before: said(current[field]),
    after: said(proposed[field]),
  }))
  return {
    changed: all.filter(({ before, after }) => before !== after),
    same: all.filter(({ before, after }) => before === after),
  }
}
