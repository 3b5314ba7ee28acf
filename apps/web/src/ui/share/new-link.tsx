import { CheckOutlined, CopyOutlined, ShareAltOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showWarning } from '../../lib/errors.ts'
import { hostTheme } from '../../lib/host-theme.ts'
import { QrCode } from '../qr-code.tsx'
import style from './share-links.module.css'

const copiedMs = 2_000

const CopyLink = ({ address }: { address: string }) => {
  const { t } = useTranslation('share-links')
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
    } catch {
      // Browsers deny clipboard access to pages without TLS.
      showWarning(t('copyFailed'))
    }
  }
  return (
    <Button
      type="primary"
      icon={isCopied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{t(isCopied ? 'terms:copied' : 'terms:copy')}</span>
    </Button>
  )
}

const send = async (address: string): Promise<void> => {
  try {
    await navigator.share({ url: address, title: hostTheme().productName })
  } catch {
    // The phone's own dialog was closed; the address is still shown for copying.
  }
}

/** The address of a new link, which is shown only once. */
export const NewLink = ({ address }: { address: string }) => {
  const { t } = useTranslation('share-links')
  return (
    <div className={`grid gap-16 items-center ${style.created}`}>
      <div className="grid cols-1 gap-8 min-w-0">
        <Input
          readOnly
          value={address}
          aria-label={t('address')}
          onFocus={(event) => event.target.select()}
        />
        <div className="flex wrap gap-8">
          <CopyLink address={address} />
          {'share' in navigator && (
            <Button icon={<ShareAltOutlined aria-hidden />} onClick={() => void send(address)}>
              {t('send')}
            </Button>
          )}
        </div>
        <p className="m-0 muted text-13 leading-20">{t('once')}</p>
      </div>
      <QrCode text={address} label={t('code')} size={136} />
    </div>
  )
}
