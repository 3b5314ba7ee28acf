import { Checkbox, Input, InputNumber, Select } from 'antd'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  defaultPort,
  droneIdMistake,
  hostMistake,
  withTls,
  type CodeInputs,
} from './code-content.ts'
import tool from '../tools.module.css'
import style from './qr-codes.module.css'

type Props = { inputs: CodeInputs; set: (values: Partial<CodeInputs>) => void }

/** Proper names, the same in every language. */
const securityNames = { WPA: 'WPA, WPA2, WPA3', WEP: 'WEP' } as const
const securities = (['WPA', 'WEP'] as const).map((value) => ({
  value,
  label: securityNames[value],
}))

type FieldProps = { label: string; hint?: string; children: (id: string) => ReactNode }
export const Field = ({ label, hint, children }: FieldProps) => {
  const id = useId()
  return (
    <div className={tool.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint && <small>{hint}</small>}
    </div>
  )
}

const TextField = ({ inputs, set }: Props) => {
  const { t } = useTranslation('tools')
  return (
    <Field label={t('qrText')} hint={t('qrTextHint')}>
      {(id) => (
        <Input.TextArea
          id={id}
          value={inputs.text}
          autoSize={{ minRows: 3, maxRows: 8 }}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
      )}
    </Field>
  )
}

const DroneField = ({ inputs, set }: Props) => {
  const { t } = useTranslation('tools')
  return (
    <Field label={t('droneId')} hint={t('droneIdHint')}>
      {(id) => (
        <Input
          id={id}
          value={inputs.droneId}
          maxLength={32}
          autoComplete="off"
          spellCheck={false}
          status={droneIdMistake(inputs.droneId) ? 'error' : ''}
          onChange={(event) => set({ droneId: event.currentTarget.value })}
        />
      )}
    </Field>
  )
}

const WifiFields = ({ inputs: { wifi }, set }: Props) => {
  const { t } = useTranslation('tools')
  const change = (values: Partial<CodeInputs['wifi']>): void =>
    set({ wifi: { ...wifi, ...values } })
  return (
    <>
      <Field label={t('wifiName')}>
        {(id) => (
          <Input
            id={id}
            value={wifi.name}
            maxLength={32}
            autoComplete="off"
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('wifiSecurity')}>
        {(id) => (
          <Select
            id={id}
            value={wifi.security}
            onChange={(security) => change({ security })}
            options={[...securities, { value: 'nopass' as const, label: t('wifiOpen') }]}
          />
        )}
      </Field>
      {wifi.security !== 'nopass' && (
        <Field label={t('terms:password')} hint={t('wifiPasswordHint')}>
          {(id) => (
            <Input
              id={id}
              value={wifi.password}
              maxLength={63}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change({ password: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      <Checkbox
        checked={wifi.hidden}
        onChange={(event) => change({ hidden: event.target.checked })}
      >
        {t('wifiHidden')}
      </Checkbox>
    </>
  )
}

const DoorFields = ({ inputs, set }: Props) => {
  const { t } = useTranslation('tools')
  const { door } = inputs
  return (
    <>
      <DroneField inputs={inputs} set={set} />
      <div className={style.door}>
        <Field label={t('doorHost')}>
          {(id) => (
            <Input
              id={id}
              value={door.host}
              autoComplete="off"
              spellCheck={false}
              status={hostMistake(door.host) ? 'error' : ''}
              onChange={(event) => set({ door: { ...door, host: event.currentTarget.value } })}
            />
          )}
        </Field>
        <Field label={t('doorPort')}>
          {(id) => (
            <InputNumber
              id={id}
              value={door.port}
              min={1}
              max={65_535}
              precision={0}
              controls={false}
              className="w-full"
              onChange={(port) => set({ door: { ...door, port: port ?? defaultPort } })}
            />
          )}
        </Field>
      </div>
      <Checkbox
        checked={door.tls}
        onChange={(event) => set({ door: withTls(door, event.target.checked) })}
      >
        {t('doorTls')}
      </Checkbox>
      <p className={tool.hint}>{t('doorHint')}</p>
    </>
  )
}

const fieldsByKind = { text: TextField, drone: DroneField, wifi: WifiFields, door: DoorFields }

/** Fields of the chosen kind of code. */
export const CodeFields = (props: Props) => {
  const Fields = fieldsByKind[props.inputs.kind]
  return <Fields {...props} />
}
