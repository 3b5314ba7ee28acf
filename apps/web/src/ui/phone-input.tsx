import { Input, Select, Space } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hostTheme } from '../lib/host-theme.ts'

type Props = {
  id?: string
  label: string
  value?: string | null
  onChange?: (value: string | null) => void
  onBlur?: () => void
}

/** A phone number in the API's format: country code, hyphen, number. Empty is null. */
export const PhoneInput = ({ id, label, value = null, onChange, onBlur, ...rest }: Props) => {
  const { t } = useTranslation('ui')
  const { countryCodes, defaultCountryCode } = hostTheme()
  const [givenCode, number] = value?.includes('-')
    ? [value.slice(0, value.indexOf('-')), value.slice(value.indexOf('-') + 1)]
    : [null, value ?? '']
  const [lastCode, setLastCode] = useState(givenCode ?? defaultCountryCode)
  const code = givenCode ?? lastCode
  const tell = (nextCode: string, nextNumber: string): void =>
    onChange?.(nextNumber === '' ? null : `${nextCode}-${nextNumber}`)
  return (
    <Space.Compact block>
      <Select
        value={code}
        aria-label={t('countryCode')}
        style={{ width: 96, flex: 'none' }}
        options={countryCodes.map((one) => ({ value: one, label: one }))}
        onChange={(next) => {
          setLastCode(next)
          tell(next, number)
        }}
      />
      <Input
        {...rest}
        id={id}
        value={number}
        aria-label={label}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={14}
        onBlur={onBlur}
        onChange={(event) => tell(code, event.target.value.replace(/[^\d]/g, ''))}
      />
    </Space.Compact>
  )
}
