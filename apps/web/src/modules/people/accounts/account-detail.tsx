import { toAccountType } from '@swath/contract/people/account-type-codes'
import { toReview } from '@swath/contract/people/review-codes'
import { EditOutlined } from '@ant-design/icons'
import type { AccountDetail, AccountRow } from '@swath/contract/people/accounts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatCount, formatTimeZone } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { DeleteButton } from '../../../ui/delete-button.tsx'
import { Failure } from '../../../ui/empty.tsx'
import { Fact, FactGroup, Pair, TimeFact } from '../../../ui/facts.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { EnabledTag, ReviewTag } from '../../../ui/state-tags.tsx'
import { AccountFactorResets } from '../member-factors/account-factor-resets.tsx'
import { AccountSignInDomains } from '../organisation-sign-in/account-sign-in-domains.tsx'
import { AccountPicture } from './account-picture.tsx'
import { operatorTypeLabels, typeWord } from './account.labels.ts'
import { addressOfHost } from './host-address.ts'
import type { useAccountQuestions } from './use-account-questions.tsx'
import style from './accounts.module.css'

/** Filters for the list of an account's drones: as their manufacturer or operator. */
const toDroneSearch = ({ accountType, accountName }: AccountRow): string | null => {
  const type = toAccountType(accountType)
  if (type !== 'manufacturer' && type !== 'operator') return null
  return `?${new URLSearchParams({ [type === 'manufacturer' ? 'zzAccountName' : 'yyAccountName']: accountName })}`
}

export const AccountFigures = ({ account }: { account: AccountDetail }) => {
  const { t } = useTranslation('accounts')
  const droneList = useOwnScreens().findPath('drone-list')
  const drones = toDroneSearch(account)
  return (
    <dl className={`grid gap-8 m-0 ${style.figures}`}>
      <Pair label={t('terms:drones')}>
        {droneList && drones && account.droneNum > 0 ? (
          <Link
            to={droneList + drones}
            aria-label={t('dronesOf', {
              count: account.droneNum,
              shown: formatCount(account.droneNum),
            })}
          >
            {formatCount(account.droneNum)}
          </Link>
        ) : (
          formatCount(account.droneNum)
        )}
      </Pair>
      <Pair label={t('members')}>{formatCount(account.memberNum)}</Pair>
      {toAccountType(account.accountType) !== 'manufacturer' && (
        <Pair label={t('terms:plots')}>{formatCount(account.plotNum)}</Pair>
      )}
      <Pair label={t('subAccounts')}>{formatCount(account.subAccountNum)}</Pair>
    </dl>
  )
}

const yesNo = (is: boolean): string => (is ? 'terms:yes' : 'accounts:no')

const PlatformFacts = ({ account }: { account: AccountDetail }) => {
  const { t } = useTranslation('accounts')
  const titles = new Map(
    useOwnScreens().groups.flatMap(({ screens }) =>
      screens.map(({ screen, title }) => [screen, title]),
    ),
  )
  const named = account.screens?.flatMap((screen) => titles.get(screen) ?? []) ?? []
  return (
    <FactGroup title={t('terms:subPlatform')}>
      <Fact label={t('tag')}>
        {account.tag && (
          <code className={`border bg-raised text-13 break-anywhere ${style.code}`}>
            {account.tag}
          </code>
        )}
      </Fact>
      <Fact label={t('screens')}>
        {account.screens === null
          ? t('screensAll')
          : named.length > 0
            ? named.join(t('listComma'))
            : t('screensNone')}
      </Fact>
      <Fact label={t('theme')}>{account.theme}</Fact>
    </FactGroup>
  )
}

/** What is known about the company; many accounts are entered without. */
const CompanyFacts = ({ account }: { account: AccountDetail }) => {
  const { t } = useTranslation('accounts')
  const texts = (['legal', 'creditCode'] as const).filter((name) => account[name])
  const pictures = (['busiLicense', 'companyLogo'] as const).filter((name) => account[name])
  if (texts.length + pictures.length === 0) return null
  return (
    <FactGroup title={t('groupCompany')}>
      {texts.map((name) => (
        <Fact key={name} label={t(name)}>
          {account[name]}
        </Fact>
      ))}
      {pictures.map((name) => (
        <Fact key={name} label={t(name)}>
          <AccountPicture address={account[name]} label={t(name)} />
        </Fact>
      ))}
    </FactGroup>
  )
}

/** All details of an account, for accounts above it and for itself. */
export const AccountFactGroups = ({ account }: { account: AccountDetail }) => {
  const { t } = useTranslation('accounts')
  const type = toAccountType(account.accountType)
  const trades = type === 'manufacturer' || type === 'operator'
  return (
    <>
      <FactGroup title={t('terms:account')}>
        <Fact label={t('terms:type')}>
          {t(typeWord(account.accountType, account.tag))}
          {account.operatorType && ` · ${t(operatorTypeLabels[account.operatorType])}`}
        </Fact>
        <Fact label={t('terms:review')}>
          <span className="flex wrap gap-6">
            <ReviewTag review={toReview(account.checkStatus)} />
            <EnabledTag isEnabled={account.enabled} />
          </span>
        </Fact>
        <Fact label={t('parent')}>{account.parentName}</Fact>
        <Fact label={t('region')}>{account.region.join(' / ')}</Fact>
        <Fact label={t('timeZone')}>{formatTimeZone(account.timeZone)}</Fact>
        <TimeFact label={t('createdAt')} time={account.createdAt} />
        {account.customDomain && (
          <Fact label={t('host')}>
            <a href={addressOfHost(account.customDomain)} target="_blank" rel="noreferrer">
              {account.customDomain}
            </a>
          </Fact>
        )}
      </FactGroup>
      <FactGroup title={t('groupContact')}>
        <Fact label={t('contactName')}>{account.contactName}</Fact>
        <Fact label={t('contactPhone')}>
          {account.contactPhone && (
            <a className="figure" href={`tel:${account.contactPhone}`}>
              {account.contactPhone}
            </a>
          )}
        </Fact>
        {account.email && (
          <Fact label={t('email')}>
            <a href={`mailto:${account.email}`}>{account.email}</a>
          </Fact>
        )}
        {account.contactAddress && (
          <Fact label={t('contactAddress')}>{account.contactAddress}</Fact>
        )}
        <Fact label={t('terms:superAdministrator')} hint={t('userPhoneHint')}>
          {account.userPhone && <span className="figure">{account.userPhone}</span>}
        </Fact>
      </FactGroup>
      <CompanyFacts account={account} />
      <FactGroup title={t('groupGrants')}>
        {trades && <Fact label={t('leaseAccount')}>{t(yesNo(account.leaseAccount))}</Fact>}
        <Fact label={t('canCreateSub')}>{t(yesNo(account.canCreateSub))}</Fact>
        {toAccountType(account.accountType) === 'manufacturer' && (
          <Fact label={t('vipLevel')}>{account.vipLevel}</Fact>
        )}
      </FactGroup>
      {toAccountType(account.accountType) === 'platform' && account.tag !== null && (
        <PlatformFacts account={account} />
      )}
    </>
  )
}

type Props = {
  accountId: string
  row: AccountRow | undefined
  questions: ReturnType<typeof useAccountQuestions>
  onEdit: () => void
  onClose: () => void
}

/** One account, and its actions. */
export const AccountDetailView = ({ accountId, row, questions, onEdit, onClose }: Props) => {
  const { t } = useTranslation('accounts')
  const detail = useQuery(buildQuery('getAccount', { query: { accountId } }))
  const applications = useOwnScreens().findPath('account-apply-list')
  if (!detail.data)
    return detail.isError ? (
      <Failure error={detail.error} onRetry={() => void detail.refetch()} />
    ) : (
      <Skeleton active paragraph={{ rows: 12 }} />
    )
  // The row of the list is newer while a change is being saved.
  const account = { ...detail.data, ...row }
  const { can } = account
  return (
    <div className="grid gap-20">
      {(can.update || can.enable || can.delete) && (
        <div className="flex wrap gap-8">
          {can.update && (
            <Button icon={<EditOutlined aria-hidden />} onClick={onEdit}>
              {t('terms:edit')}
            </Button>
          )}
          {can.enable && (
            <Button
              onClick={() =>
                account.enabled ? questions.askDisable(account) : questions.askEnable(account)
              }
            >
              {account.enabled ? t('disable') : t('enable')}
            </Button>
          )}
          {can.delete && <DeleteButton onClick={() => questions.askDelete(account, onClose)} />}
        </div>
      )}
      {account.openApplyId && (
        <Alert
          type="info"
          showIcon
          title={t('changeWaits')}
          {...(applications
            ? {
                action: (
                  <Link to={`${applications}?open=${account.openApplyId}`}>{t('review')}</Link>
                ),
              }
            : {})}
        />
      )}
      {!account.enabled && <Alert type="warning" showIcon title={t('isDisabled')} />}
      <AccountFigures account={account} />
      <AccountFactGroups account={account} />
      <AccountFactorResets accountId={accountId} />
      <AccountSignInDomains accountId={accountId} />
    </div>
  )
}
