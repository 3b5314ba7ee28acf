import type { AccountType } from '@swath/domain/access/screens'
import { Checkbox, Input, InputNumber, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ImageUpload } from '../../../ui/image-upload.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { PhoneInput } from '../../../ui/phone-input.tsx'
import { RegionCascader } from '../../../ui/region-cascader.tsx'
import { operatorTypeLabels } from './account.labels.ts'
import style from './accounts.module.css'

const emptyIsNull = (value: unknown): unknown => (value === '' ? null : value)
type Given = { id?: string; value?: string | null; onChange?: (value: string | null) => void }

const Region = ({ value = null, onChange, ...rest }: Given) => {
  const { t } = useTranslation('accounts')
  return (
    <RegionCascader
      {...rest}
      value={value}
      onChange={(code) => onChange?.(code)}
      label={t('region')}
    />
  )
}
const Picture = ({
  value = null,
  onChange,
  label,
  purpose,
}: Given & { label: string; purpose: 'licence' | 'logo' }) => (
  <ImageUpload value={value} onChange={(url) => onChange?.(url)} label={label} purpose={purpose} />
)

/** An account's own fields, shared by the forms to create, change and apply. */
export const OwnFields = () => {
  const { t } = useTranslation('accounts')
  return (
    <>
      <h2 className={style.formTitle}>{t('groupCompany')}</h2>
      <TextField name="accountName" label={t('accountName')} maxLength={100} />
      <FormField name="regionCode" label={t('region')} extra={t('regionHint')}>
        <Region />
      </FormField>
      <div className={style.pair}>
        <FormField name="legal" label={t('legal')} normalize={emptyIsNull}>
          <Input maxLength={60} autoComplete="off" />
        </FormField>
        <FormField name="creditCode" label={t('creditCode')} normalize={emptyIsNull}>
          <Input maxLength={40} autoComplete="off" spellCheck={false} />
        </FormField>
      </div>
      <FormField name="busiLicense" label={t('busiLicense')} extra={t('licenceHint')}>
        <Picture label={t('busiLicense')} purpose="licence" />
      </FormField>
      <FormField name="companyLogo" label={t('companyLogo')} extra={t('logoHint')}>
        <Picture label={t('companyLogo')} purpose="logo" />
      </FormField>
      <h2 className={style.formTitle}>{t('groupContact')}</h2>
      <div className={style.pair}>
        <TextField name="contactName" label={t('contactName')} maxLength={60} />
        <FormField name="contactPhone" label={t('contactPhone')} normalize={emptyIsNull}>
          <Input maxLength={30} inputMode="tel" autoComplete="off" />
        </FormField>
      </div>
      <FormField name="email" label={t('email')} normalize={emptyIsNull}>
        <Input maxLength={120} inputMode="email" autoComplete="off" spellCheck={false} />
      </FormField>
      <FormField name="contactAddress" label={t('contactAddress')} normalize={emptyIsNull}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 1, maxRows: 4 }} />
      </FormField>
    </>
  )
}

/** Only an operator is a team or one person. */
export const OperatorTypeField = () => {
  const { t } = useTranslation('accounts')
  return (
    <FormField name="operatorType" label={t('teamType')} extra={t('teamTypeHint')}>
      <Radio.Group
        options={(['1', '2'] as const).map((value) => ({
          value,
          label: t(operatorTypeLabels[value]),
        }))}
      />
    </FormField>
  )
}

type Had = { vipLevel: number; canCreateSub: boolean; leaseAccount: boolean }

/**
 * Fields set by accounts above. No one grants rights that they do not have; existing ones may be
 * kept or removed.
 */
export const GrantFields = ({ accountType, had }: { accountType: AccountType; had?: Had }) => {
  const { t } = useTranslation('accounts')
  const own = useUser()
  const isPlatform = own.accountType === 'platform'
  const isRoot = isPlatform && own.tag === null
  const trades = accountType === 'manufacturer' || accountType === 'operator'
  const mayLease = trades && (isPlatform || own.leaseAccount || had?.leaseAccount)
  const maySub =
    (accountType === 'platform' || trades) && (isRoot || own.canCreateSub || had?.canCreateSub)
  const mostVip = isPlatform ? 9 : Math.max(own.vipLevel, had?.vipLevel ?? 0)
  const mayVip = accountType === 'manufacturer' && mostVip > 0
  if (!mayLease && !maySub && !mayVip) return null
  return (
    <>
      <h2 className={style.formTitle}>{t('groupGrants')}</h2>
      {mayLease && (
        <FormField
          name="leaseAccount"
          label=""
          valuePropName="checked"
          extra={t('leaseAccountHint')}
        >
          <Checkbox>{t('leaseAccount')}</Checkbox>
        </FormField>
      )}
      {maySub && (
        <FormField
          name="canCreateSub"
          label=""
          valuePropName="checked"
          extra={accountType === 'platform' ? t('canCreateSubPlatformHint') : t('canCreateSubHint')}
        >
          <Checkbox>{t('canCreateSub')}</Checkbox>
        </FormField>
      )}
      {mayVip && (
        <FormField name="vipLevel" label={t('vipLevel')} extra={t('vipLevelHint')}>
          <InputNumber min={0} max={mostVip} precision={0} />
        </FormField>
      )}
    </>
  )
}

/** The future super administrator. */
export const PersonFields = () => {
  const { t } = useTranslation('accounts')
  return (
    <>
      <h2 className={style.formTitle}>{t('groupPerson')}</h2>
      <p className={style.hint}>{t('personHint')}</p>
      <TextField name="adminName" label={t('adminName')} maxLength={60} />
      <FormField name="adminPhone" label={t('adminPhone')}>
        <PhoneInput label={t('adminPhone')} />
      </FormField>
      <FormField name="adminEmail" label={t('adminEmail')} normalize={emptyIsNull}>
        <Input maxLength={120} inputMode="email" autoComplete="off" spellCheck={false} />
      </FormField>
      <FormField name="password" label={t('terms:password')} extra={t('passwordHint')}>
        <PasswordInput />
      </FormField>
    </>
  )
}
