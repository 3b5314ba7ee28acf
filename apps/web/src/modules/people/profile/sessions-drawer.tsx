import { CodeOutlined, DesktopOutlined, MobileOutlined, TabletOutlined } from '@ant-design/icons'
import type { OwnSession } from '@swath/contract/people/sessions'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useChange } from '../../../lib/use-change.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Failure } from '../../../ui/empty.tsx'
import { sizes } from '../../../lib/theme.ts'
import { Pair } from '../../../ui/facts.tsx'
import { Time, TimeAgo } from '../../../ui/time.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import { useDeviceName } from './use-device-name.ts'
import style from './profile.module.css'

const icons: Readonly<Record<OwnSession['device']['kind'], ReactNode>> = {
  computer: <DesktopOutlined />,
  phone: <MobileOutlined />,
  tablet: <TabletOutlined />,
  program: <CodeOutlined />,
}

const methods: Readonly<Record<NonNullable<OwnSession['method']>, string>> = {
  password: 'second-factor:methodPassword',
  code: 'second-factor:methodCode',
  passkey: 'second-factor:methodPasskey',
  oidc: 'second-factor:methodOidcUnknown',
}
const factors: Readonly<Record<NonNullable<OwnSession['factor']>, string>> = {
  totp: 'second-factor:withTotp',
  passkey: 'second-factor:withPasskey',
  recovery: 'second-factor:withRecovery',
  provider: 'second-factor:withProvider',
}

/** "Password, authenticator app": how the session was opened. */
const useMethodName = (): ((session: OwnSession) => string) => {
  const { t } = useTranslation('second-factor')
  return ({ method, providerName, factor, half }) => {
    const name = providerName
      ? t('methodOidc', { name: providerName })
      : t(method ? methods[method] : 'methodUnknown')
    if (half) return t('withNothing', { method: name })
    return factor ? t(factors[factor], { method: name }) : name
  }
}

const Session = ({ session, onEnd }: { session: OwnSession; onEnd: () => void }) => {
  const { t } = useTranslation('profile')
  const name = useDeviceName()(session.device)
  const nameMethod = useMethodName()
  return (
    <li
      className={`flex wrap gap-12 justify-end border rounded-8 p-16 ${style.session}`}
      data-current={session.current}
    >
      <span className={style.icon} aria-hidden="true">
        {icons[session.device.kind]}
      </span>
      <div className={style.about}>
        <h3>
          {name}
          {session.current && <span className={style.mark}>{t('thisDevice')}</span>}
        </h3>
        <dl className="grid gap-2 m-0 text-13">
          <Pair label={t('address')}>
            {session.ip}
            {session.localNetwork && ` · ${t('localNetwork')}`}
          </Pair>
          <Pair label={t('host')}>{session.host}</Pair>
          <Pair label={t('signedIn')}>
            <Time time={session.signedInAt} />
          </Pair>
          <Pair label={t('signedInWith')}>{nameMethod(session)}</Pair>
          <Pair label={t('lastUsed')}>
            {session.current ? t('now') : <TimeAgo time={session.lastUsedAt} />}
          </Pair>
        </dl>
      </div>
      {!session.current && (
        <Button danger size="small" aria-label={t('endName', { name })} onClick={onEnd}>
          {t('terms:signOut')}
        </Button>
      )}
    </li>
  )
}

/** The person's sessions, with buttons to end them. */
export const SessionsDrawer = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('profile')
  const narrow = useNarrow()
  const nameDevice = useDeviceName()
  const confirm = useConfirm()
  const list = useQuery({ ...buildQuery('listOwnSessions'), refetchInterval: 30_000, staleTime: 0 })
  const endOne = useChange({
    run: (sessionId: string) => call('endOwnSession', { params: { sessionId } }),
    done: () => showSuccess(t('ended')),
    outdated: ['listOwnSessions'],
  })
  const endOthers = useChange({
    run: () => call('endOtherSessions'),
    done: ({ ended }) => showSuccess(t('endedOthers', { count: ended })),
    outdated: ['listOwnSessions'],
  })
  const sessions = list.data?.items ?? []
  const others = sessions.filter((session) => !session.current)

  const askOne = ({ sessionId, device, ip }: OwnSession): void =>
    confirm({
      title: t('endAsk', { name: nameDevice(device) }),
      text: t('endText', { ip }),
      verb: t('terms:signOut'),
      run: () => endOne.mutateAsync(sessionId),
    })
  const askOthers = (): void =>
    confirm({
      title: t('endOthersAsk', { count: others.length }),
      text: t('endOthersText'),
      verb: t('endOthers'),
      run: () => endOthers.mutateAsync(),
    })

  return (
    <Drawer
      open
      onClose={onClose}
      title={t('terms:signedInDevices')}
      size={narrow ? '100%' : sizes.detail}
      keyboard
      footer={
        others.length > 0 && (
          <div className="flex justify-end">
            <Button danger onClick={askOthers}>
              {t('endOthers')}
            </Button>
          </div>
        )
      }
    >
      {list.isPending && <Skeleton active paragraph={{ rows: 6 }} />}
      {list.isError && !list.data && (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && (
        <>
          <p className="muted mb-16">
            {others.length === 0 ? t('devicesOnlyHere') : t('devicesHint')}
          </p>
          <ul className="list-plain grid cols-1 gap-12" aria-busy={list.isFetching}>
            {sessions.map((session) => (
              <Session key={session.sessionId} session={session} onEnd={() => askOne(session)} />
            ))}
          </ul>
        </>
      )}
    </Drawer>
  )
}
