import { z } from 'zod'
import { id, naming } from '../ids.ts'
import { screens as allScreens } from '@swath/domain/access/screens'
import { routeWithTag } from '../kit.ts'
import { AccountTypeCode, ReviewCode } from '../codes.ts'
import { UserApplication } from './user-applications.ts'
import {
  EnableOpr,
  RegionCode,
  RegionPath,
  RowVersion,
  SearchText,
  Time,
  filter,
  flag,
} from '../fields.ts'
import { declareList } from '../list.ts'
import { fileOf, pageOf, similarNames } from '../list-calls.ts'
import {
  AccountApplication,
  AccountApplicationDetail,
  accountApplicationList,
  reviewLabels,
  typeLabels,
} from './account-applications.ts'
import {
  AccountUpdateCall,
  NewAccountCall,
  NewSubCompanyCall,
  NewSubPlatformCall,
  OwnAccountChangeCall,
} from './account-fields.ts'

const route = routeWithTag('Accounts')
const base = '/api/user/account/manage'
const listScreens = ['account-list', 'sub-company-list'] as const
const right = 'account.manage'

export const AccountRow = z
  .object({
    accountId: id('account'),
    accountName: z.string(),
    accountType: AccountTypeCode,
    operatorType: z.enum(['1', '2']).nullable(),
    parentId: id('account').nullable(),
    parentName: z.string().nullable(),
    catalogLevel: z.int().describe('Depth in the account tree; 0 is the root'),
    tag: z.string().nullable(),
    regionCode: RegionCode,
    region: RegionPath,
    contactName: z.string().nullable(),
    contactPhone: z.string().nullable(),
    userPhone: z.string().nullable().describe('Login of the account’s super admin, masked'),
    checkStatus: ReviewCode,
    enabled: z.boolean(),
    droneNum: z.int().describe('Number of drones made, owned or rented'),
    memberNum: z.int(),
    createdAt: Time,
    version: RowVersion,
    can: z.object({ update: z.boolean(), enable: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'Account' })
export type AccountRow = z.infer<typeof AccountRow>

export const AccountDetail = AccountRow.extend({
  contactAddress: z.string().nullable(),
  email: z.string().nullable(),
  legal: z.string().nullable(),
  creditCode: z.string().nullable(),
  busiLicense: z.string().nullable(),
  companyLogo: z.string().nullable(),
  customDomain: z.string().nullable(),
  theme: z.string(),
  screens: z.array(z.enum(allScreens)).nullable(),
  vipLevel: z.int(),
  canCreateSub: z.boolean(),
  leaseAccount: z.boolean(),
  timeZone: z.string(),
  subAccountNum: z.int(),
  plotNum: z.int(),
  openApplyId: id('accountApplication').nullable().describe('Modification that is awaiting review'),
}).meta({ id: 'AccountDetail' })
export type AccountDetail = z.infer<typeof AccountDetail>

export const accountList = declareList({
  name: 'accounts',
  call: 'listAccounts',
  fileCall: 'exportAccounts',
  row: AccountRow,
  rowKey: 'accountId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: '-createdAt',
  filters: {
    accountType: filter(z.enum(['1', '2', '3', '4', '5'])),
    accountName: SearchText,
    contactName: SearchText,
    userPhone: SearchText,
    teamType: filter(z.enum(['1', '2'])).describe('Filter by operatorType: 1 team, 2 personal'),
    search: SearchText.describe('Part of the account name, contact name or phone number'),
    isAll: flag.describe(
      '1: accounts at every depth; 0: only direct children of the caller’s account',
    ),
    checkStatus: filter(z.enum(['1', '2', '3'])),
    enabled: flag,
    region: filter(RegionCode),
  },
  columns: {
    accountName: { label: 'accounts:accountName', sort: true, phone: 'title' },
    accountType: { label: 'terms:type', kind: 'code', labels: typeLabels, phone: 'figure' },
    operatorType: {
      label: 'accounts:teamType',
      kind: 'code',
      labels: { 1: 'terms:team', 2: 'accounts:personal' },
    },
    parentName: { label: 'accounts:parent' },
    region: { label: 'accounts:region', kind: 'region', phone: 'figure' },
    contactName: { label: 'accounts:contactName' },
    contactPhone: { label: 'accounts:contactPhone' },
    userPhone: { label: 'accounts:userPhone' },
    checkStatus: { label: 'terms:review', kind: 'code', labels: reviewLabels, phone: 'state' },
    enabled: {
      label: 'accounts:enabled',
      kind: 'code',
      labels: { true: 'accounts:enabled', false: 'terms:disabled' },
      phone: 'state',
    },
    droneNum: { label: 'terms:drones', kind: 'count', sort: true, phone: 'figure' },
    memberNum: { label: 'accounts:members', kind: 'count', sort: true },
    createdAt: { label: 'accounts:createdAt', kind: 'time', sort: true },
    catalogLevel: { label: 'accounts:depth', kind: 'count' },
    tag: { label: 'accounts:tag' },
  },
})

const ofType = (types: string) =>
  z.int().describe(`Number of ${types}; all filters except accountType apply`)
const stats = z.object({
  zfNum: ofType('governments'),
  zzqyNum: ofType('manufacturers'),
  yyqyNum: ofType('operators'),
  farmerNum: ofType('farmers'),
  platformNum: ofType('sub-platforms'),
  pendingNum: z
    .int()
    .describe('Number of accounts that await review; all filters except the review apply'),
})
const pending = (type: string) =>
  z.int().describe(`Number of filtered applications of ${type} awaiting review`)
const byStatus = z.int().describe('Count by status; all filters except the status apply')
const applyStats = z.object({
  zfNotCheckNum: pending('governments'),
  zzqyCheckNum: pending('manufacturers'),
  yyqyCheckNum: pending('operators'),
  notCheckNum: byStatus,
  passedNum: byStatus,
  rejectedNum: byStatus,
})
const listCan = z.object({
  create: z.boolean(),
  createSubCompany: z.boolean(),
  createSubPlatform: z.boolean(),
})
const accountId = z.object({ accountId: id('account') })
const vendorNumber = z.object({
  vid: naming(
    'secretKey',
    z
      .string()
      .regex(/^\d{1,5}$/, 'vendorNumberRange')
      .refine((text) => Number(text) >= 1 && Number(text) <= 65_535, 'vendorNumberRange'),
  ),
})
export const SecretKey = z
  .object({
    vid: z.int(),
    fingerprint: z.string().describe('First 16 hexadecimal digits of the SHA-256 hash of the key'),
    createdAt: Time,
  })
  .meta({ id: 'SecretKey' })
export type SecretKey = z.infer<typeof SecretKey>

/**
 * Access required to review applications of accounts. Applications of people require the right to
 * manage staff.
 */
export const accountReview = { screens: ['account-apply-list'], right } as const

export const accountRoutes = {
  listAccounts: route('GET', `${base}/getAccountList`, {
    summary: 'List the accounts visible to the caller, excluding the caller’s account',
    policy: { screens: listScreens },
    ...pageOf(accountList, { ...similarNames, stats, can: listCan }),
  }),
  exportAccounts: route('GET', `${base}/export`, {
    summary: 'Export the filtered accounts as CSV or XLSX (streamed)',
    policy: { screens: listScreens },
    ...fileOf(accountList),
  }),
  getAccount: route('GET', `${base}/detail`, {
    summary: 'Get an account',
    policy: { screens: listScreens },
    query: accountId,
    out: AccountDetail,
    errors: ['not_found'],
  }),
  createAccount: route('POST', base, {
    personOnly: true,
    summary: 'Create an account with its super admin; it is approved immediately',
    policy: { screens: ['account-list'], right },
    body: NewAccountCall,
    out: AccountDetail,
    errors: ['forbidden', 'login_taken', 'not_found'],
  }),
  createSubCompany: route('POST', `${base}/subCompany`, {
    personOnly: true,
    summary: 'Create a sub-account of the caller’s account with the same account type',
    policy: { screens: ['sub-company-list'], right },
    body: NewSubCompanyCall,
    out: AccountDetail,
    errors: ['forbidden', 'login_taken', 'not_found'],
  }),
  createSubPlatform: route('POST', `${base}/subPlatform`, {
    personOnly: true,
    summary: 'Create a sub-platform with its tag, screens and host name',
    policy: { screens: ['sub-company-list'], right },
    body: NewSubPlatformCall,
    out: AccountDetail,
    errors: ['forbidden', 'login_taken', 'domain_taken', 'tag_taken', 'not_found'],
  }),
  updateAccount: route('PUT', `${base}/{accountId}`, {
    personOnly: true,
    summary: 'Update an account; absent fields do not change',
    policy: { screens: listScreens, right },
    params: accountId,
    body: AccountUpdateCall,
    out: AccountDetail,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  enableAccount: route('PUT', `${base}/enable`, {
    personOnly: true,
    summary: 'Enable or disable an account; disabling immediately ends all sessions of its users',
    policy: { screens: listScreens, right },
    body: z.object({ accountId: id('account'), opr: EnableOpr }),
    out: AccountRow,
    errors: ['not_found', 'forbidden'],
  }),
  deleteAccount: route('DELETE', `${base}/{accountId}`, {
    personOnly: true,
    summary: 'Delete an account that owns no data; otherwise the error lists what it still owns',
    policy: { screens: listScreens, right },
    params: accountId,
    errors: ['not_found', 'forbidden', 'in_use'],
  }),

  listAccountApplications: route('GET', `${base}/getApplyList`, {
    summary: 'List the registrations and modifications that the caller may review',
    policy: { screens: ['account-apply-list'] },
    ...pageOf(accountApplicationList, { stats: applyStats }),
  }),
  exportAccountApplications: route('GET', `${base}/exportApply`, {
    summary: 'Export the filtered applications as CSV or XLSX (streamed)',
    policy: { screens: ['account-apply-list'] },
    ...fileOf(accountApplicationList),
  }),
  getAccountApplication: route('GET', `${base}/applyDetail`, {
    summary: 'Get an application with the requested and the current account data',
    policy: { screens: ['account-apply-list'] },
    query: z.object({ applyId: id('accountApplication') }),
    out: AccountApplicationDetail,
    errors: ['not_found'],
  }),
  reviewAccountApplication: route('PUT', `${base}/applyStatus`, {
    personOnly: true,
    summary:
      'Approve or reject an application of an account or of a user, depending on the id; an approved modification is applied immediately',
    policy: { screens: ['account-apply-list', 'user-apply-list'] },
    body: z.object({
      applyId: id('accountApplication'),
      applyStatus: z.literal([2, 3]),
      reason: z.string().trim().max(300).nullable().default(null),
    }),
    out: z.union([AccountApplication, UserApplication]),
    errors: ['not_found', 'forbidden', 'application_closed', 'login_taken', 'beyond_own_rights'],
  }),

  getOwnAccount: route('GET', `${base}/own`, {
    summary: 'Get the caller’s account',
    policy: { screens: ['account-detail'], unchecked: true },
    out: AccountDetail,
  }),
  getOwnApplication: route('GET', `${base}/ownApply`, {
    policy: { screens: ['account-detail'], unchecked: true },
    out: z.object({ application: AccountApplicationDetail.nullable() }),
    summary:
      'Get the newest application of the caller’s account, with its state and the reason if it was rejected; null if there is none',
  }),
  changeOwnAccount: route('POST', `${base}/own`, {
    policy: { screens: ['account-detail'], right, unchecked: true },
    body: OwnAccountChangeCall,
    out: AccountDetail,
    summary:
      'Request a change of the caller’s account. It becomes an application that is applied on approval; the root account changes immediately; a rejected registration is resubmitted',
    errors: ['forbidden', 'application_open', 'conflict'],
  }),
  setSecretKey: route('PUT', `${base}/secretKey/{vid}`, {
    personOnly: true,
    policy: { screens: ['account-detail'], right: 'account.manage' },
    summary:
      'Create a secret key for a vendor number (1 to 65535); the previous key of that number becomes invalid immediately',
    params: vendorNumber,
    out: SecretKey,
    errors: ['forbidden', 'vendor_number_taken', 'master_key_missing'],
  }),
  getSecretKeys: route('GET', `${base}/secretKeys`, {
    personOnly: true,
    summary: 'List the vendor numbers of the caller’s account, without the keys',
    policy: { screens: ['account-detail'] },
    out: z.object({
      items: z.array(SecretKey),
      can: z.object({ set: z.boolean(), download: z.boolean() }),
    }),
  }),
  downloadSecretKey: route('GET', `${base}/secretKey/{vid}`, {
    personOnly: true,
    summary: 'Download a secret key as a file',
    policy: { screens: ['account-detail'], right: 'account.manage' },
    raw: 'application/octet-stream',
    params: vendorNumber,
    errors: ['not_found', 'forbidden', 'master_key_missing'],
  }),
}
