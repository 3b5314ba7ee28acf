import { EditOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { subsidyRuleList, type SubsidyRule } from '@swath/contract/campaigns/subsidy-rules'
import { regionLevel } from '@swath/domain/region-code'
import type { Currency } from '@swath/domain/money'
import type { AreaUnit } from '@swath/domain/units'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import { useDeletion } from '../../../ui/deletion.tsx'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { DeleteButton } from '../../../ui/delete-button.tsx'
import { FactSection } from '../../../ui/facts.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useCloseDetail, useOpenDetail } from '../../../ui/opened-detail.ts'
import { TimeAgo } from '../../../ui/time.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { FirstRates, RuleContent } from './rule-content.tsx'
import { CreateRule, EditRule } from './rule-form.tsx'
import { listPath } from './subsidy.labels.ts'
import { useDeleteRule, usePropose } from './subsidies.mutations.ts'
import { SubsidyTabs } from './subsidy-tabs.tsx'
import { yearOptions } from './year-options.ts'
import style from './subsidies.module.css'

const nameOf = ({ region, year }: SubsidyRule): string => `${region.at(-1)} ${year}`

const RuleActions = ({ rule, onLeave }: { rule: SubsidyRule; onLeave: () => void }) => {
  const { t } = useTranslation('subsidies')
  const [isEditing, setEditing] = useState(false)
  const navigate = useNavigate()
  const confirm = useConfirm()
  const askDelete = useDeletion()
  const propose = usePropose()
  const destroy = useDeleteRule()
  const { can, ruleId } = rule
  const name = nameOf(rule)
  const askPropose = (): void =>
    confirm({
      title: t('askPropose', { name }),
      text: t('proposeEffect'),
      verb: t('propose'),
      danger: false,
      run: async () => {
        const { subsidyId } = await propose.mutateAsync({ ruleId })
        showSuccess(t('proposeBegun'))
        void navigate(`${listPath}?open=${subsidyId}`)
      },
    })
  return (
    <div className={style.actions}>
      {can.propose && (
        <Button type="primary" icon={<PlayCircleOutlined aria-hidden />} onClick={askPropose}>
          {t('propose')}
        </Button>
      )}
      {can.update && (
        <Button icon={<EditOutlined aria-hidden />} onClick={() => setEditing(true)}>
          {t('terms:edit')}
        </Button>
      )}
      {can.delete && (
        <DeleteButton
          onClick={() =>
            askDelete({
              title: t('askDeleteRule', { name }),
              text: t('deleteRuleEffect'),
              verb: t('terms:delete'),
              run: () => destroy.mutateAsync({ ruleId }),
              row: { list: 'listSubsidyRules', id: ruleId },
              close: onLeave,
              done: t('deleted', { name }),
            })
          }
        />
      )}
      {isEditing && <EditRule rule={rule} onClose={() => setEditing(false)} />}
    </div>
  )
}

const RuleView = ({ ruleId, onLeave }: { ruleId: string; onLeave: () => void }) => {
  const { t } = useTranslation('subsidies')
  const asked = useQuery(buildQuery('getSubsidyRule', { params: { ruleId } }))
  return (
    <DetailOf row={undefined} asked={asked}>
      {(rule) => (
        <div className="grid cols-1 gap-16">
          <RuleActions rule={rule} onLeave={onLeave} />
          <RuleContent rules={rule.rules} currency={rule.currency} />
          {rule.versions.length > 1 && (
            <FactSection title={t('versions')}>
              {rule.versions.map((version) => (
                <details key={version.number} className={style.regions}>
                  <summary>
                    {t('ruleVersion', { number: version.number })} · <TimeAgo time={version.at} />
                    {version.userName !== null && ` · ${version.userName}`}
                    {version.note && ` · ${version.note}`}
                  </summary>
                  <RuleContent rules={version.rules} currency={rule.currency} />
                </details>
              ))}
            </FactSection>
          )}
        </div>
      )}
    </DetailOf>
  )
}

const currencyOfCountry: Readonly<Record<string, Currency>> = {
  156: 'CNY',
  158: 'TWD',
  764: 'THB',
  410: 'KRW',
  356: 'INR',
}

/** The legal unit of area of each country. */
const unitOfCountry: Readonly<Record<string, AreaUnit>> = {
  156: 'mu',
  158: 'hectare',
  764: 'rai',
  410: 'hectare',
  356: 'acre',
}

/** Subsidy rules by region and year, with all versions. */
export const RuleListScreen = () => {
  const { t } = useTranslation('subsidies')
  const { answer, onLoaded } = useLoadedRows<typeof subsidyRuleList>()
  const { adCode } = useUser()
  const country = adCode?.slice(0, 3) ?? ''
  // A county has one row a year.
  const isCounty = adCode != null && regionLevel(adCode) === 'county'
  const [isCreating, setCreating] = useState(false)
  const open = useOpenDetail()
  const close = useCloseDetail()
  const create = answer?.canCreate && (
    <CreateButton label={t('ruleCreate')} onClick={() => setCreating(true)} />
  )
  return (
    <>
      <ListScreen
        list={subsidyRuleList}
        title={t('rules')}
        head={<SubsidyTabs />}
        shown={['region', 'year', 'rules', 'number', 'accountName', 'changedAt', 'subsidyNum']}
        cellRenderers={{
          year: { render: ({ year }) => year },
          rules: { render: (rule) => <FirstRates {...rule} /> },
        }}
        filters={
          isCounty ? [] : [{ name: 'year', label: t('year'), options: yearOptions() }, 'region']
        }
        as={{ isShort: isCounty }}
        actions={create}
        rows={{
          onLoaded,
          detail: {
            title: (_id, rule) => (rule ? nameOf(rule) : t('rules')),
            render: (id) => <RuleView key={id} ruleId={id} onLeave={close} />,
          },
        }}
        empty={{
          title: t('rulesNone'),
          reason: t('rulesNoneReason'),
          ...(create ? { action: create } : {}),
        }}
      />
      {isCreating && (
        <CreateRule
          currency={currencyOfCountry[country] ?? 'CNY'}
          rateUnit={unitOfCountry[country] ?? 'mu'}
          onClose={() => setCreating(false)}
          onCreated={open}
        />
      )}
    </>
  )
}
