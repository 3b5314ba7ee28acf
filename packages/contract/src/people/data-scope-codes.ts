// Wire codes of data scopes, and their names in code. Separate from the schemas, so that the
// console can use them without loading the schemas.

/** All data of the account, or only the user's flights and records. */
export type DataScope = 'enterprise' | 'personal'

export const dataScopeCodes = { enterprise: 1, personal: 2 } as const satisfies Record<
  DataScope,
  number
>
const dataScopes = { 1: 'enterprise', 2: 'personal' } as const
export const toDataScope = (code: keyof typeof dataScopes): DataScope => dataScopes[code]
