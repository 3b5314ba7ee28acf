import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCredentialReveal } from '../../../ui/credential-reveal.tsx'
import { addressOfHost } from './host-address.ts'
import style from './accounts.module.css'

type Made = {
  accountName: string
  adminPhone: string | null
  adminEmail: string | null
  password: string
  host: string | null
}

/** Shows the first sign-in of a new account. */
export const useAccountReveal = (): ((made: Made) => void) => {
  const { t } = useTranslation('accounts')
  const reveal = useCredentialReveal()
  return ({ accountName, adminPhone, adminEmail, password, host }) => {
    const address = host === null ? window.location.origin : addressOfHost(host)
    const login = [adminPhone, adminEmail].filter(Boolean).join(', ')
    reveal({
      title: t('created', { name: accountName }),
      lines: [
        [t('signInAt'), `${address}/login`],
        [t('signInAs'), login],
        [t('terms:password'), password],
      ],
      after: host !== null && (
        <>
          {t('hostWorks')}{' '}
          <Button
            type="link"
            className={style.linkButton}
            href={address}
            target="_blank"
            rel="noreferrer"
          >
            {t('openHost')}
          </Button>
        </>
      ),
    })
  }
}
