// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { accountRoutes } from '@swath/contract/people/accounts'
import type { Db } from '../../../platform/database/database.ts'
import { featureSweep, type Asking } from '../../../sweep/testing-cases.ts'
import {
  zoneList,
  ownAccount,
  subCompanyList,
  accountList,
  droneList,
  visibleAccounts,
} from '../../../sweep/testing-oracle.ts'
import {
  world,
  worldNow,
  newId,
  accountNames,
  personLines,
  makerNames,
  buildCanary,
  type PersonName,
} from '../../../sweep/testing-world.ts'

const applicationId = newId()
/** People who can review the registration of `waiting`. */
const reviewers: readonly PersonName[] = ['root', 'province', 'city', 'county']
/** Vendor numbers of makers' secret keys. */
const vendorNumber = { makerOne: '501', makerTwo: '502', makerEast: '503' } as const

const seed = async (db: Db): Promise<void> => {
  await db
    .insertInto('account_application')
    .values({
      id: applicationId,
      account_id: world.accountId.waiting,
      type: 1,
      proposed: JSON.stringify({
        accountName: buildCanary('account', 'waiting'),
        regionCode: '156330106',
      }),
      current: null,
      submitted_by: world.userId.waiting,
      submitted_at: new Date(worldNow),
      reviewed_by: null,
      reviewer_name: null,
      reviewed_at: null,
      reason: null,
    })
    .execute()
  await db
    .insertInto('secret_key')
    .values(
      makerNames.map((maker) => ({
        vid: Number(vendorNumber[maker]),
        account_id: world.accountId[maker],
        id: newId(),
        key_sealed: Buffer.from('sealed'),
        fingerprint: '0123456789abcdef',
        created_by: null,
        created_at: new Date(worldNow),
      })),
    )
    .execute()
}

/** An account that the person can see, or a foreign one if there is none. */
const anAccount = (person: PersonName): string =>
  world.accountId[visibleAccounts[person]?.at(-1) ?? 'teamSubSub']
const inPath = ({ person }: Asking) => ({ params: { accountId: anAccount(person) } })
const body = {
  accountName: 'Made by the sweep',
  regionCode: '156330106',
  contactName: 'Sweep',
  accountType: 4,
  adminName: 'Sweep',
  adminPhone: '+86-13999999999',
  password: 'Swath2026',
}
const ofApplication = () => ({ query: { applyId: applicationId } })
const applicationHolds = {
  kind: 'account',
  rows: Object.fromEntries(
    zoneList.map((person) => [person, reviewers.includes(person) ? ['waiting'] : []]),
  ),
} as const
// Removes the name of the parent account, which is in the rows too.
const namesOfItems = (text: string): string =>
  (JSON.parse(text) as { items: { accountName: string }[] }).items
    .map((item) => item.accountName)
    .join()
const firstColumn = (text: string): string =>
  text
    .split('\r\n')
    .map((line) => line.split(',')[0])
    .join()

export const accountSweep = featureSweep(accountRoutes, {
  seed,
  strangers: {
    account: ({ person }) =>
      accountNames
        .filter(
          (name) =>
            name !== personLines[person].account && !(visibleAccounts[person] ?? []).includes(name),
        )
        .map((name) => world.accountId[name]),
    accountApplication: ({ person }) => (reviewers.includes(person) ? [] : [applicationId]),
    secretKey: ({ person }) =>
      makerNames
        .filter((name) => name !== personLines[person].account)
        .map((name) => vendorNumber[name]),
  },
  cases: {
    listAccounts: {
      people: accountList,
      request: () => ({ query: { pageSize: '100' } }),
      holds: { kind: 'account', rows: visibleAccounts, read: namesOfItems },
    },
    exportAccounts: {
      people: accountList,
      holds: { kind: 'account', rows: visibleAccounts, read: firstColumn },
    },
    getAccount: {
      people: accountList,
      request: ({ person }) => ({ query: { accountId: anAccount(person) } }),
    },
    createAccount: { people: zoneList, right: true, request: () => ({ body }), changes: true },
    createSubCompany: {
      people: subCompanyList,
      right: true,
      request: () => ({ body }),
      changes: true,
    },
    createSubPlatform: {
      people: subCompanyList,
      right: true,
      request: () => ({ body: { ...body, tag: 'sweep' } }),
      changes: true,
    },
    updateAccount: {
      people: accountList,
      right: true,
      request: (asking) => ({ ...inPath(asking), body }),
      changes: true,
    },
    enableAccount: {
      people: accountList,
      right: true,
      request: ({ person }) => ({ body: { accountId: anAccount(person), opr: 'disable' } }),
      changes: true,
    },
    deleteAccount: { people: accountList, right: true, request: inPath, changes: true },
    listAccountApplications: { people: zoneList, holds: applicationHolds },
    exportAccountApplications: { people: zoneList, holds: applicationHolds },
    getAccountApplication: { people: zoneList, request: ofApplication },
    reviewAccountApplication: {
      // The same call decides applications of people, which more callers may do.
      people: droneList,
      right: true,
      request: () => ({ body: { applyId: applicationId, applyStatus: 2 } }),
      changes: true,
      refusesFirst: true,
    },
    getOwnAccount: { people: [...ownAccount, 'waiting'] },
    getOwnApplication: { people: [...ownAccount, 'waiting'] },
    changeOwnAccount: {
      people: [...ownAccount, 'waiting'],
      right: true,
      request: () => ({ body }),
      changes: true,
    },
    setSecretKey: {
      people: ownAccount,
      right: true,
      request: () => ({ params: { vid: '77' } }),
      changes: true,
      refusesFirst: true,
      untried: { 'params.vid': 'A new number; one in use is refused: secret-keys.test.ts' },
    },
    getSecretKeys: { people: ownAccount },
    downloadSecretKey: {
      people: ownAccount,
      right: true,
      request: () => ({ params: { vid: '77' } }),
      refusesFirst: true,
    },
  },
})
