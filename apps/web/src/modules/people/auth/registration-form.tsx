import { fromAccountTypeCode, toAccountTypeCode } from '@swath/contract/people/account-type-codes'
import type { AccountType } from '@swath/domain/access/screens'
import { Button, Checkbox, Form, Input, Radio, type FormInstance } from 'antd'
import { regionLevel } from '@swath/domain/region-code'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { hostTheme } from '../../../lib/host-theme.ts'
import { queryClient, buildQuery } from '../../../lib/query.ts'
import { FormChecks, FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ImageUpload } from '../../../ui/image-upload.tsx'
import { RegionCascader } from '../../../ui/region-cascader.tsx'
import { pathOfRegion, regionOptions } from '../../../ui/region-tree.ts'
import { AgreementDialog } from './agreement-dialog.tsx'
import { LoginFields } from './login-fields.tsx'
import { ownHost, RegistrationForm, toRegistration, shownLogin } from './registration-rules.ts'
import { useFormMessages } from './use-form-messages.ts'
import { useFormSend } from './use-form-send.ts'
import style from './register.module.css'

/** Names of the selected region and the regions above it, as shown to the person. */
const readAreaNames = async (
  regionCode: string,
  language: string,
): Promise<Pick<RegistrationForm, 'province' | 'city' | 'county'>> => {
  const { items } = await queryClient.ensureQueryData({
    ...buildQuery('loadRegions'),
    queryKey: ['loadRegions', language],
    staleTime: Infinity,
  })
  const names: Record<string, string> = {}
  let level = regionOptions(items, null)
  for (const code of pathOfRegion(level, regionCode)) {
    const option = level.find(({ value }) => value === code)
    if (!option) break
    names[regionLevel(code)] = option.label
    level = option.children ?? []
  }
  return {
    province: names['province'] ?? '',
    city: names['city'] ?? '',
    county: names['county'] ?? '',
  }
}

/** The API uses '' for no picture, the upload control null. */
const picture = {
  getValueProps: (url: unknown) => ({ value: url === '' ? null : (url ?? null) }),
  normalize: (url: unknown) => url ?? '',
}

type Props = { id: string; title: string; hint?: string; children: ReactNode }
const Section = ({ id, title, hint, children }: Props) => (
  <section className={`card ${style.section}`} aria-labelledby={id}>
    <header>
      <h2 id={id}>{title}</h2>
      {hint && <p>{hint}</p>}
    </header>
    <div className={style.fields}>{children}</div>
  </section>
)

/** The kind of company; operators also select team or personal. */
const KindFields = ({ form }: { form: FormInstance }) => {
  const { t } = useTranslation(['registration', 'auth'])
  const accountType = Form.useWatch<number | undefined>('accountType', form)
  const card = (type: AccountType, title: string, hint: string) => ({
    value: toAccountTypeCode(type),
    label: (
      <span>
        <b>{title}</b>
        <small>{hint}</small>
      </span>
    ),
  })
  return (
    <>
      <div className={style.wide}>
        <FormField name="accountType" label={t('accountType')}>
          <Radio.Group
            aria-label={t('accountType')}
            className={style.cards}
            options={[
              card('manufacturer', t('typeManufacturer'), t('typeManufacturerHint')),
              card('operator', t('typeOperator'), t('typeOperatorHint')),
            ]}
          />
        </FormField>
      </div>
      {accountType !== undefined && fromAccountTypeCode(accountType) === 'operator' && (
        <div className={style.wide}>
          <FormField name="operatorType" label={t('operatorType')}>
            <Radio.Group
              aria-label={t('operatorType')}
              options={[
                { value: '1', label: t('operatorTeam') },
                { value: '2', label: t('operatorPersonal') },
              ]}
            />
          </FormField>
        </div>
      )}
    </>
  )
}

const CompanyFields = () => {
  const { t } = useTranslation(['registration', 'auth'])
  return (
    <>
      <FormField name="accountName" label={t('accountName')}>
        <Input maxLength={100} autoComplete="organization" />
      </FormField>
      <FormField name="contactName" label={t('contactName')}>
        <Input maxLength={60} autoComplete="name" />
      </FormField>
      <TextField name="legal" label={t('legal')} maxLength={60} />
      <TextField name="creditCode" label={t('creditCode')} maxLength={40} />
      <FormField name="regionCode" label={t('region')}>
        <RegionCascader value={null} onChange={() => undefined} label={t('region')} whole />
      </FormField>
      <FormField name="contactAddress" label={t('contactAddress')}>
        <Input maxLength={200} autoComplete="street-address" />
      </FormField>
      <FormField name="contactPhone" label={t('contactPhone')}>
        <Input maxLength={30} type="tel" autoComplete="tel" />
      </FormField>
      <FormField name="contactEmail" label={t('contactEmail')}>
        <Input maxLength={120} type="email" autoComplete="email" />
      </FormField>
    </>
  )
}

const PaperFields = ({ form }: { form: FormInstance }) => {
  const { t } = useTranslation(['registration', 'auth'])
  const customDomain = Form.useWatch<string>('customDomain', form)
  const upload = (name: string, label: string, purpose: 'licence' | 'logo') => (
    <FormField name={name} label={label} {...picture}>
      <ImageUpload value={null} onChange={() => undefined} label={label} purpose={purpose} />
    </FormField>
  )
  return (
    <>
      {upload('busiLicense', t('busiLicense'), 'licence')}
      {upload('companyLogo', t('companyLogo'), 'logo')}
      <div className={style.wide}>
        <FormField
          name="customDomain"
          label={t('customDomain')}
          extra={
            customDomain
              ? t('customDomainAddress', { address: ownHost(customDomain, window.location) })
              : t('customDomainHint')
          }
        >
          <Input maxLength={30} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </FormField>
      </div>
    </>
  )
}

/** The agreement, where it is required, and the submit button. */
const SendFields = ({ isSending }: { isSending: boolean }) => {
  const { t, i18n } = useTranslation(['registration', 'auth'])
  const [isAgreed, setAgreed] = useState(true)
  const [isOpen, setOpen] = useState(false)
  // The agreement is in Chinese, and only required of Chinese readers.
  const isChinese = i18n.language === 'zh-CN' || i18n.language === 'zh-TW'
  return (
    <div className={`grid gap-12 justify-items-center ${style.end}`}>
      {isChinese && (
        <p className="m-0">
          <Checkbox checked={isAgreed} onChange={(event) => setAgreed(event.target.checked)}>
            {t('agree')}
          </Checkbox>
          <Button
            type="link"
            size="medium"
            className={style.agreement}
            onClick={() => setOpen(true)}
          >
            {t('agreementLink')}
          </Button>
        </p>
      )}
      <Button
        type="primary"
        htmlType="submit"
        loading={isSending}
        disabled={isChinese && !isAgreed}
        block
      >
        {t('submit')}
      </Button>
      {isChinese && <AgreementDialog open={isOpen} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Step 1: the company and its administrator (specification, section 3). */
export const CompanyForm = ({ onDone }: { onDone: (login: string) => void }) => {
  const { t, i18n } = useTranslation(['registration', 'auth'])
  const [form] = Form.useForm()
  const messages = useFormMessages()
  const { isSending, submit, noteChange } = useFormSend(form, RegistrationForm, async (values) => {
    await call('reg', {
      body: toRegistration({
        ...values,
        ...(await readAreaNames(values.regionCode, i18n.language)),
      }),
    })
    onDone(shownLogin(values))
  })
  return (
    <FormChecks schema={RegistrationForm} messages={messages}>
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
          operatorType: '1',
          regionCode: null,
          customDomain: '',
        }}
      >
        <Section id="register-admin" title={t('sectionAdmin')} hint={t('sectionAdminHint')}>
          <LoginFields form={form} phoneLabel={t('userPhone')} emailLabel={t('userEmail')} />
        </Section>
        <Section id="register-company" title={t('sectionCompany')}>
          <KindFields form={form} />
          <CompanyFields />
        </Section>
        <Section id="register-papers" title={t('sectionPapers')} hint={t('sectionPapersHint')}>
          <PaperFields form={form} />
        </Section>
        <SendFields isSending={isSending} />
      </Form>
    </FormChecks>
  )
}
