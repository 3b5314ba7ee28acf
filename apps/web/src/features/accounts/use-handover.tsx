import { App, Button, Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import { addressOfHost } from './host-address.ts'
import style from './accounts.module.css'

type Handover = { accountName: string; adminPhone: string | null; adminEmail: string | null; password: string; host: string | null }

/** Shows the first sign-in once, to be handed over: the password is kept nowhere in clear. */
export const useHandover = (): ((made: Handover) => void) => {
  const { t } = useTranslation('accounts')
  const { modal } = App.useApp()
  return ({ accountName, adminPhone, adminEmail, password, host }) => {
    const address = host === null ? window.location.origin : addressOfHost(host)
    const login = [adminPhone, adminEmail].filter(Boolean).join(', ')
    const lines: readonly [string, string][] = [[t('signInAt'), `${address}/login`], [t('signInAs'), login], [t('password'), password]]
    void modal.success({
      title: t('created', { name: accountName }), centered: true, width: 520, okText: t('keptIt'),
      content: (
        <>
          <p className={style.effect}>{t('handover')}</p>
          <dl className={style.facts}>
            {lines.map(([label, text]) => (
              <div key={label} className={style.fact}><dt>{label}</dt><dd><Typography.Text copyable={{ text, tooltips: [t('copy'), t('copied')] }}>{text}</Typography.Text></dd></div>
            ))}
          </dl>
          {host !== null && <p className={style.effect}>{t('hostWorks')}</p>}
          {host !== null && <Button type="link" className={style.linkButton} href={address} target="_blank" rel="noreferrer">{t('openHost')}</Button>}
        </>
      ),
    })
  }
}
