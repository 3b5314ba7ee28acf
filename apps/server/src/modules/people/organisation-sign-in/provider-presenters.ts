import {
  domainsAtMost,
  type IdentityProvider,
  type SignInDomain,
} from '@swath/contract/people/organisation-sign-in'
import type { Caller } from '@swath/domain/access/caller'
import { userTypeCodes } from '@swath/domain/access/rights'
import type { DomainRow, ProviderRow } from './organisation-sign-in.queries.ts'
import { recordName } from './prove-domain.ts'

/**
 * Whether a person may change identity providers. Their owner can sign in as any member, so this
 * needs the role and the right that also allow setting any member's password.
 */
export const managesProviders = ({ userType, rights }: Caller): boolean =>
  userType === userTypeCodes.superAdmin && rights.includes('staff.manage')

/** The platform’s own people, who can set domains of all accounts as proved. */
export const vouchesForDomains = ({ scope, rights }: Caller): boolean =>
  scope.kind === 'all' && rights.includes('account.manage')

/** Fields of a provider for the log: everything except the secret. */
export const toFacts = (
  row: Omit<ProviderRow, 'id' | 'account_id' | 'created_at' | 'version'>,
) => ({
  providerName: row.name,
  issuer: row.issuer,
  clientId: row.client_id,
  groupsClaim: row.groups_claim ?? '',
  groupRoles: row.group_roles,
  defaultRole: row.default_role,
  createsMembers: row.creates_members,
  trustsFactor: row.trusts_factor,
  trustsEmail: row.trusts_email,
  enabled: row.enabled,
})

export const presentDomain = (
  row: DomainRow,
  can: { manage: boolean; setProved: boolean },
): SignInDomain => ({
  domainId: row.id,
  domain: row.domain,
  record: { name: recordName(row.domain), value: row.challenge },
  provedAt: row.proved_at?.toISOString() ?? null,
  provedBy: row.proved_by,
  can: {
    check: can.manage && row.proved_at === null,
    delete: can.manage,
    setProved: can.setProved,
  },
})

export const presentProvider = (
  row: ProviderRow,
  domains: readonly DomainRow[],
  caller: Caller,
): IdentityProvider => {
  const manage = managesProviders(caller)
  const own = domains.filter(({ provider_id: providerId }) => providerId === row.id)
  return {
    providerId: row.id,
    ...toFacts(row),
    hasSecret: row.secret_sealed !== null,
    domains: own.map((domain) => presentDomain(domain, { manage, setProved: false })),
    version: row.version,
    can: { update: manage, delete: manage, addDomain: manage && own.length < domainsAtMost },
  }
}
