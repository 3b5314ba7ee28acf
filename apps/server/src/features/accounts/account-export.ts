import type { Readable } from 'node:stream'
import type { AccountApplication, AccountRow } from '@swath/contract/accounts'
import type { TableFormat } from '@swath/contract/fields'
import { wordsIn, type WordKey } from '../../platform/http/messages.ts'
import type { SignedInContext } from '../../platform/http/context.ts'
import { tableStream } from '../../platform/listing/table.ts'

const accountTypeWords = {
  1: 'terms:platformOperator',
  2: 'terms:government',
  3: 'terms:manufacturer',
  4: 'terms:operator',
  5: 'terms:farmer',
} as const satisfies Record<AccountRow['accountType'], WordKey>
const operatorTypeWords = {
  1: 'terms:team',
  2: 'server:value.operatorType2',
} as const satisfies Record<NonNullable<AccountRow['operatorType']>, WordKey>
const checkStatusWords = {
  1: 'server:value.checkStatus1',
  2: 'server:value.checkStatus2',
  3: 'server:value.checkStatus3',
} as const satisfies Record<AccountRow['checkStatus'], WordKey>

type Reader = Pick<SignedInContext, 'language' | 'signal' | 'caller' | 'setHeader'>

export const exportAccounts = (
  accounts: AsyncIterable<AccountRow>,
  format: TableFormat,
  { language, signal, caller, setHeader }: Reader,
): Promise<Readable> => {
  const word = wordsIn(language)
  const header = [
    word('server:column.accountName'),
    word('terms:accountType'),
    word('server:column.operatorType'),
    word('server:column.parentAccount'),
    word('terms:region'),
    word('server:column.contactName'),
    word('server:column.contactPhone'),
    word('server:column.superAdmin'),
    word('terms:review'),
    word('server:column.enabled'),
    word('server:column.droneNum'),
    word('server:column.memberNum'),
    word('server:column.createdAt', { zone: caller.timeZone }),
  ]
  const rows = async function* () {
    for await (const one of accounts) {
      yield [
        one.accountName,
        word(accountTypeWords[one.accountType]),
        one.operatorType && word(operatorTypeWords[one.operatorType]),
        one.parentName,
        one.region.join('/'),
        one.contactName,
        one.contactPhone,
        one.userPhone,
        word(checkStatusWords[one.checkStatus]),
        word(one.enabled ? 'terms:yes' : 'terms:no'),
        one.droneNum,
        one.memberNum,
        new Date(one.createdAt),
      ]
    }
  }
  return tableStream('accounts', header, rows(), {
    format,
    timeZone: caller.timeZone,
    signal,
    setHeader,
  })
}

const applyTypeWords = {
  1: 'terms:registration',
  2: 'server:value.applyType2',
} as const satisfies Record<AccountApplication['applyType'], WordKey>

export const exportApplications = (
  applications: AsyncIterable<AccountApplication>,
  format: TableFormat,
  { language, signal, caller, setHeader }: Reader,
): Promise<Readable> => {
  const word = wordsIn(language)
  const zone = { zone: caller.timeZone }
  const header = [
    word('server:column.accountName'),
    word('terms:accountType'),
    word('terms:region'),
    word('server:column.contactName'),
    word('server:column.applyType'),
    word('terms:review'),
    word('server:column.applyTime', zone),
    word('server:column.applicant'),
    word('server:column.reviewTime', zone),
    word('server:column.reviewer'),
    word('terms:reason'),
  ]
  const rows = async function* () {
    for await (const one of applications) {
      yield [
        one.accountName,
        word(accountTypeWords[one.accountType]),
        one.region.join('/'),
        one.contactName,
        word(applyTypeWords[one.applyType]),
        word(checkStatusWords[one.applyStatus]),
        new Date(one.applyTime),
        one.applicantName,
        one.reviewTime === null ? null : new Date(one.reviewTime),
        one.reviewerName,
        one.reason,
      ]
    }
  }
  return tableStream('account-applications', header, rows(), {
    format,
    timeZone: caller.timeZone,
    signal,
    setHeader,
  })
}
