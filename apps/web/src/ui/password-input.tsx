import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { madePassword } from './made-password.ts'

type Props = {
  id?: string
  value?: string
  onChange?: (value: string) => void
  onBlur?: () => void
}

/** Types or generates a first password. A generated one is visible, so that it can be passed on. */
export const PasswordInput = ({ id, value = '', onChange, onBlur, ...rest }: Props) => {
  const { t } = useTranslation('ui')
  const [isShown, setShown] = useState(false)
  return (
    <Space.Compact block>
      <Input.Password
        {...rest}
        id={id}
        value={value}
        autoComplete="new-password"
        spellCheck={false}
        onBlur={onBlur}
        onChange={(event) => onChange?.(event.target.value)}
        visibilityToggle={{ visible: isShown, onVisibleChange: setShown }}
      />
      <Button
        onClick={() => {
          onChange?.(madePassword())
          setShown(true)
        }}
      >
        {t('makePassword')}
      </Button>
    </Space.Compact>
  )
}
