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
import { fileOf, pageOf } from '../list-calls.ts'
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
    catalogLevel: z.int().describe('Depth in the tree: 0 at the root'),
    tag: z.string().nullable(),
    regionCode: RegionCode,
    region: RegionPath,
    contactName: z.string().nullable(),
    contactPhone: z.string().nullable(),
    userPhone: z.string().nullable().describe('Login of its super admin, masked'),
    checkStatus: ReviewCode,
    enabled: z.boolean(),
    droneNum: z.int().describe('Drones made, owned or rented'),
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
  openApplyId: id('accountApplication').nullable().describe('A modification that waits for review'),
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
    teamType: filter(z.enum(['1', '2'])).describe('operatorType'),
    search: SearchText.describe('Part of the name, contact or phone'),
    isAll: flag.describe('1: accounts at every depth; 0: directly below the caller’s own'),
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
    checkStatus: { label: 'terms:review', kind: 'code', labels: reviewLabels },
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

const stats = z.object({
  zfNum: z.int().describe('Governments'),
  zzqyNum: z.int().describe('Manufacturers'),
  yyqyNum: z.int().describe('Operators'),
})
const applyStats = z
  .object({ zfNotCheckNum: z.int(), zzqyCheckNum: z.int(), yyqyCheckNum: z.int() })
  .describe('Of the filtered ones, those that wait for review')
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
    fingerprint: z.string().describe('First 16 hex digits of its SHA-256'),
    createdAt: Time,
  })
  .meta({ id: 'SecretKey' })
export type SecretKey = z.infer<typeof SecretKey>

/**
 * Required to review applications of accounts. Applications of people require the right to manage
 * staff.
 */
export const accountReview = { screens: ['account-apply-list'], right } as const

export const accountRoutes = {
  listAccounts: route('GET', `${base}/getAccountList`, {
    summary: 'Accounts that exist for the caller, without the own one',
    policy: { screens: listScreens },
    ...pageOf(accountList, { stats, can: listCan }),
  }),
  exportAccounts: route('GET', `${base}/export`, {
    summary: 'The filtered accounts as CSV or XLSX, streamed',
    policy: { screens: listScreens },
    ...fileOf(accountList),
  }),
  getAccount: route('GET', `${base}/detail`, {
    summary: 'One account',
    policy: { screens: listScreens },
    query: accountId,
    out: AccountDetail,
    errors: ['not_found'],
  }),
  createAccount: route('POST', base, {
    summary: 'Create an account with its super admin; it is passed at once',
    policy: { screens: ['account-list'], right },
    body: NewAccountCall,
    out: AccountDetail,
    errors: ['forbidden', 'login_taken', 'not_found'],
  }),
  createSubCompany: route('POST', `${base}/subCompany`, {
    summary: 'Create a company of the caller’s own kind below the caller’s account',
    policy: { screens: ['sub-company-list'], right },
    body: NewSubCompanyCall,
    out: AccountDetail,
    errors: ['forbidden', 'login_taken', 'not_found'],
  }),
  createSubPlatform: route('POST', `${base}/subPlatform`, {
    summary: 'Create a sub-platform with its tag, screens and host',
    policy: { screens: ['sub-company-list'], right },
    body: NewSubPlatformCall,
    out: AccountDetail,
    errors: ['forbidden', 'login_taken', 'domain_taken', 'tag_taken', 'not_found'],
  }),
  updateAccount: route('PUT', `${base}/{accountId}`, {
    summary: 'Change an account',
    policy: { screens: listScreens, right },
    params: accountId,
    body: AccountUpdateCall,
    out: AccountDetail,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  enableAccount: route('PUT', `${base}/enable`, {
    summary: 'Enable or disable an account; disabling ends every session of its people at once',
    policy: { screens: listScreens, right },
    body: z.object({ accountId: id('account'), opr: EnableOpr }),
    out: AccountRow,
    errors: ['not_found', 'forbidden'],
  }),
  deleteAccount: route('DELETE', `${base}/{accountId}`, {
    summary: 'Delete an account that owns nothing; the refusal names what it still owns',
    policy: { screens: listScreens, right },
    params: accountId,
    errors: ['not_found', 'forbidden', 'in_use'],
  }),

  listAccountApplications: route('GET', `${base}/getApplyList`, {
    summary: 'Registrations and modifications that the caller may review',
    policy: { screens: ['account-apply-list'] },
    ...pageOf(accountApplicationList, { stats: applyStats }),
  }),
  exportAccountApplications: route('GET', `${base}/exportApply`, {
    summary: 'The filtered applications as CSV or XLSX, streamed',
    policy: { screens: ['account-apply-list'] },
    ...fileOf(accountApplicationList),
  }),
  getAccountApplication: route('GET', `${base}/applyDetail`, {
    summary: 'One application, with what it changes',
    policy: { screens: ['account-apply-list'] },
    query: z.object({ applyId: id('accountApplication') }),
    out: AccountApplicationDetail,
    errors: ['not_found'],
  }),
  reviewAccountApplication: route('PUT', `${base}/applyStatus`, {
    summary:
      'Pass or reject an application of an account or of a person, whichever the id names; a modification is applied when it is passed',
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
    summary: 'The caller’s own account',
    policy: { screens: ['account-detail'], unchecked: true },
    out: AccountDetail,
  }),
  getOwnApplication: route('GET', `${base}/ownApply`, {
    policy: { screens: ['account-detail'], unchecked: true },
    out: z.object({ application: AccountApplicationDetail.nullable() }),
    summary:
      'The newest application of the own account: what waits, or why it was rejected; null where there never was one',
  }),
  changeOwnAccount: route('POST', `${base}/own`, {
    policy: { screens: ['account-detail'], right, unchecked: true },
    body: OwnAccountChangeCall,
    out: AccountDetail,
    summary:
      'Ask for a change of the own account: it becomes an application, applied when passed; a rejected registration is handed in again',
    errors: ['forbidden', 'application_open', 'conflict'],
  }),
  setSecretKey: route('PUT', `${base}/secretKey/{vid}`, {
    policy: { screens: ['account-detail'], right: 'account.manage' },
    summary:
      'Make a new secret key under a vendor number, 1 to 65535; the older one of that number is void at once',
    params: vendorNumber,
    out: SecretKey,
    errors: ['forbidden', 'vendor_number_taken', 'master_key_missing'],
  }),
  getSecretKeys: route('GET', `${base}/secretKeys`, {
    summary: 'Vendor numbers of the own account, without the keys',
    policy: { screens: ['account-detail'] },
    out: z.object({
      items: z.array(SecretKey),
      can: z.object({ set: z.boolean(), download: z.boolean() }),
    }),
  }),
  downloadSecretKey: route('GET', `${base}/secretKey/{vid}`, {
    summary: 'The secret key as a file',
    policy: { screens: ['account-detail'], right: 'account.manage' },
    raw: 'application/octet-stream',
    params: vendorNumber,
    errors: ['not_found', 'forbidden', 'master_key_missing'],
  }),
}
