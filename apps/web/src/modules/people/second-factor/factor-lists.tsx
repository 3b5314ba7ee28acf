import type { OwnFactors, Passkey } from '@swath/contract/people/second-factor'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FactSection, Pair } from '../../../ui/facts.tsx'
import { Time, TimeAgo } from '../../../ui/time.tsx'
import { passkeyObstacle } from '../auth/passkeys-here.ts'
import type { FactorChanges } from './use-factor-changes.ts'
import style from './second-factor.module.css'

type FactorProps = {
  name?: string
  host?: string
  addedAt: string
  lastUsedAt: string | null
  children: ReactNode
}
const Factor = ({ name, host, addedAt, lastUsedAt, children }: FactorProps) => {
  const { t } = useTranslation('second-factor')
  return (
    <div className="flex wrap gap-12 items-start justify-between border rounded-8 p-16">
      <div className={style.factor}>
        {name !== undefined && <h3 className="m-0 mb-8 text-14 semibold break-anywhere">{name}</h3>}
        <dl className="grid gap-2 m-0 text-13">
          {host !== undefined && <Pair label={t('host')}>{host}</Pair>}
          <Pair label={t('addedAt')}>
            <Time time={addedAt} />
          </Pair>
          <Pair label={t('lastUsed')}>
            {lastUsedAt ? <TimeAgo time={lastUsedAt} /> : t('never')}
          </Pair>
        </dl>
      </div>
      <div className="flex wrap gap-8">{children}</div>
    </div>
  )
}

type Props = { factors: OwnFactors; changes: FactorChanges }

export const TotpSection = ({ factors: { totp }, changes }: Props) => {
  const { t } = useTranslation('second-factor')
  const start = (label: string) => (
    <Button
      size={totp ? 'small' : 'middle'}
      loading={changes.startTotp.isPending}
      onClick={() => changes.startTotp.mutate()}
    >
      {label}
    </Button>
  )
  return (
    <FactSection title={t('totp')}>
      <p className="muted mb-12">{t('totpHint')}</p>
      {totp ? (
        <Factor {...totp}>
          {start(t('totpReplace'))}
          <Button danger size="small" aria-label={t('removeTotp')} onClick={changes.askRemoveTotp}>
            {t('terms:remove')}
          </Button>
        </Factor>
      ) : (
        start(t('totpSetUp'))
      )}
    </FactSection>
  )
}

const PasskeyRow = ({ passkey, changes }: { passkey: Passkey; changes: FactorChanges }) => {
  const { t } = useTranslation('second-factor')
  const { name, host, addedAt, lastUsedAt } = passkey
  return (
    <li>
      <Factor name={name} host={host} addedAt={addedAt} lastUsedAt={lastUsedAt}>
        <Button
          size="small"
          aria-label={t('renamePasskey', { name })}
          onClick={() => changes.renamePasskey(passkey)}
        >
          {t('terms:rename')}
        </Button>
        <Button
          danger
          size="small"
          aria-label={t('removePasskey', { name })}
          onClick={() => changes.askRemovePasskey(passkey)}
        >
          {t('terms:remove')}
        </Button>
      </Factor>
    </li>
  )
}

/** Adds a passkey, or says why this page cannot. */
export const AddPasskey = ({ changes }: Pick<Props, 'changes'>) => {
  const { t } = useTranslation('second-factor')
  const obstacle = passkeyObstacle()
  return (
    <div className="grid gap-8 justify-items-start">
      <Button
        disabled={obstacle !== null}
        loading={changes.startPasskey.isPending}
        onClick={() => changes.startPasskey.mutate()}
      >
        {t('passkeyAdd')}
      </Button>
      {obstacle && (
        <p className="m-0 muted text-13">
          {t(obstacle === 'insecure' ? 'passkeyInsecure' : 'passkeyUnsupported')}
        </p>
      )}
    </div>
  )
}

export const PasskeySection = ({ factors: { passkeys }, changes }: Props) => {
  const { t } = useTranslation('second-factor')
  return (
    <FactSection title={t('passkeys')}>
      <p className="muted mb-12">{t('passkeysHint')}</p>
      {passkeys.length > 0 && (
        <ul className="list-plain grid cols-1 gap-12 mb-12">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.passkeyId} passkey={passkey} changes={changes} />
          ))}
        </ul>
      )}
      <AddPasskey changes={changes} />
    </FactSection>
  )
}

export const RecoverySection = ({ factors, changes }: Props) => {
  const { t } = useTranslation('second-factor')
  const { totp, passkeys, recoveryCodesLeft } = factors
  if (totp === null && passkeys.length === 0) return null
  return (
    <FactSection title={t('recoveryCodes')}>
      <p className="muted mb-12">{t('recoveryHint')}</p>
      <div className="flex wrap gap-12 items-center">
        <Button onClick={changes.askCodes}>{t('recoveryMake')}</Button>
        <span className="tabular">{t('recoveryLeft', { count: recoveryCodesLeft })}</span>
      </div>
    </FactSection>
  )
}
