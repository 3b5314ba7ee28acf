// The codes of data scopes, and their names in the code. Separate from the schemas, so that the
// console can use them without loading these.

/** All data of the account, or only flights and records of the person. */
export type DataScope = 'enterprise' | 'personal'

export const dataScopeCodes = { enterprise: 1, personal: 2 } as const satisfies Record<
  DataScope,
  number
>
const dataScopes = { 1: 'enterprise', 2: 'personal' } as const
export const toDataScope = (code: keyof typeof dataScopes): DataScope => dataScopes[code]
