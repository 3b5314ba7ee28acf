import { QuestionCircleOutlined } from '@ant-design/icons'
import { Button, Tooltip, type ButtonProps } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentLine } from '../../lib/current-line.ts'
import { lazyComponent } from '../../lib/lazy-component.tsx'

const HelpDialog = lazyComponent(async () => (await import('./help-dialog.tsx')).HelpDialog)

type Props = Pick<ButtonProps, 'className' | 'type'> & {
  /** Shows its name; otherwise the name is in a tooltip. */
  named?: boolean
}

/** Opens the help of the screen that is shown. */
export const HelpButton = ({ named = false, type = 'text', className = '' }: Props) => {
  const { t } = useTranslation('ui')
  const line = useCurrentLine()
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  if (!line) return null
  return (
    <>
      <Tooltip title={named ? null : t('help')}>
        <Button
          type={type}
          className={className}
          icon={<QuestionCircleOutlined />}
          aria-label={named ? undefined : t('help')}
          aria-haspopup="dialog"
          onClick={() => {
            setOpened(true)
            setOpen(true)
          }}
        >
          {named ? t('help') : null}
        </Button>
      </Tooltip>
      <Suspense fallback={null}>
        {wasOpened && <HelpDialog line={line} open={isOpen} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
