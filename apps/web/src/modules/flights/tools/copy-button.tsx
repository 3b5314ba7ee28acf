import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showWarning } from '../../../lib/errors.ts'

const shownMs = 2_000

type Props = { text: () => string; name: string; word?: string }

/** `name` describes the copied text, for several buttons in a row; `word` adds a visible label. */
export const CopyButton = ({ text, name, word }: Props) => {
  const { t } = useTranslation('tools')
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), shownMs)
    return () => clearTimeout(timer)
  }, [isDone])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text())
      setDone(true)
    } catch {
      // Browsers deny clipboard access to pages without TLS, and to people who declined it.
      showWarning(t('copyFailed'))
    }
  }
  return (
    <>
      <Button
        type={word === undefined ? 'text' : 'default'}
        size={word === undefined ? 'small' : 'middle'}
        aria-label={name}
        title={name}
        icon={isDone ? <CheckOutlined /> : <CopyOutlined />}
        onClick={() => void copy()}
      >
        {word}
      </Button>
      <span className="sr-only" role="status">
        {isDone ? t('terms:copied') : ''}
      </span>
    </>
  )
}
