import { userTypeCodes } from '@swath/domain/access/rights'
import { Button, Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { hostTheme } from '../../../lib/host-theme.ts'
import { FormChecks, FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { LoginFields } from './login-fields.tsx'
import { JoinForm as Schema, toJoinRequest, shownLogin } from './registration-rules.ts'
import { useFormMessages } from './use-form-messages.ts'
import { useFormSend } from './use-form-send.ts'
import style from './register.module.css'

const roles = [
  { value: 3, label: 'terms:staff', hint: 'registration:roleStaffHint' },
  { value: 2, label: 'terms:pilot', hint: 'registration:rolePilotHint' },
] as const

/** For people whose company already has an account: its administrator decides. */
export const JoinForm = ({ onDone }: { onDone: (login: string) => void }) => {
  const { t } = useTranslation('registration')
  const [form] = Form.useForm()
  const messages = useFormMessages()
  const { isSending, submit, noteChange } = useFormSend(form, Schema, async (values) => {
    await call('applyToJoin', { body: toJoinRequest(values) })
    onDone(shownLogin(values))
  })
  return (
    <FormChecks schema={Schema} messages={messages}>
      <Form
        form={form}
        layout="vertical"
        size="large"
        className={style.form}
        disabled={isSending}
        onFinish={submit}
        onFinishFailed={submit}
        onValuesChange={noteChange}
        initialValues={{
          by: 'phone',
          countryCode: hostTheme().defaultCountryCode,
          userType: userTypeCodes.staff,
          message: '',
        }}
      >
        <section className={`card ${style.section}`} aria-label={t('joinTitle')}>
          <div className={style.fields}>
            <FormField name="name" label={t('joinName')}>
              <Input maxLength={60} autoComplete="name" />
            </FormField>
            <TextField
              name="adminPhone"
              label={t('joinAdmin')}
              extra={t('joinAdminHint')}
              maxLength={120}
              autoCapitalize="none"
              spellCheck={false}
            />
            <LoginFields form={form} phoneLabel={t('joinPhone')} emailLabel={t('joinEmail')} />
            <div className={style.wide}>
              <FormField name="userType" label={t('joinRole')}>
                <Radio.Group
                  aria-label={t('joinRole')}
                  className={style.cards}
                  options={roles.map(({ value, label, hint }) => ({
                    value,
                    label: (
                      <span>
                        <b>{t(label)}</b>
                        <small>{t(hint)}</small>
                      </span>
                    ),
                  }))}
                />
              </FormField>
            </div>
            <div className={style.wide}>
              <FormField name="message" label={t('joinMessage')}>
                <Input.TextArea maxLength={300} autoSize={{ minRows: 2, maxRows: 5 }} />
              </FormField>
            </div>
          </div>
        </section>
        <div className={`grid gap-12 justify-items-center ${style.end}`}>
          <Button type="primary" htmlType="submit" loading={isSending} block>
            {t('joinSubmit')}
          </Button>
        </div>
      </Form>
    </FormChecks>
  )
}
