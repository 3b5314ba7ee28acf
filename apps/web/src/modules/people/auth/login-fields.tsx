import { Button, Form, Input, Select, Space, type FormInstance } from 'antd'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { showError, showSuccess } from '../../../lib/errors.ts'
import { hostTheme } from '../../../lib/host-theme.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { toRecipient } from './name-rules.ts'
import { pickDigits, parseName } from './typed.ts'
import { useCodeRequest } from './use-code-request.ts'
import style from './login-fields.module.css'

/** Properties that a form item passes to its control. */
type Control = {
  'id'?: string
  'value'?: string
  'onChange'?: (value: string) => void
  'onBlur'?: () => void
  'aria-describedby'?: string
  'aria-invalid'?: boolean | 'true' | 'false'
  'aria-required'?: boolean | 'true' | 'false'
}

const PhoneInput = ({ onChange, ...control }: Control) => {
  const { t } = useTranslation('auth')
  const form = Form.useFormInstance()
  const countryCode = Form.useWatch<string>('countryCode', { form, preserve: true })
  const { countryCodes } = hostTheme()
  return (
    <Space.Compact block>
      <Select
        aria-label={t('countryCode')}
        value={countryCode}
        style={{ width: 96, flex: 'none' }}
        popupMatchSelectWidth={false}
        options={countryCodes.map((code) => ({ value: code, label: code }))}
        onChange={(code: string) => form.setFieldValue('countryCode', code)}
      />
      <Input
        {...control}
        type="tel"
        inputMode="tel"
        autoComplete="username"
        onChange={(event) => {
          const typed = parseName(event.target.value, countryCodes)
          if (typed.countryCode) form.setFieldValue('countryCode', typed.countryCode)
          onChange?.(pickDigits(typed.name, 11))
        }}
      />
    </Space.Compact>
  )
}

const EmailInput = ({ onChange, ...control }: Control) => (
  <Input
    {...control}
    type="email"
    inputMode="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={120}
    onChange={(event) => onChange?.(event.target.value.normalize('NFKC').replace(/\s/g, ''))}
  />
)

type CodeProps = Control & { leftS: number; isWaiting: boolean; onAsk: () => void }

const CodeInput = ({ onChange, leftS, isWaiting, onAsk, ...control }: CodeProps) => {
  const { t } = useTranslation('auth')
  return (
    <Space.Compact block>
      <Input
        {...control}
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={(event) => onChange?.(pickDigits(event.target.value, 6))}
      />
      <Button className="flex-none tabular" disabled={isWaiting} onClick={onAsk}>
        {leftS > 0 ? t('codeAgain', { n: leftS }) : t('codeGet')}
      </Button>
    </Space.Compact>
  )
}

const NewPasswordInput = ({ onChange, onBlur, ...control }: Control) => {
  const { t } = useTranslation('auth')
  const [isShown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const noteCapsLock = (event: KeyboardEvent): void =>
    setCapsLock(event.getModifierState('CapsLock'))
  return (
    <>
      <Input
        {...control}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        onKeyDown={noteCapsLock}
        onKeyUp={noteCapsLock}
        onChange={(event) => onChange?.(event.target.value)}
        onBlur={() => {
          setCapsLock(false)
          onBlur?.()
        }}
        suffix={
          <button
            type="button"
            className={style.eye}
            aria-label={isShown ? t('hidePassword') : t('showPassword')}
            onClick={() => setShown(!isShown)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M2 12s3.600-7 10-7 10 7 10 7-3.600 7-10 7S2 12 2 12z" />
              <circle cx="12" cy="12" r="3" />
              {!isShown && <path d="M4 4l16 16" />}
            </svg>
          </button>
        }
      />
      {capsLock && (
        <span className="block warning text-12" role="status">
          {t('capsLock')}
        </span>
      )}
    </>
  )
}

type Props = { form: FormInstance; phoneLabel: string; emailLabel: string }

/**
 * The credentials of a new account: phone or e-mail, the code sent to it, and a password with its
 * confirmation.
 */
export const LoginFields = ({ form, phoneLabel, emailLabel }: Props) => {
  const { t } = useTranslation(['registration', 'auth'])
  const by = Form.useWatch<'phone' | 'email'>('by', { form, preserve: true })
  const code = useCodeRequest('register', {
    onSent: () => showSuccess(t('auth:codeSent')),
    onFailed: showError,
  })

  const toggle = (): void => {
    form.setFieldsValue({ by: by === 'phone' ? 'email' : 'phone', userSn: '' })
    form.setFields([{ name: 'userSn', errors: [], touched: false }])
    form.focusField('userSn')
  }
  const ask = async (): Promise<void> => {
    try {
      await form.validateFields(['userSn'])
    } catch {
      // The field now shows the error.
      form.focusField('userSn')
      return
    }
    form.focusField('verifyCode')
    await code.ask(
      toRecipient(
        form.getFieldValue('userSn') as string,
        form.getFieldValue('countryCode') as string,
      ),
    )
  }

  return (
    <>
      <Form.Item name="by" hidden noStyle>
        <input type="hidden" />
      </Form.Item>
      <Form.Item name="countryCode" hidden noStyle>
        <input type="hidden" />
      </Form.Item>
      <FormField
        name="userSn"
        label={by === 'email' ? emailLabel : phoneLabel}
        extra={
          <Button type="link" size="small" className={style.toggle} onClick={toggle}>
            {by === 'email' ? t('usePhone') : t('useEmail')}
          </Button>
        }
      >
        {by === 'email' ? <EmailInput /> : <PhoneInput />}
      </FormField>
      <FormField name="verifyCode" label={t('auth:code')}>
        <CodeInput leftS={code.leftS} isWaiting={code.isWaiting} onAsk={() => void ask()} />
      </FormField>
      <FormField name="password" label={t('password')} extra={t('auth:passwordRule')}>
        <NewPasswordInput
          onBlur={() => {
            if (form.isFieldTouched('passwordConfirmation'))
              // the field shows the error
              void form.validateFields(['passwordConfirmation']).catch(() => undefined)
          }}
        />
      </FormField>
      <FormField name="passwordConfirmation" label={t('auth:confirmation')}>
        <NewPasswordInput />
      </FormField>
    </>
  )
}
