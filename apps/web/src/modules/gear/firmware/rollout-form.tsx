import type { Firmware } from '@swath/contract/gear/firmware'
import { RolloutInput } from '@swath/contract/gear/firmware-rollouts'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { showSuccess } from '../../../lib/errors.ts'
import { formatCount } from '../../../lib/format.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { Failure } from '../../../ui/empty.tsx'
import { FactSection } from '../../../ui/facts.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { RegionCascader } from '../../../ui/region-cascader.tsx'
import { rolloutPath } from './firmware.labels.ts'
import { useStartRollout } from './firmware.mutations.ts'
import { useModelOptions } from './upload-firmware.tsx'
import style from './firmware.module.css'

type Group = Pick<z.input<typeof RolloutInput>, 'flyModelId' | 'region' | 'fromVersion'>

/** The number of drones that match the form's current values. */
const Reach = ({ firmwareId, group }: { firmwareId: string; group: Group }) => {
  const { t } = useTranslation('firmware')
  const body = {
    firmwareId,
    flyModelId: group.flyModelId ?? null,
    region: group.region ?? null,
    fromVersion: group.fromVersion ?? '',
  }
  const preview = useQuery({ ...buildQuery('previewFirmwareRollout', { body }), ...keepShown })
  if (preview.isError)
    return <Failure error={preview.error} onRetry={() => void preview.refetch()} />
  const { droneNum = 0, busyNum = 0, lapsedNum = 0, versions = [] } = preview.data ?? {}
  return (
    <div className={`grid gap-4 rounded-8 bg-raised p-12 ${style.reach}`} role="status">
      <p>
        <strong>
          {!preview.data
            ? '…'
            : droneNum === 0
              ? t('reachNone')
              : t('reach', { count: droneNum, shown: formatCount(droneNum) })}
        </strong>
      </p>
      {busyNum > 0 && <p>{t('reachBusy', { shown: formatCount(busyNum) })}</p>}
      {lapsedNum > 0 && <p>{t('reachLapsed', { shown: formatCount(lapsedNum) })}</p>}
      {versions.length > 0 && (
        <p className="m-0 muted text-13 leading-normal">
          {t('versionsNow')}:{' '}
          {versions
            .slice(0, 6)
            .map(
              ({ version, droneNum: count }) =>
                `${version ?? t('versionUnknown')} (${formatCount(count)})`,
            )
            .join(' · ')}
        </p>
      )}
      <p className="m-0 muted text-13 leading-normal">{t('onGroundOnly')}</p>
    </div>
  )
}

type FieldProps<V> = { id?: string; value?: V; onChange?: (value: V) => void }

/** Percentages, separated by commas. */
const StepsInput = ({ id, value = [], onChange }: FieldProps<number[]>) => {
  const [text, setText] = useState(() => value.join(', '))
  return (
    <Input
      {...(id ? { id } : {})}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      onChange={(event) => {
        setText(event.target.value)
        onChange?.((event.target.value.match(/\d+/g) ?? []).map(Number))
      }}
    />
  )
}

const RegionField = ({ id, value = null, onChange }: FieldProps<string | null>) => {
  const { t } = useTranslation('firmware')
  return (
    <RegionCascader
      {...(id ? { id } : {})}
      value={value}
      onChange={(code) => onChange?.(code)}
      label={t('terms:region')}
    />
  )
}

const GroupFields = ({ firmware }: { firmware: Firmware }) => {
  const { t } = useTranslation('firmware')
  const models = useModelOptions()
  return (
    <FactSection title={t('whichDrones')}>
      {firmware.flyModelId === null && (
        <FormField name="flyModelId" label={t('terms:model')}>
          <Select
            loading={models.isPending}
            showSearch={{ optionFilterProp: 'label' }}
            options={models.options}
          />
        </FormField>
      )}
      <FormField name="region" label={t('terms:region')}>
        <RegionField />
      </FormField>
      <TextField
        name="fromVersion"
        label={t('fromVersion')}
        maxLength={64}
        placeholder={t('anyVersion')}
      />
    </FactSection>
  )
}

/** Selects the build for a rollback: signed builds of the same kind. */
const BackField = ({ firmware, ...field }: FieldProps<string | null> & { firmware: Firmware }) => {
  const { t } = useTranslation('firmware')
  const { firmwareId, firmwareType, flyModelId } = firmware
  const builds = useQuery(
    buildQuery('listFirmware', { query: { firmwareType, state: 'signed', pageSize: '100' } }),
  )
  const fitting = (builds.data?.items ?? []).filter(
    (one) =>
      one.firmwareId !== firmwareId &&
      one.can.rollOut &&
      (one.flyModelId === null || one.flyModelId === flyModelId),
  )
  return (
    <Select
      {...field}
      loading={builds.isPending}
      options={[
        { value: null, label: t('noWayBack') },
        ...fitting.map((one) => ({ value: one.firmwareId, label: one.firmwareVersion })),
      ]}
    />
  )
}

const RuleFields = ({ firmware }: { firmware: Firmware }) => {
  const { t } = useTranslation('firmware')
  const hasWayBack = Boolean(Form.useWatch<string | null>('backFirmwareId'))
  return (
    <FactSection title={t('howItGoes')}>
      <FormField name="steps" label={t('steps')} extra={t('stepsHint')}>
        <StepsInput />
      </FormField>
      <div className="pair">
        <FormField name="passPercent" label={t('passPercent')}>
          <InputNumber min={1} max={100} precision={0} suffix="%" style={{ width: '100%' }} />
        </FormField>
        <FormField name="soakMin" label={t('soakMin')}>
          <InputNumber min={0} max={20_160} precision={0} style={{ width: '100%' }} />
        </FormField>
        <FormField name="errorPercent" label={t('errorPercent')}>
          <InputNumber min={0} max={100} precision={0} suffix="%" style={{ width: '100%' }} />
        </FormField>
        <FormField name="errorLeast" label={t('errorLeast')}>
          <InputNumber min={1} max={1000} precision={0} style={{ width: '100%' }} />
        </FormField>
      </div>
      <FormField name="backFirmwareId" label={t('backFirmware')}>
        <BackField firmware={firmware} />
      </FormField>
      <FormField name="goesBack" label={t('goesBack')} valuePropName="checked" hidden={!hasWayBack}>
        <Switch />
      </FormField>
    </FactSection>
  )
}

type Props = { firmware: Firmware; onClose: () => void }

/**
 * Starts a roll-out: the target drones, the steps, and the conditions that stop it automatically.
 */
export const StartRollout = ({ firmware, onClose }: Props) => {
  const { t } = useTranslation('firmware')
  const navigate = useNavigate()
  const start = useStartRollout()
  const [group, setGroup] = useState<Group>({})
  return (
    <FormDrawer
      onClose={onClose}
      title={t('rolloutTitle', { version: firmware.firmwareVersion })}
      submitLabel={t('startRollout')}
      schema={RolloutInput}
      initial={{
        firmwareId: firmware.firmwareId,
        rolloutName: firmware.firmwareVersion,
        flyModelId: null,
        region: null,
        backFirmwareId: null,
        steps: [1, 10, 50, 100],
        passPercent: 90,
        errorPercent: 5,
        errorLeast: 2,
        soakMin: 60,
        goesBack: true,
      }}
      messages={{ stepsRule: t('stepsRule') }}
      onValues={({ flyModelId, region, fromVersion }) =>
        setGroup({ flyModelId, region, fromVersion })
      }
      onSubmit={async (body) => {
        const { rolloutId, rolloutName } = await start.mutateAsync(body)
        showSuccess(t('rolloutStarted', { name: rolloutName }))
        void navigate(`${rolloutPath}?open=${rolloutId}`)
      }}
    >
      <TextField name="rolloutName" label={t('rolloutName')} maxLength={60} />
      <GroupFields firmware={firmware} />
      <Reach firmwareId={firmware.firmwareId} group={group} />
      <RuleFields firmware={firmware} />
    </FormDrawer>
  )
}
