// Shared data for the tests of the account screens.
import type { AccountApplicationDetail } from '@swath/contract/people/account-applications'
import type { AccountDetail, AccountRow } from '@swath/contract/people/accounts'

export const base = '/api/user/account/manage'

export const account = (values: Partial<AccountDetail> = {}): AccountDetail => ({
  accountId: '0190a000-0000-7000-8000-0000000000b1',
  accountName: 'North Spraying',
  accountType: 4,
  operatorType: '1',
  parentId: '0190a000-0000-7000-8000-0000000000aa',
  parentName: 'Platform',
  catalogLevel: 1,
  tag: null,
  regionCode: '156330000',
  region: ['China', 'Zhejiang'],
  contactName: 'Li',
  contactPhone: null,
  userPhone: '138*****001',
  checkStatus: 2,
  enabled: true,
  droneNum: 7,
  memberNum: 12,
  version: 1,
  createdAt: '2026-11-01T00:00:00Z',
  can: { update: true, enable: true, delete: true },
  contactAddress: 'Old Road 1',
  email: null,
  legal: null,
  creditCode: null,
  busiLicense: null,
  companyLogo: null,
  customDomain: null,
  theme: 'default',
  screens: null,
  vipLevel: 0,
  canCreateSub: false,
  leaseAccount: false,
  timeZone: 'Asia/Shanghai',
  subAccountNum: 3,
  plotNum: 5,
  openApplyId: null,
  ...values,
})
const rowKeys = [
  'accountId',
  'accountName',
  'accountType',
  'operatorType',
  'parentId',
  'parentName',
  'catalogLevel',
  'tag',
  'regionCode',
  'region',
  'contactName',
  'contactPhone',
  'userPhone',
  'checkStatus',
  'enabled',
  'droneNum',
  'memberNum',
  'createdAt',
  'can',
] as const satisfies readonly (keyof AccountRow)[]
export const toRow = (detail: AccountDetail): AccountRow =>
  Object.fromEntries(rowKeys.map((key) => [key, detail[key]])) as AccountRow

export const accounts = (
  items: AccountDetail[],
  can = { create: true, createSubCompany: true, createSubPlatform: true },
) =>
  Response.json({
    items: items.map(toRow),
    total: items.length,
    currentPage: 1,
    pageSize: 20,
    stats: { zfNum: 1, zzqyNum: 2, yyqyNum: 3, farmerNum: 4, platformNum: 5, pendingNum: 6 },
    can,
  })

const facts = {
  accountName: 'North Spraying',
  regionCode: '156330000',
  contactName: 'Li',
  contactPhone: null,
  contactAddress: 'Old Road 1',
  email: null,
  legal: null,
  creditCode: null,
  busiLicense: null,
  companyLogo: null,
}
export const application = (
  values: Partial<AccountApplicationDetail> = {},
): AccountApplicationDetail => ({
  applyId: '0190a000-0000-7000-8000-0000000000c1',
  applyType: 2,
  applyStatus: 1,
  accountId: '0190a000-0000-7000-8000-0000000000b1',
  accountName: 'North Spraying',
  accountType: 4,
  region: ['China', 'Zhejiang'],
  contactName: 'Li',
  applyTime: '2026-11-20T00:00:00Z',
  applicantName: 'Li',
  reviewTime: null,
  reviewerName: null,
  reason: null,
  can: { review: true },
  proposed: { ...facts, accountName: 'North Spraying Ltd', contactPhone: '0571 1234' },
  current: facts,
  proposedRegion: ['China', 'Zhejiang'],
  currentRegion: ['China', 'Zhejiang'],
  customDomain: null,
  userPhone: '138*****001',
  ...values,
})
export const applications = (items: AccountApplicationDetail[]) =>
  Response.json({
    items,
    total: items.length,
    currentPage: 1,
    pageSize: 20,
    stats: {
      zfNotCheckNum: 1,
      zzqyCheckNum: 2,
      yyqyCheckNum: 3,
      notCheckNum: 6,
      passedNum: 41,
      rejectedNum: 5,
    },
  })

export const refusal =
  (
    status: number,
    code: string,
    message: string,
    details: { path: string; message: string }[] = [],
  ) =>
  () =>
    Response.json({ code, message, details, traceId: 't' }, { status })
