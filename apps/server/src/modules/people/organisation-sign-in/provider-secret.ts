import type { Sealer } from '../../../platform/config/master-key.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { ProviderRow } from './organisation-sign-in.queries.ts'
import type { ProviderClientFacts } from './provider-client.ts'

export const providerSecretPurpose = (id: string): string => `identity-provider:${id}`

/** @throws master_key_missing */
export const openProvider = (row: ProviderRow, sealer: Sealer | null): ProviderClientFacts => ({
  id: row.id,
  version: row.version,
  issuer: row.issuer,
  clientId: row.client_id,
  secret:
    row.secret_sealed &&
    (sealer ?? fail('master_key_missing'))
      .open(row.secret_sealed, providerSecretPurpose(row.id))
      .toString(),
})
