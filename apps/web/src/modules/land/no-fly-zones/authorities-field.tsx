import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { NoFlyZone } from '@swath/contract/land/no-fly-zones'
import { authorityPurposes } from '@swath/domain/zone-terms'
import { Button, Input, Select } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { purposeLabels } from './zone.labels.ts'
import style from './zone-fields.module.css'

type Authority = NoFlyZone['authorities'][number]

const newAuthority: Authority = {
  name: '',
  contactName: '',
  phone: '',
  email: '',
  siteUrl: '',
  purpose: null,
}
const authoritiesAtMost = 5

/** Fields of an authority: maximum length, and keyboard on a telephone. */
const texts = [
  { name: 'name', label: 'no-fly-zones:authorityName', longest: 200 },
  { name: 'contactName', label: 'no-fly-zones:contactName', longest: 200 },
  { name: 'phone', label: 'no-fly-zones:phone', longest: 50, type: 'tel' },
  { name: 'email', label: 'no-fly-zones:email', longest: 200, type: 'email' },
  { name: 'siteUrl', label: 'no-fly-zones:siteUrl', longest: 500, type: 'url' },
] as const satisfies readonly {
  name: keyof Authority
  label: string
  longest: number
  type?: string
}[]

type AuthorityFieldsProps = {
  value: Authority
  number: number
  onChange: (authority: Authority) => void
  onRemove: () => void
}
const AuthorityFields = ({ value, number, onChange, onRemove }: AuthorityFieldsProps) => {
  const { t } = useTranslation('no-fly-zones')
  const id = useId()
  return (
    <fieldset className={style.entry}>
      <legend className="sr-only">{t('authorityNumber', { number })}</legend>
      <div className={style.contacts}>
        {texts.map(({ name, label, longest, ...kind }) => (
          <label key={name} htmlFor={`${id}-${name}`}>
            <span>{t(label)}</span>
            <Input
              id={`${id}-${name}`}
              value={value[name]}
              maxLength={longest}
              autoComplete="off"
              {...kind}
              onChange={({ target }) => onChange({ ...value, [name]: target.value })}
            />
          </label>
        ))}
        <label htmlFor={`${id}-purpose`}>
          <span>{t('purpose')}</span>
          <Select
            id={`${id}-purpose`}
            value={value.purpose}
            options={[
              { value: null, label: t('purposeNone') },
              ...authorityPurposes.map((purpose) => ({
                value: purpose,
                label: t(purposeLabels[purpose]),
              })),
            ]}
            onChange={(purpose) => onChange({ ...value, purpose })}
          />
        </label>
      </div>
      <Button
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={t('authorityRemove', { number })}
        onClick={onRemove}
      />
    </fieldset>
  )
}

type Props = { id?: string; value?: Authority[]; onChange?: (authorities: Authority[]) => void }

/** Form control for the authorities of a zone and their contact details. */
export const AuthoritiesField = ({ id, value = [], onChange }: Props) => {
  const { t } = useTranslation('no-fly-zones')
  return (
    <div id={id} className="grid gap-8 justify-items-start">
      {value.map((authority, i) => (
        // Authorities have no name before one is typed.
        <AuthorityFields
          key={i}
          value={authority}
          number={i + 1}
          onChange={(changed) => onChange?.(value.with(i, changed))}
          onRemove={() => onChange?.(value.toSpliced(i, 1))}
        />
      ))}
      <Button
        icon={<PlusOutlined aria-hidden />}
        disabled={value.length >= authoritiesAtMost}
        onClick={() => onChange?.([...value, newAuthority])}
      >
        {t('authorityAdd')}
      </Button>
    </div>
  )
}
