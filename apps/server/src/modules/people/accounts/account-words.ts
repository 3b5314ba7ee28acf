// Presents an account.
import { toAccountTypeCode } from '@swath/contract/people/account-type-codes'
import type { AccountFields } from '@swath/contract/people/account-fields'
import type { AccountRow } from '@swath/contract/people/accounts'
import type { Caller } from '@swath/domain/access/caller'
import { screens, type Screen } from '@swath/domain/access/screens'
import type { Language } from '@swath/i18n/languages'
import { catalogLevelOf } from '../../../platform/access/catalog-level.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import { masked } from '../auth/user-info.ts'
import type { AccountRecord, Viewer } from './accounts.queries.ts'

export const operatorTypeCode = { team: '1', personal: '2' } as const

export const isBelow = (viewer: Viewer, path: string): boolean =>
  path !== viewer.path && path.startsWith(viewer.path)

/** Only accounts above may change it; governments only read. */
export const manages = (caller: Caller, viewer: Viewer, path: string): boolean =>
  caller.rights.includes('account.manage') && isBelow(viewer, path)

/** The parent account, if the viewer can see it: their own, below their own, or in their region. */
const pickParent = (
  row: AccountRecord,
  { accountId, path, scope }: Viewer,
): Pick<AccountRow, 'parentId' | 'parentName'> => {
  const own = row.id === accountId
  const seen =
    (row.path.startsWith(path) && !own) ||
    (scope.kind === 'region' &&
      row.parent_type !== 'platform' &&
      row.parent_region !== null &&
      row.parent_region.startsWith(scope.prefix))
  return { parentId: seen ? row.parent_id : null, parentName: seen || own ? row.parent_name : null }
}

export const presentAccount = (
  row: AccountRecord,
  caller: Caller,
  viewer: Viewer,
  language: Language,
): AccountRow => {
  const above = manages(caller, viewer, row.path)
  return {
    accountId: row.id,
    accountName: row.name,
    accountType: toAccountTypeCode(row.type) as AccountRow['accountType'],
    operatorType: row.operator_type && operatorTypeCode[row.operator_type],
    ...pickParent(row, viewer),
    catalogLevel: catalogLevelOf(row.path),
    tag: row.tag,
    regionCode: row.region_code,
    region: regionPath(row.region_code, language),
    contactName: row.contact_name,
    contactPhone: row.contact_phone,
    userPhone: row.super_admin && masked(row.super_admin),
    checkStatus: row.check_status,
    enabled: row.enabled,
    droneNum: row.drone_num,
    memberNum: row.member_num,
    createdAt: row.created_at.toISOString(),
    version: row.version,
    can: {
      update: above || (row.id === caller.accountId && caller.rights.includes('account.manage')),
      enable: above,
      delete: above,
    },
  }
}

const isScreen = (name: string): name is Screen => (screens as readonly string[]).includes(name)

export const toDetails = (row: AccountRecord) => ({
  contactAddress: row.contact_address,
  email: row.email,
  legal: row.legal_name,
  creditCode: row.credit_code,
  busiLicense: row.business_license_url,
  companyLogo: row.logo_url,
  customDomain: row.custom_domain,
  theme: row.theme,
  screens: row.screens?.filter(isScreen) ?? null,
  vipLevel: row.vip_level,
  canCreateSub: row.can_create_sub,
  leaseAccount: row.lease_account,
  timeZone: row.time_zone,
})

/** Current values of the fields of an account. */
export const toFields = (row: AccountRecord): AccountFields => ({
  accountName: row.name,
  regionCode: row.region_code,
  contactName: row.contact_name ?? '',
  contactPhone: row.contact_phone,
  contactAddress: row.contact_address,
  email: row.email,
  legal: row.legal_name,
  creditCode: row.credit_code,
  busiLicense: row.business_license_url,
  companyLogo: row.logo_url,
})

/** The same fields as columns. */
export const toColumns = (fields: AccountFields) => ({
  name: fields.accountName,
  region_code: fields.regionCode,
  contact_name: fields.contactName,
  contact_phone: fields.contactPhone,
  contact_address: fields.contactAddress,
  email: fields.email,
  legal_name: fields.legal,
  credit_code: fields.creditCode,
  business_license_url: fields.busiLicense,
  logo_url: fields.companyLogo,
})
