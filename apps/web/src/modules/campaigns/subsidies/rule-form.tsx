import {
  SubsidyRuleChange,
  SubsidyRuleInput,
  type SubsidyRule,
} from '@swath/contract/campaigns/subsidy-rules'
import { currencies, type Currency } from '@swath/domain/money'
import { subsidyEvidence } from '@swath/domain/subsidy-rules'
import { AREA_UNITS, type AreaUnit } from '@swath/domain/units'
import { Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { call } from '../../../lib/api.ts'
import { perAreaLabel } from '../../../ui/area.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { MoneyInput } from '../../../ui/money-field.tsx'
import { RegionInput } from '../../../ui/fields/field-inputs.tsx'
import { RatesInput, SeasonsInput } from './rule-inputs.tsx'
import { evidenceLabels } from './subsidy.labels.ts'
import { useCreateRule, useUpdateRule } from './subsidies.mutations.ts'
import style from './subsidies.module.css'

type Ceilings = SubsidyRuleInput['ceilings']
const ceilings = [
  ['plotMinor', 'subsidies:ceilingPlot'],
  ['farmerMinor', 'subsidies:ceilingFarmer'],
  ['operatorMinor', 'subsidies:ceilingOperator'],
  ['seasonMinor', 'subsidies:ceilingSeason'],
] as const

const noCeilings: Ceilings = {
  plotMinor: null,
  farmerMinor: null,
  operatorMinor: null,
  seasonMinor: null,
}

type CeilingsInputProps = {
  value?: Ceilings
  onChange?: (ceilings: Ceilings) => void
  currency: Currency
}
const CeilingsInput = ({ value = noCeilings, onChange, currency }: CeilingsInputProps) => {
  const { t } = useTranslation('subsidies')
  return (
    <div className={style.ceilings}>
      {ceilings.map(([name, label]) => (
        <label key={name}>
          {t(label)}
          <MoneyInput
            currency={currency}
            placeholder={t('ceilingNone')}
            value={value[name]}
            onChange={(minor) => onChange?.({ ...value, [name]: minor })}
          />
        </label>
      ))}
    </div>
  )
}

type ShareInputProps = { id?: string; value?: number; onChange?: (share: number) => void }

/** Shows a ratio as per cent. */
const ShareInput = ({ value, onChange, ...rest }: ShareInputProps) => (
  <InputNumber
    {...rest}
    style={{ width: '100%' }}
    suffix="%"
    min={0}
    max={100}
    precision={0}
    value={Math.round((value ?? 0) * 100)}
    onChange={(percent) => onChange?.((percent ?? 0) / 100)}
  />
)

const ContentFields = ({ currency }: { currency: Currency }) => {
  const { t } = useTranslation('subsidies')
  const form = Form.useFormInstance<{ rateUnit?: AreaUnit }>()
  const rateUnit = Form.useWatch('rateUnit', { form, preserve: true }) ?? 'mu'
  return (
    <>
      <FormField name="rateUnit" label={t('rateUnit')}>
        <Select options={AREA_UNITS.map((value) => ({ value, label: t(perAreaLabel(value)) }))} />
      </FormField>
      <FormField name="rates" label={t('rates')} extra={t('ratesHint')}>
        <RatesInput currency={currency} per={t(perAreaLabel(rateUnit))} />
      </FormField>
      <FormField name="seasons" label={t('seasons')} extra={t('seasonsHint')}>
        <SeasonsInput />
      </FormField>
      <FormField name="ceilings" label={t('ceilings')}>
        <CeilingsInput currency={currency} />
      </FormField>
      <div className={style.pair}>
        <FormField name="leastCoveredRatio" label={t('leastCovered')}>
          <ShareInput />
        </FormField>
        <FormField name="objectionDays" label={t('objectionDays')}>
          <InputNumber style={{ width: '100%' }} min={0} max={90} precision={0} />
        </FormField>
      </div>
      <FormField name="evidence" label={t('evidence')} extra={t('evidenceHint')}>
        <Checkbox.Group
          options={subsidyEvidence.map((value) => ({ value, label: t(evidenceLabels[value]) }))}
        />
      </FormField>
      <FormField name="note" label={t('note')}>
        <Input.TextArea rows={2} maxLength={500} />
      </FormField>
    </>
  )
}

const useMessages = () => {
  const { t } = useTranslation('subsidies')
  return {
    untilBeforeFrom: t('untilBeforeFrom'),
    seasonsOverlap: t('seasonsOverlap'),
    seasonOutsideYear: t('seasonOutsideYear'),
    rateTwice: t('rateTwice'),
    ratesWrong: t('ratesWrong'),
    seasonsWrong: t('seasonsWrong'),
  }
}

const NewFields = () => {
  const { t } = useTranslation('subsidies')
  const form = Form.useFormInstance<{ currency?: Currency }>()
  const currency = Form.useWatch('currency', { form, preserve: true }) ?? 'CNY'
  return (
    <>
      <FormField name="region" label={t('terms:region')}>
        <RegionInput />
      </FormField>
      <div className={style.pair}>
        <FormField name="year" label={t('year')}>
          <InputNumber style={{ width: '100%' }} min={2000} max={2099} precision={0} />
        </FormField>
        <FormField name="currency" label={t('currency')}>
          <Select options={currencies.map((value) => ({ value, label: value }))} />
        </FormField>
      </div>
      <ContentFields currency={currency} />
    </>
  )
}

type CreateRuleProps = {
  currency: Currency
  rateUnit: AreaUnit
  onClose: () => void
  onCreated: (ruleId: string) => void
}
export const CreateRule = ({ currency, rateUnit, onClose, onCreated }: CreateRuleProps) => {
  const { t } = useTranslation('subsidies')
  const create = useCreateRule()
  const year = new Date().getFullYear()
  return (
    <FormDrawer
      onClose={onClose}
      title={t('ruleCreateTitle')}
      submitLabel={t('ruleCreate')}
      schema={SubsidyRuleInput}
      messages={useMessages()}
      initial={{
        year,
        currency,
        rateUnit,
        rates: [{ cropId: null, chemicalId: null, taskType: null, rateMinor: undefined as never }],
        seasons: [{ name: String(year), fromDay: `${year}-01-01`, untilDay: `${year}-12-31` }],
        ceilings: noCeilings,
        leastCoveredRatio: 0.6,
        evidence: [],
        objectionDays: 15,
        note: '',
      }}
      onSubmit={async (body) => {
        const made = await create.mutateAsync(body)
        showSuccess(t('ruleCreated'))
        onCreated(made.ruleId)
      }}
    >
      <NewFields />
    </FormDrawer>
  )
}

const toFields = ({ rules, version }: SubsidyRule) => ({
  rateUnit: rules.rateUnit,
  rates: rules.rates.map(({ cropId, chemicalId, taskType, rateMinor }) => ({
    cropId,
    chemicalId,
    taskType,
    rateMinor,
  })),
  seasons: rules.seasons,
  ceilings: rules.ceilings,
  leastCoveredRatio: rules.leastCoveredRatio,
  evidence: rules.evidence,
  objectionDays: rules.objectionDays,
  note: '',
  version,
})

export const EditRule = ({ rule, onClose }: { rule: SubsidyRule; onClose: () => void }) => {
  const { t } = useTranslation('subsidies')
  const update = useUpdateRule()
  const { ruleId } = rule
  return (
    <FormDrawer
      onClose={onClose}
      title={t('ruleEditTitle', { name: `${rule.region.at(-1)} ${rule.year}` })}
      schema={SubsidyRuleChange}
      messages={useMessages()}
      initial={toFields(rule)}
      readAgain={async () => toFields(await call('getSubsidyRule', { params: { ruleId } }))}
      onSubmit={async (body) => {
        const { number } = await update.mutateAsync({ ruleId, ...body })
        showSuccess(t('ruleSaved', { number }))
      }}
    >
      <p className="muted mb-16">{t('ruleEditHint')}</p>
      <ContentFields currency={rule.currency} />
    </FormDrawer>
  )
}
