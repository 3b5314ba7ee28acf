import { App, Typography } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from './facts.tsx'
import { focusOpenerIfLost } from './opener.ts'

type Credential = {
  title: string
  /** Default: the hint for an account with its password. */
  hint?: string
  /** Values with a copy button each: the address, the sign-in name, the password. */
  lines: readonly (readonly [label: string, value: string])[]
  after?: ReactNode
}

/**
 * Shows a new secret once, to be copied or passed on. It is not stored in clear text, and is
 * dropped from memory when the dialog closes.
 */
export const useCredentialReveal = (): ((credential: Credential) => void) => {
  const { t } = useTranslation('ui')
  const { modal } = App.useApp()
  return ({ title, hint, lines, after }) =>
    void modal.success({
      title,
      centered: true,
      width: 520,
      okText: t('terms:iHaveKeptIt'),
      afterClose: focusOpenerIfLost,
      content: (
        <>
          <p className="break-anywhere mb-12">{hint ?? t('credentialReveal')}</p>
          <Facts>
            {lines.map(([label, value]) => (
              <Fact key={label} label={label}>
                <Typography.Text
                  copyable={{ text: value, tooltips: [t('terms:copy'), t('terms:copied')] }}
                >
                  {value}
                </Typography.Text>
              </Fact>
            ))}
          </Facts>
          {after && <div className="break-anywhere mt-12">{after}</div>}
        </>
      ),
    })
}
