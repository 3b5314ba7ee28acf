import { CheckOutlined, LinkOutlined } from '@ant-design/icons'
import { Button, Input, Popover, Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * Copies the URL of the current view. Without a clipboard (pages without TLS) the URL is shown, to
 * be copied by hand.
 */
export const CopyLink = ({ path }: { path: () => string }) => {
  const { t } = useTranslation('flights')
  const [state, setState] = useState<'ready' | 'copied' | { address: string }>('ready')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('ready'), 2_000)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async (): Promise<void> => {
    const address = window.location.origin + path()
    try {
      await navigator.clipboard.writeText(address)
      setState('copied')
    } catch {
      setState({ address })
    }
  }
  return (
    <Popover
      open={typeof state === 'object'}
      onOpenChange={(isOpen) => {
        if (!isOpen) setState('ready')
      }}
      trigger="click"
      title={t('copyByHand')}
      content={
        typeof state === 'object' && (
          <Input
            readOnly
            value={state.address}
            aria-label={t('linkToMoment')}
            onFocus={(event) => event.target.select()}
          />
        )
      }
    >
      <Tooltip title={state === 'copied' ? t('linkCopied') : t('copyLink')}>
        <Button
          type="text"
          icon={state === 'copied' ? <CheckOutlined /> : <LinkOutlined />}
          aria-label={state === 'copied' ? t('linkCopied') : t('copyLink')}
          onClick={() => void copy()}
        />
      </Tooltip>
    </Popover>
  )
}
