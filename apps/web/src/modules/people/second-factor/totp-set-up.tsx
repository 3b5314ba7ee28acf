import type { FactorAdded } from '@swath/contract/people/second-factor'
import { Button, Input, Typography } from 'antd'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { useChange } from '../../../lib/use-change.ts'
import { QrCode } from '../../../ui/qr-code.tsx'
import { pickDigits } from '../auth/typed.ts'
import style from './second-factor.module.css'

export type TotpSecret = { secret: string; address: string }

/** The new secret as a QR code and as text, and the code that confirms it. */
export const TotpSetUp = ({
  secret: { secret, address },
  onDone,
}: {
  secret: TotpSecret
  onDone: (added: FactorAdded) => void
}) => {
  const { t } = useTranslation('second-factor')
  const [code, setCode] = useState('')
  const confirm = useChange({
    run: (typed: string) => call('confirmTotp', { body: { code: typed } }),
    outdated: ['getOwnFactors', 'listOwnSessions'],
    done: onDone,
  })
  return (
    <form
      className="grid cols-1 gap-16"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        confirm.mutate(code)
      }}
    >
      <div className="grid cols-1 gap-8">
        <p className="m-0">{t('totpScan')}</p>
        <div className={style.qr}>
          <QrCode text={address} label={t('totpQr')} size="100%" />
        </div>
      </div>
      <div>
        <p className="m-0">{t('totpSecret')}</p>
        <Typography.Text
          code
          className="break-anywhere"
          copyable={{ text: secret, tooltips: [t('terms:copy'), t('terms:copied')] }}
        >
          {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </Typography.Text>
      </div>
      <label className="grid gap-6">
        {t('totpCode')}
        <Input
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          name="totp"
          onChange={(event) => setCode(pickDigits(event.target.value, 6))}
        />
      </label>
      <div>
        <Button
          type="primary"
          htmlType="submit"
          disabled={code.length !== 6}
          loading={confirm.isPending}
        >
          {t('confirm')}
        </Button>
      </div>
    </form>
  )
}
