import {
  GroundConfigInput,
  groundThemes,
  type GroundConfig,
  type GroundSettings,
} from '@swath/contract/gear/ground-station-config'
import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Radio, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { CallError, call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { useChange, type Body } from '../../../lib/use-change.ts'
import { useRestingText } from '../../../ui/drone-search.tsx'
import { Failure } from '../../../ui/empty.tsx'
import { FormChecks, FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { GroundHistory } from './ground-history.tsx'
import { GroundPreview, themeLabels } from './ground-preview.tsx'
import style from './ground-station.module.css'

type Values = Record<keyof GroundSettings, string>

const toValues = ({ theme, launchPageUrl, homePageUrl, servAddr }: GroundSettings): Values => ({
  theme,
  launchPageUrl: launchPageUrl ?? '',
  homePageUrl: homePageUrl ?? '',
  servAddr: servAddr ?? '',
})

const isChanged = (values: Values, config: GroundSettings): boolean =>
  Object.entries(toValues(config)).some(([name, value]) => values[name as keyof Values] !== value)

const useSave = () =>
  useChange({
    run: (body: Body<'saveGroundConfig'>) => call('saveGroundConfig', { body }),
    outdated: ['getGroundConfig'],
  })

const addresses = [
  { name: 'launchPageUrl', hint: 'launchHint', maxLength: 500 },
  { name: 'homePageUrl', hint: 'homeHint', maxLength: 500 },
  { name: 'servAddr', hint: 'servHint', maxLength: 200 },
] as const

const Fields = ({ config }: { config: GroundConfig }) => {
  const { t } = useTranslation('ground-station-config')
  const { inherited } = config
  const above = (value: string | null | undefined): string =>
    value && inherited ? `${value} (${t('inheritedFrom', { account: inherited.accountName })})` : ''
  return (
    <>
      <FormField name="theme" label={t('theme')}>
        <Radio.Group className={style.themes}>
          {groundThemes.map((theme) => (
            <Radio key={theme} value={theme}>
              <i className={style.swatch} data-theme={theme} aria-hidden />
              {t(themeLabels[theme])}
            </Radio>
          ))}
        </Radio.Group>
      </FormField>
      {addresses.map(({ name, hint, maxLength }) => (
        <TextField
          key={name}
          name={name}
          label={t(name)}
          extra={t(hint)}
          maxLength={maxLength}
          inputMode="url"
          placeholder={above(inherited?.[name])}
        />
      ))}
    </>
  )
}

const Editor = ({ config }: { config: GroundConfig }) => {
  const { t } = useTranslation('ground-station-config')
  const [form] = Form.useForm<Values>()
  const [values, setValues] = useState<Values>(() => toValues(config))
  const save = useSave()
  const take = (settings: GroundSettings): void => {
    form.setFieldsValue(toValues(settings))
    setValues(toValues(settings))
  }
  const send = async (given: Values): Promise<void> => {
    const { accountId, version } = config
    try {
      await save.mutateAsync({ accountId, version, ...given, theme: given.theme as 'system' })
      showSuccess(t('saved'))
    } catch (error) {
      // Already reported; the server's errors are also shown at their fields.
      if (error instanceof CallError)
        form.setFields(
          error.details.map(({ path, message }) => ({
            name: path.replace(/^body\./, '') as keyof Values,
            errors: [message],
          })),
        )
    }
  }
  return (
    <div className={style.columns}>
      <Form<Values>
        className={`card ${style.card}`}
        form={form}
        layout="vertical"
        initialValues={toValues(config)}
        disabled={!config.can.update}
        onValuesChange={(_changed, all) => setValues(all)}
        onFinish={(given) => void send(given)}
      >
        <h2>{t('settings')}</h2>
        <FormChecks schema={GroundConfigInput}>
          <Fields config={config} />
        </FormChecks>
        {config.can.update && (
          <div className={`flex wrap gap-8-16 items-center ${style.save}`}>
            <Button type="primary" htmlType="submit" loading={save.isPending}>
              {t('terms:save')}
            </Button>
            {isChanged(values, config) && <span className="muted text-13">{t('unsaved')}</span>}
          </div>
        )}
      </Form>
      <div className={`grid cols-1 gap-16 ${style.side}`}>
        <GroundPreview values={values} inherited={config.inherited} />
        <GroundHistory config={config} onTake={take} />
      </div>
    </div>
  )
}

const own = ''

type AccountChoiceProps = {
  all: Answer<Api['listGroundAccounts']>
  chosenId: string
  /** null: not loaded yet */
  chosenName: string | null
  onChoose: (id: string) => void
}

/** Selects the account; hidden if there are no subordinate accounts. */
const AccountChoice = ({ all, chosenId, chosenName, onChoose }: AccountChoiceProps) => {
  const { t } = useTranslation('ground-station-config')
  const { setText, wanted } = useRestingText()
  const found = useQuery({
    ...buildQuery('listGroundAccounts', { query: wanted === '' ? {} : { search: wanted } }),
    ...keepShown,
  })
  if (all.total === 0) return null
  const listed = (found.data ?? all).items.map(({ accountId, accountName, isSet }) => ({
    value: accountId,
    label: isSet ? t('accountIsSet', { account: accountName }) : accountName,
  }))
  const isListed = chosenId === own || listed.some(({ value }) => value === chosenId)
  const options = [
    { value: own, label: t('ownAccount') },
    ...(isListed || chosenName === null ? [] : [{ value: chosenId, label: chosenName }]),
    ...listed,
  ]
  const isNamed = options.some(({ value }) => value === chosenId)
  return (
    <div className={style.choice}>
      <span>{t('terms:account')}</span>
      <Select
        aria-label={t('terms:account')}
        value={isNamed ? chosenId : null}
        loading={found.isFetching}
        showSearch={{ filterOption: false, onSearch: setText }}
        options={options}
        onChange={onChoose}
      />
    </div>
  )
}

/** Settings of the ground apps of the own account, or of a subordinate account. */
export const GroundStationScreen = () => {
  const { t } = useTranslation('ground-station-config')
  const [params, setParams] = useSearchParams()
  const accountId = params.get('accountId')
  const config = useQuery(buildQuery('getGroundConfig', { query: accountId ? { accountId } : {} }))
  const accounts = useQuery(buildQuery('listGroundAccounts', { query: {} }))
  // Choice and settings appear together, so that neither moves the other.
  const isFirst = accounts.isPending || (config.isPending && accountId === null)
  return (
    <section
      className={`flex column gap-16 min-w-0 ${style.screen}`}
      aria-label={t('terms:groundStationConfig')}
    >
      <div className="flex wrap gap-8-16 items-center justify-between">
        <h1 className="page-title">{t('terms:groundStationConfig')}</h1>
        {accounts.data && !isFirst && (
          <AccountChoice
            all={accounts.data}
            chosenId={config.data?.isOwn ? own : (accountId ?? own)}
            chosenName={config.data?.accountName ?? null}
            onChoose={(id) => setParams(id === own ? {} : { accountId: id })}
          />
        )}
      </div>
      <p className={style.hint}>{t('intro')}</p>
      {config.data && !isFirst ? (
        <Editor key={`${config.data.accountId} ${config.data.version}`} config={config.data} />
      ) : config.isError ? (
        <Failure error={config.error} onRetry={() => void config.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </section>
  )
}
