import type { UserInfo } from '@swath/contract/auth'
import type { Right } from '@swath/domain/access/rights'
import { rights as allRights } from '@swath/domain/access/rights'
import { useQuery } from '@tanstack/react-query'
import { Alert, Avatar, Tag } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dash } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { roleTitles } from '../../lib/roles.ts'
import { useUser } from '../../lib/session.ts'
import { Failure } from '../../ui/empty.tsx'
import { ThinBar } from '../../ui/thin-bar.tsx'
import style from './account-detail-screen.module.css'

const rightTitles: Readonly<Record<Right, string>> = {
  'alarm.sms': 'account:rightAlarmSms', 'noFlyZone.manage': 'account:rightNoFlyZone', 'bulletin.receive': 'account:rightBulletinReceive',
  'bulletin.send': 'account:rightBulletinSend', 'team.manage': 'account:rightTeam', 'account.manage': 'account:rightAccount',
  'systemLog.view': 'account:rightSystemLog', 'equipment.manage': 'account:rightEquipment', 'staff.manage': 'account:rightStaff',
  'task.manage': 'account:rightTask', 'client.manage': 'account:rightClient', 'lease.manage': 'account:rightLease',
  'recharge.manage': 'account:rightRecharge', 'workRecord.manage': 'account:rightWorkRecord',
}

const typeTitle = (info: UserInfo): string => {
  switch (info.accountType) {
    case 1: return info.tag === null ? 'account:typePlatform' : 'account:typeSubPlatform'
    case 2: return 'account:typeGovernment'
    case 3: return 'account:typeManufacturer'
    case 4: return info.operatorType === '2' ? 'account:typeOperatorPersonal' : 'account:typeOperatorTeam'
    case 5: return 'account:typeFarmer'
  }
}

const Row = ({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) => (
  <div className={style.row}><dt>{label}</dt><dd>{children}{hint && <p className={style.hint}>{hint}</p>}</dd></div>
)

const Review = ({ info }: { info: UserInfo }) => {
  const { t } = useTranslation('account')
  if (info.checkStatus === 1) return <Alert type="warning" showIcon title={t('waitingTitle')} description={t('waitingText')} />
  if (info.checkStatus === 3) return <Alert type="error" showIcon title={t('rejectedTitle')} description={t('rejectedText')} />
  return null
}

/** One's own account, as the server tells it now and not as it was at the sign-in. */
export const AccountDetailScreen = () => {
  const { t } = useTranslation('account')
  const known = useUser()
  const own = useQuery(queryOf('getOwnInfo'))
  if (own.isError && !own.data) return <Failure error={own.error} onRetry={() => void own.refetch()} />
  const info = own.data ?? known
  const region = [info.ruleProvince, info.ruleCity, info.ruleCounty].filter(Boolean).join(' / ')
  const status = info.checkStatus === 2 ? t('statusPassed') : info.checkStatus === 1 ? t('statusWaiting') : t('statusRejected')
  const leasing = [...info.leaseAccount ? [t('leasingLessor')] : [], ...info.tenant ? [t('leasingTenant')] : []]
  return (
    <div className={style.screen} aria-busy={own.isFetching}>
      <ThinBar active={own.isFetching} />
      <h1 className={style.title}>{t('title')}</h1>
      <Review info={info} />
      <div className={style.columns}>
        <section className={style.card} aria-labelledby="account-person">
          <header className={style.head}>
            <Avatar size={56} src={info.userHeadUrl ?? undefined} className={style.avatar}>{info.userName.slice(0, 1)}</Avatar>
            <div>
              <h2 id="account-person" className={style.name}>{info.userName}</h2>
              <p className={style.sub}>{t(roleTitles[info.userType])}</p>
            </div>
          </header>
          <dl className={style.list}>
            <Row label={t('phone')}>{info.phoneNum || dash}</Row>
            <Row label={t('role')}>{t(roleTitles[info.userType])}</Row>
            <Row label={t('dataScope')}>{info.dataScope === 2 ? t('dataPersonal') : t('dataEnterprise')}</Row>
            <Row label={t('rights')}>
              {info.rights.length === 0 ? t('rightsNone')
                : info.rights.length === allRights.length ? t('rightsAll')
                : <span className={style.tags}>{info.rights.map((right) => <Tag key={right}>{t(rightTitles[right])}</Tag>)}</span>}
            </Row>
          </dl>
        </section>
        <section className={style.card} aria-labelledby="account-account">
          <header className={style.head}>
            <Avatar size={56} shape="square" src={info.accountLogo ?? undefined} className={style.logo}>{info.accountName.slice(0, 1)}</Avatar>
            <div>
              <h2 id="account-account" className={style.name}>{info.accountName}</h2>
              <p className={style.sub}>{t(typeTitle(info))}</p>
            </div>
          </header>
          <dl className={style.list}>
            <Row label={t('accountType')}>{t(typeTitle(info))}</Row>
            <Row label={t('status')}>{status}</Row>
            <Row label={t('region')}>{region || dash}</Row>
            <Row label={t('timeZone')} hint={t('timeZoneHint')}>{info.timeZone}</Row>
            {leasing.length > 0 && <Row label={t('leasing')}>{leasing.join(' · ')}</Row>}
            {info.vipLevel > 0 && <Row label={t('vipLevel')}>{info.vipLevel}</Row>}
          </dl>
        </section>
      </div>
    </div>
  )
}
