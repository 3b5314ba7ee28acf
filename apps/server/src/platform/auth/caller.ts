import { toReview } from '@swath/contract/people/review-codes'
import type { Caller } from '@swath/domain/access/caller'
import { deriveScope } from '@swath/domain/access/policy'
import { rights, rightsByUserType, type Right } from '@swath/domain/access/rights'
import { screens, type Screen } from '@swath/domain/access/screens'
import { regionPrefix } from '@swath/domain/region-code'
import type { Db, Tx } from '../database/database.ts'
import { findDronesFlownBy, findSubtree, type Person } from './people.queries.ts'

const isRight = (name: string): name is Right => (rights as readonly string[]).includes(name)
const isScreen = (name: string): name is Screen => (screens as readonly string[]).includes(name)

export const readCaller = async (db: Db | Tx, person: Person): Promise<Caller> => {
  const { accountType, subPlatform } = person
  const tag = subPlatform?.tag ?? null
  const root = person.parentId === null
  const byAccount =
    accountType !== 'government' && !(accountType === 'platform' && root && tag === null)
  const scope = deriveScope({
    accountType,
    root,
    tag,
    regionPrefix: regionPrefix(person.regionCode),
    accountIds: byAccount ? await findSubtree(db, person.path) : [person.accountId],
  })
  const personal = person.dataScope === 'personal'
  return {
    userId: person.userId,
    userName: person.userName,
    userType: person.userType,
    rights: person.rights?.filter(isRight) ?? rightsByUserType[person.userType],
    personal,
    accountId: person.accountId,
    accountName: person.accountName,
    accountType,
    operatorType: person.operatorType,
    checkStatus: toReview(person.checkStatus),
    tag,
    accountScreens: subPlatform?.screens?.filter(isScreen) ?? null,
    vipLevel: person.vipLevel,
    canCreateSub: person.canCreateSub,
    leaseAccount: person.leaseAccount,
    tenant: person.tenant,
    regionCode: person.regionCode,
    timeZone: person.timeZone,
    scope: personal
      ? {
          ...scope,
          own: { userId: person.userId, droneIds: await findDronesFlownBy(db, person.userId) },
        }
      : scope,
  }
}
