import {
  DeviceTypeChange,
  DroneChange,
  type OwnerChange,
} from '@swath/contract/fleet/drone-changes'
import type { DroneRow } from '@swath/contract/fleet/drone-list'
import { useQuery } from '@tanstack/react-query'
import { InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useChange } from '../../../lib/use-change.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { deviceTypeLabels, rentalModelLabels, saleTypeLabels } from './drone.labels.ts'
import { formatUnit } from '../../../lib/format.ts'

type Props = { drone: DroneRow; onClose: () => void }

const shown = [
  'getDrone',
  'listDrones',
  'listOperators',
  'listManufacturers',
  'getRentalModels',
] as const

/** Edits name, identification and buyer; only the maker can change the model. */
export const EditDrone = ({ drone, onClose }: Props) => {
  const { t } = useTranslation('drones')
  const models = useQuery({
    ...buildQuery('listDroneModels', {
      query: { pageSize: '500', zzAccountId: drone.zzAccountId },
    }),
    enabled: drone.can.editAsManufacturer,
  })
  const change = useChange({
    run: (body: z.output<typeof DroneChange>) => call('updateDrone', { body }),
    done: (after) => {
      showSuccess(t('changedNote', { name: after.droneName }))
    },
    outdated: shown,
  })
  const present = { value: drone.flyModelId, label: drone.modelName }
  const options = models.data?.items.map((model) => ({
    value: model.flyModelId,
    label: model.modelName,
  })) ?? [present]
  const { droneId, flyModelId, droneName, regMark, rackNo, buyer, version } = drone
  return (
    <FormDrawer
      onClose={onClose}
      title={t('editTitle', { name: droneName })}
      schema={DroneChange}
      initial={{ droneId, flyModelId, droneName, regMark, rackNo, buyer, version }}
      onSubmit={(body) => change.mutateAsync(body)}
    >
      <TextField
        name="droneName"
        label={t('droneName')}
        extra={t('droneNameHint')}
        maxLength={60}
      />
      {drone.can.editAsManufacturer && (
        <FormField name="flyModelId" label={t('modelName')} extra={t('modelHint')}>
          <Select
            showSearch
            optionFilterProp="label"
            options={
              options.some(({ value }) => value === flyModelId) ? options : [present, ...options]
            }
          />
        </FormField>
      )}
      <TextField
        name="regMark"
        label={t('terms:registrationMark')}
        extra={t('regMarkHint')}
        maxLength={40}
      />
      <TextField name="rackNo" label={t('rackNo')} extra={t('rackNoHint')} maxLength={40} />
      <TextField name="buyer" label={t('buyer')} extra={t('buyerHint')} maxLength={80} />
    </FormDrawer>
  )
}

const EquipmentForm = z.object({
  ...DeviceTypeChange.shape,
  zzDroneNum: z.string().trim().max(60).nullable().default(null),
  saleType: z.literal([1, 2, 3]),
  rentalModel: z.literal([1, 2, 3, 5]).nullable().default(null),
})

/**
 * Kind, width, sale and rental have separate calls. They are sent one after the other, each with
 * the version that the previous call returned.
 */
export const EquipDrone = ({ drone, onClose }: Props) => {
  const { t } = useTranslation('drones')
  const change = useChange({
    run: async (asked: z.output<typeof EquipmentForm>) => {
      const { droneId } = drone
      const params = { droneId }
      let { version } = drone
      if (asked.deviceType !== drone.deviceType || asked.sprayWidth !== drone.sprayWidth) {
        ;({ version } = await call('setDeviceType', {
          params,
          body: { deviceType: asked.deviceType, sprayWidth: asked.sprayWidth, version },
        }))
      }
      if (asked.saleType !== drone.saleType)
        ({ version } = await call('setSaleType', {
          params,
          body: { saleType: asked.saleType, version },
        }))
      if (asked.rentalModel !== drone.rentalModel)
        ({ version } = await call('updateRental', {
          body: { droneId, rentalModel: asked.rentalModel, version },
        }))
      if (drone.can.editAsManufacturer && (asked.zzDroneNum || null) !== drone.zzDroneNum)
        await call('setMakerNumber', { params, body: { zzDroneNum: asked.zzDroneNum, version } })
    },
    done: () => {
      showSuccess(t('changedNote', { name: drone.droneName }))
    },
    outdated: shown,
  })
  const { deviceType, sprayWidth, zzDroneNum, saleType, rentalModel } = drone
  const choices = <K extends number | string>(
    labels: Readonly<Record<K, string>>,
    toValue: (key: string) => K,
  ): { value: K; label: string }[] =>
    Object.entries<string>(labels).map(([value, word]) => ({
      value: toValue(value),
      label: t(word),
    }))
  return (
    <FormDrawer
      onClose={onClose}
      title={t('equipTitle', { name: drone.droneName })}
      schema={EquipmentForm}
      initial={{ deviceType, sprayWidth, zzDroneNum, saleType, rentalModel }}
      onSubmit={(asked) => change.mutateAsync(asked)}
    >
      <FormField name="deviceType" label={t('deviceType')}>
        <Select options={choices(deviceTypeLabels, (key) => key as DroneRow['deviceType'])} />
      </FormField>
      <FormField name="sprayWidth" label={t('terms:swathWidth')} extra={t('swathWidthHint')}>
        <InputNumber step={0.1} suffix={formatUnit('m')} style={{ width: 160 }} />
      </FormField>
      <FormField name="saleType" label={t('saleType')}>
        <Select options={choices(saleTypeLabels, (key) => Number(key) as DroneRow['saleType'])} />
      </FormField>
      <FormField name="rentalModel" label={t('rentalModel')} extra={t('rentalHint')}>
        <Select
          allowClear
          placeholder={t('rentalNone')}
          options={choices(
            rentalModelLabels,
            (key) => Number(key) as NonNullable<DroneRow['rentalModel']>,
          )}
        />
      </FormField>
      {drone.can.editAsManufacturer && (
        <TextField name="zzDroneNum" label={t('makerNumber')} maxLength={60} />
      )}
    </FormDrawer>
  )
}

/** An option for operators to return the drone to its maker: no account has this id. */
const backToMaker = 'maker'
const OwnerForm = z.object({ owner: z.string().min(1) })

/** Transfers the drone. Its earlier work stays with the previous owner. */
export const ChangeOwner = ({ drone, onClose }: Props) => {
  const { t } = useTranslation('drones')
  const [search, setSearch] = useState('')
  const owners = useQuery(
    buildQuery('getNewOwners', {
      params: { droneId: drone.droneId },
      query: { accountName: search },
    }),
  )
  const change = useChange({
    run: (body: z.output<typeof OwnerChange>) => call('changeOwner', { body }),
    done: (after) => {
      showSuccess(
        t('ownerChangedNote', {
          name: after.droneName,
          owner: after.yyAccountName ?? after.zzAccountName,
        }),
      )
    },
    outdated: shown,
  })
  const options = [
    ...(drone.yyAccountId === null
      ? []
      : [{ value: backToMaker, label: t('ownerMaker', { name: drone.zzAccountName }) }]),
    ...(owners.data?.items.map(({ accountId, accountName, region }) => ({
      value: accountId,
      label: `${accountName} · ${region.slice(1).join(' / ')}`,
    })) ?? []),
  ]
  return (
    <FormDrawer
      dialog={480}
      onClose={onClose}
      title={t('ownerTitle', { name: drone.droneName })}
      schema={OwnerForm}
      initial={{}}
      submitLabel={t('handOver')}
      onSubmit={({ owner }) =>
        change.mutateAsync({
          droneId: drone.droneId,
          yyAccountId: owner === backToMaker ? null : owner,
          version: drone.version,
        })
      }
    >
      <p>{t('ownerText', { owner: drone.yyAccountName ?? drone.zzAccountName })}</p>
      <FormField name="owner" label={t('ownerNew')}>
        <Select
          showSearch
          filterOption={false}
          onSearch={setSearch}
          loading={owners.isFetching}
          notFoundContent={owners.isPending ? null : t('ownersNone')}
          options={options}
        />
      </FormField>
    </FormDrawer>
  )
}
