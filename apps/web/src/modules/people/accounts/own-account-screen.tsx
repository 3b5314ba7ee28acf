import { toDataScope } from '@swath/contract/people/data-scope-codes'
import { userTypeCodes, rights as allRights } from '@swath/domain/access/rights'
import { toApplicationType, toReview } from '@swath/contract/people/review-codes'
import type { Review } from '@swath/domain/access/review'
import type { AccountApplicationDetail } from '@swath/contract/people/account-applications'
import type { AccountDetail } from '@swath/contract/people/accounts'
import { userOfWire, type SignedInUser } from '@swath/contract/people/access'
import { EditOutlined, SafetyOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Avatar, Button, Skeleton, Tag } from 'antd'
import { Suspense, useRef, useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '../../../lib/lazy-component.tsx'
import { buildQuery } from '../../../lib/query.ts'
import { rightTitle } from '../../../lib/rights.ts'
import { roleTitles } from '../../../lib/roles.ts'
import { useUser } from '../../../lib/session.ts'
import { Failure } from '../../../ui/empty.tsx'
import { Fact } from '../../../ui/facts.tsx'
import { ThinBar } from '../../../ui/thin-bar.tsx'
import { Time } from '../../../ui/time.tsx'
import { AlarmRules, DutyRosters } from '../../alarms/public.ts'
import { AccountTabs } from '../api-keys/account-tabs.tsx'
import { IdentityProviders } from '../organisation-sign-in/identity-providers.tsx'
import { AccountFactGroups, AccountFigures } from './account-detail.tsx'
import { typeText } from './account.labels.ts'
import { ChangeOwnAccount } from './change-own-account.tsx'
import { Differences } from './differences.tsx'
import { SecretKeys } from './secret-keys.tsx'
import style from './own-account.module.css'
import { formatTimeZone } from '../../../lib/format.ts'

const SecurityDrawer = lazyComponent(
  async () => (await import('../second-factor/security-drawer.tsx')).SecurityDrawer,
)

const isChange = ({ applyType, applyStatus }: AccountApplicationDetail, review: Review): boolean =>
  toApplicationType(applyType) === 'modification' && toReview(applyStatus) === review

type NoticeProps = {
  account: AccountDetail
  application: AccountApplicationDetail | null
  mayChange: boolean
  onChange: () => void
}

/** The review state of the account, and what its people can do now. */
const Notice = ({ account, application, mayChange, onChange }: NoticeProps) => {
  const { t } = useTranslation('accounts')
  const again = mayChange && (
    <Button type="primary" onClick={onChange}>
      {t('handInAgain')}
    </Button>
  )
  const review = toReview(account.checkStatus)
  if (review === 'waiting') {
    return (
      <Alert
        type="warning"
        showIcon
        title={t('account:waitingTitle')}
        description={
          <div className={`grid gap-8 break-anywhere ${style.notice}`}>
            <p>{t('waitingOnly')}</p>
            {application && (
              <p>
                {t('handedIn')} <Time time={application.applyTime} />
                {account.parentName && <> · {t('reviewedBy', { name: account.parentName })}</>}
              </p>
            )}
          </div>
        }
      />
    )
  }
  if (review === 'rejected') {
    return (
      <Alert
        type="error"
        showIcon
        title={t('account:rejectedTitle')}
        description={
          <div className={`grid gap-8 break-anywhere ${style.notice}`}>
            {application?.reason && (
              <p>
                <strong>{t('reason')}</strong> {application.reason}
              </p>
            )}
            <p>{mayChange ? t('rejectedNext') : t('rejectedAskAdmin')}</p>
            {again && <div>{again}</div>}
          </div>
        }
      />
    )
  }
  if (application && isChange(application, 'rejected')) {
    return (
      <Alert
        type="info"
        showIcon
        closable
        title={t('changeRejected')}
        description={
          <div className={`grid gap-8 break-anywhere ${style.notice}`}>
            {application.reason && (
              <p>
                <strong>{t('reason')}</strong> {application.reason}
              </p>
            )}
            {again && <div>{again}</div>}
          </div>
        }
      />
    )
  }
  return null
}

type PersonProps = { info: SignedInUser; parentName: string | null }

/** Whom to ask for help; the platform's own administrators are the last to ask. */
const Contact = ({ info: { accountType, userType }, parentName }: PersonProps) => {
  const { t } = useTranslation('accounts')
  if (userType !== userTypeCodes.superAdmin)
    return <Fact label={t('whomToAsk')}>{t('askAdmin')}</Fact>
  if (parentName !== null)
    return <Fact label={t('whomToAsk')}>{t('askParent', { name: parentName })}</Fact>
  return accountType === 'platform' ? null : <Fact label={t('whomToAsk')}>{t('askNobody')}</Fact>
}

type PersonCardProps = PersonProps & { onSecurity: () => void; securityRef: Ref<HTMLButtonElement> }
const PersonCard = ({ info, parentName, onSecurity, securityRef }: PersonCardProps) => {
  const { t } = useTranslation('account')
  return (
    <section className="min-w-0 card" aria-labelledby="account-person">
      <header className={style.head}>
        <Avatar size={56} src={info.userHeadUrl ?? undefined} className={style.avatar} alt="">
          {info.userName.slice(0, 1)}
        </Avatar>
        <div className={style.grow}>
          <h2 id="account-person" className="m-0 text-16 semibold break-anywhere">
            {info.userName}
          </h2>
          <p className={style.sub}>{t(roleTitles[info.userType])}</p>
        </div>
        <Button ref={securityRef} icon={<SafetyOutlined aria-hidden />} onClick={onSecurity}>
          {t('second-factor:title')}
        </Button>
      </header>
      <dl className="grid gap-10 m-0 p-16-20">
        <Fact label={t('phone')}>{info.phoneNum}</Fact>
        <Fact label={t('role')}>{t(roleTitles[info.userType])}</Fact>
        <Fact label={t('dataScope')}>
          {toDataScope(info.dataScope) === 'personal' ? t('dataPersonal') : t('dataEnterprise')}
        </Fact>
        <Fact label={t('rights')}>
          {info.rights.length === 0 ? (
            t('rightsNone')
          ) : info.rights.length === allRights.length ? (
            t('rightsAll')
          ) : (
            <span className="flex wrap gap-6">
              {info.rights.map((right) => (
                <Tag key={right}>{rightTitle(right)}</Tag>
              ))}
            </span>
          )}
        </Fact>
        <Contact info={info} parentName={parentName} />
        <Fact label={t('timeZone')} hint={t('timeZoneHint')}>
          {formatTimeZone(info.timeZone)}
        </Fact>
      </dl>
    </section>
  )
}

/** The change that is pending review. */
const PendingChange = ({ application }: { application: AccountApplicationDetail }) => {
  const { t } = useTranslation('accounts')
  return (
    <section className="min-w-0 card" aria-labelledby="account-pending">
      <header className={style.head}>
        <div>
          <h2 id="account-pending" className="m-0 text-16 semibold break-anywhere">
            {t('pendingTitle')}
          </h2>
          <p className={style.sub}>
            {t('handedIn')} <Time time={application.applyTime} />
          </p>
        </div>
      </header>
      <div className="grid gap-20 min-w-0 p-16-20">
        <Differences application={application} />
      </div>
    </section>
  )
}

type AccountProps = {
  info: SignedInUser
  account: AccountDetail | undefined
  /** Null: it cannot be changed now. Disabled until the account is loaded. */
  onChange: (() => void) | null
}
const AccountCard = ({ info, account, onChange }: AccountProps) => {
  const { t } = useTranslation('accounts')
  return (
    <section className="min-w-0 card" aria-labelledby="account-account">
      <header className={style.head}>
        <Avatar
          size={56}
          shape="square"
          src={info.accountLogo ?? undefined}
          className={style.logo}
          alt=""
        >
          {info.accountName.slice(0, 1)}
        </Avatar>
        <div className={style.grow}>
          <h2 id="account-account" className="m-0 text-16 semibold break-anywhere">
            {account?.accountName ?? info.accountName}
          </h2>
          <p className={style.sub}>{t(typeText(info.accountType, info.tag))}</p>
        </div>
        {onChange && (
          <Button
            icon={<EditOutlined aria-hidden />}
            disabled={account === undefined}
            onClick={onChange}
          >
            {t('change')}
          </Button>
        )}
      </header>
      <div className="grid gap-20 min-w-0 p-16-20">
        {account ? (
          <>
            <AccountFigures account={account} />
            <AccountFactGroups account={account} />
          </>
        ) : (
          <Skeleton active paragraph={{ rows: 12 }} />
        )}
      </div>
    </section>
  )
}

/** The person's own account, as currently on the server and not as it was at the sign-in. */
export const OwnAccountScreen = () => {
  const { t } = useTranslation('accounts')
  const known = useUser()
  const own = useQuery(buildQuery('getOwnInfo'))
  const detail = useQuery(buildQuery('getOwnAccount'))
  const newest = useQuery(buildQuery('getOwnApplication'))
  const [isChanging, setChanging] = useState(false)
  const [isSecurityOpen, setSecurityOpen] = useState(false)
  const securityButton = useRef<HTMLButtonElement>(null)
  const closeSecurity = (): void => {
    setSecurityOpen(false)
    // Deferred until the drawer is gone.
    setTimeout(() => securityButton.current?.focus())
  }
  const info = own.data ? userOfWire(own.data) : known
  const account = detail.data
  const application = newest.data?.application ?? null
  const isBusy = own.isFetching || detail.isFetching || newest.isFetching
  if (detail.isError && !account)
    return <Failure error={detail.error} onRetry={() => void detail.refetch()} />

  const isOpen = application !== null && isChange(application, 'waiting')
  const mayChange = info.can.manageAccounts
  // A pending registration is shown as it was submitted.
  const changesNow =
    mayChange &&
    account !== undefined &&
    toReview(account.checkStatus) !== 'waiting' &&
    !isOpen &&
    account.openApplyId === null
  return (
    <div className={`relative grid gap-16 content-start ${style.screen}`} aria-busy={isBusy}>
      <ThinBar active={isBusy && account !== undefined} />
      <h1 className="page-title">{t('terms:myAccount')}</h1>
      <AccountTabs />
      {account && (
        <Notice
          account={account}
          application={application}
          mayChange={changesNow}
          onChange={() => setChanging(true)}
        />
      )}
      {isOpen && <PendingChange application={application} />}
      <div className={`grid gap-16 items-start ${style.columns}`}>
        <AccountCard
          info={info}
          account={account}
          onChange={changesNow || (mayChange && !account) ? () => setChanging(true) : null}
        />
        <div className="grid gap-16 min-w-0">
          <PersonCard
            info={info}
            parentName={account?.parentName ?? null}
            onSecurity={() => setSecurityOpen(true)}
            securityRef={securityButton}
          />
          {/* Manufacturers' devices are identified by vendor numbers. */}
          {info.checkStatus === 'passed' && info.accountType === 'manufacturer' && <SecretKeys />}
          {info.checkStatus === 'passed' && <AlarmRules />}
        </div>
      </div>
      {isSecurityOpen && (
        <Suspense fallback={null}>
          <SecurityDrawer onClose={closeSecurity} />
        </Suspense>
      )}
      {info.checkStatus === 'passed' && <DutyRosters />}
      {info.checkStatus === 'passed' && <IdentityProviders />}
      {account && mayChange && (
        <ChangeOwnAccount
          open={isChanging}
          account={account}
          application={application}
          onClose={() => setChanging(false)}
        />
      )}
    </div>
  )
}
