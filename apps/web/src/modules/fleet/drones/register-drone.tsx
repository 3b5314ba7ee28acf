import type { DroneRow } from '@swath/contract/fleet/drone-list'
import { DroneInput } from '@swath/contract/fleet/drones'
import { DroneId } from '@swath/contract/fields'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { useChange } from '../../../lib/use-change.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { IssueCredential } from './issue-credential.tsx'
import style from './drones.module.css'

/** Debounces typing of a number, ms. */
const restMs = 350

/**
 * The model whose range contains this serial number: it is set automatically and cannot be changed.
 */
const useModelOfNumber = (typed: string) => {
  const [droneId, setDroneId] = useState('')
  useEffect(() => {
    const timer = setTimeout(
      () => setDroneId(DroneId.safeParse(typed).success ? typed : ''),
      restMs,
    )
    return () => clearTimeout(timer)
  }, [typed])
  const found = useQuery({
    ...buildQuery('findModelOfNumber', { query: { droneId } }),
    enabled: droneId !== '',
    meta: { quiet: true },
  })
  return droneId !== '' && droneId === typed ? (found.data?.model ?? null) : null
}

type ModelFieldProps = {
  id?: string
  value?: string | null
  onChange?: (flyModelId: string | null) => void
  droneId: string
  isOpen: boolean
}
const ModelField = ({ id, value, onChange, droneId, isOpen }: ModelFieldProps) => {
  const { t } = useTranslation('drones')
  const models = useQuery({
    ...buildQuery('listDroneModels', { query: { pageSize: '500' } }),
    enabled: isOpen,
  })
  const numbered = useModelOfNumber(droneId)
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  const numberedId = numbered?.flyModelId ?? null
  // Also clears a model that was set by the previous number.
  useEffect(() => {
    if (numberedId === null) return
    change.current?.(numberedId)
    return () => change.current?.(null)
  }, [numberedId])
  const options = (models.data?.items ?? []).map((model) => ({
    value: model.flyModelId,
    label: `${model.modelName} · ${model.zzAccountName}`,
  }))
  const isKnown =
    numbered === null || options.some((option) => option.value === numbered.flyModelId)
  return (
    <>
      <Select
        id={id}
        showSearch
        optionFilterProp="label"
        disabled={numbered !== null}
        value={value ?? null}
        onChange={(flyModelId: string | null) => onChange?.(flyModelId)}
        loading={models.isPending}
        notFoundContent={models.isPending ? null : t('modelsNone')}
        options={
          isKnown
            ? options
            : [
                ...options,
                {
                  value: numbered.flyModelId,
                  label: `${numbered.modelName} · ${numbered.zzAccountName}`,
                },
              ]
        }
      />
      {numbered && (
        <p className={`muted text-13 leading-normal ${style.byNumber}`} role="status">
          {t('modelByNumber', { name: numbered.modelName })}
        </p>
      )}
    </>
  )
}

const Registration = DroneInput.extend({
  flyModelId: DroneInput.shape.flyModelId.unwrap().unwrap(),
})

/**
 * Registers a new drone by its maker's serial number. Operators register for themselves; others can
 * assign it to an operator.
 */
export const RegisterDrone = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useTranslation('drones')
  const isOperator = useUser().accountType === 'operator'
  const [droneId, setDroneId] = useState('')
  const [connects, setConnects] = useState(true)
  const [connecting, setConnecting] = useState<DroneRow | null>(null)
  const operators = useQuery({ ...buildQuery('listOperators'), enabled: open && !isOperator })
  const add = useChange({
    run: (body: Parameters<typeof call<'addDrone'>>[1]['body']) => call('addDrone', { body }),
    done: (drone) => {
      if (connects && drone.can.issueCredential) setConnecting(drone)
      else showSuccess(t('registeredNote', { name: drone.droneName }))
    },
    outdated: ['listDrones', 'listManufacturers', 'listOperators'],
  })
  return (
    <>
      <FormDrawer
        open={open}
        onClose={onClose}
        title={t('registerTitle')}
        submitLabel={t('register')}
        schema={Registration}
        initial={{ yyAccountId: null }}
        onValues={(values) => setDroneId(values.droneId ?? '')}
        onSubmit={(body) => add.mutateAsync(body)}
      >
        <TextField
          name="droneId"
          label={t('droneId')}
          extra={t('droneIdHint')}
          spellCheck={false}
          maxLength={32}
        />
        <TextField
          name="droneName"
          label={t('droneName')}
          extra={t('droneNameHint')}
          maxLength={60}
        />
        <FormField name="flyModelId" label={t('modelName')}>
          <ModelField droneId={droneId} isOpen={open} />
        </FormField>
        {!isOperator && (
          <FormField name="yyAccountId" label={t('terms:operator')} extra={t('operatorHint')}>
            <Select
              showSearch
              allowClear
              optionFilterProp="label"
              loading={operators.isPending}
              options={
                operators.data?.items.map((account) => ({
                  value: account.accountId,
                  label: account.accountName,
                })) ?? []
              }
            />
          </FormField>
        )}
        <Checkbox checked={connects} onChange={({ target }) => setConnects(target.checked)}>
          {t('issueAfterRegister')}
        </Checkbox>
      </FormDrawer>
      {connecting && (
        <IssueCredential
          open
          isAsked
          rotates={false}
          droneId={connecting.droneId}
          droneName={connecting.droneName}
          onClose={() => setConnecting(null)}
        />
      )}
    </>
  )
}
