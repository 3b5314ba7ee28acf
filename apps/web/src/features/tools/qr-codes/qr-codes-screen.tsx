import { PrinterOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, InputNumber, Segmented, Select } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showWarning } from '../../../lib/errors.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { QrCode } from '../../../ui/qr-code.tsx'
import { qrCorrections, qrPng, qrShape, qrSvg, type QrCorrection } from '../../../ui/qr-picture.ts'
import { ToolPage } from '../tool-page.tsx'
import { deviceDoorText, isDroneId, isHost, wifiText, type WifiNetwork } from './code-texts.ts'
import tool from '../tools.module.css'
import style from './qr-codes.module.css'

const kinds = ['text', 'drone', 'wifi', 'door'] as const
type Kind = (typeof kinds)[number]
const kindWords: Readonly<Record<Kind, string>> = {
  text: 'tools:qrText',
  drone: 'tools:qrDrone',
  wifi: 'tools:qrWifi',
  door: 'tools:qrDoor',
}
const correctionWords: Readonly<Record<QrCorrection, string>> = {
  low: 'tools:correctionLow',
  medium: 'tools:correctionMedium',
  quartile: 'tools:correctionQuartile',
  high: 'tools:correctionHigh',
}

/** Proper names, the same in every language. */
const securityNames = { WPA: 'WPA, WPA2, WPA3', WEP: 'WEP' } as const
const securities = (['WPA', 'WEP'] as const).map((value) => ({
  value,
  label: securityNames[value],
}))

/**
 * What is to be coded, with the label that suits it; null while something is missing, and the
 * sentence for what is wrong.
 */
type Content = {
  readonly text: string | null
  readonly label: string
  readonly mistake: string | null
}

const Field = ({
  label,
  hint,
  children,
}: {
  label: string
  hint?: string
  children: (id: string) => ReactNode
}) => {
  const id = useId()
  return (
    <div className={tool.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint && <small>{hint}</small>}
    </div>
  )
}

const useContent = (): {
  kind: Kind
  setKind: (kind: Kind) => void
  content: Content
  fields: ReactNode
} => {
  const { t } = useTranslation('tools')
  const [kind, setKind] = useState<Kind>('text')
  const [text, setText] = useState('')
  const [droneId, setDroneId] = useState('')
  const [wifi, setWifi] = useState<WifiNetwork>({
    name: '',
    password: '',
    security: 'WPA',
    hidden: false,
  })
  const [door, setDoor] = useState({ host: window.location.hostname, port: 1883, tls: false })
  const id = droneId.trim()
  const idMistake = id !== '' && !isDroneId(id) ? t('droneIdWrong') : null
  const droneField = (
    <Field label={t('droneId')} hint={t('droneIdHint')}>
      {(fieldId) => (
        <Input
          id={fieldId}
          value={droneId}
          maxLength={32}
          autoComplete="off"
          spellCheck={false}
          status={idMistake ? 'error' : ''}
          onChange={(event) => setDroneId(event.currentTarget.value)}
        />
      )}
    </Field>
  )
  if (kind === 'text') {
    return {
      kind,
      setKind,
      content: { text: text || null, label: '', mistake: null },
      fields: (
        <Field label={t('qrText')} hint={t('qrTextHint')}>
          {(fieldId) => (
            <Input.TextArea
              id={fieldId}
              value={text}
              autoSize={{ minRows: 3, maxRows: 8 }}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
      ),
    }
  }
  if (kind === 'drone')
    return {
      kind,
      setKind,
      content: { text: id && !idMistake ? id : null, label: id, mistake: idMistake },
      fields: droneField,
    }
  if (kind === 'wifi') {
    const short = wifi.security === 'WPA' && wifi.password !== '' && wifi.password.length < 8
    const isWhole =
      wifi.name !== '' && (wifi.security === 'nopass' || (wifi.password !== '' && !short))
    return {
      kind,
      setKind,
      content: {
        text: isWhole ? wifiText(wifi) : null,
        label: wifi.name,
        mistake: short ? t('wifiShort') : null,
      },
      fields: (
        <>
          <Field label={t('wifiName')}>
            {(fieldId) => (
              <Input
                id={fieldId}
                value={wifi.name}
                maxLength={32}
                autoComplete="off"
                onChange={(event) => setWifi({ ...wifi, name: event.currentTarget.value })}
              />
            )}
          </Field>
          <Field label={t('wifiSecurity')}>
            {(fieldId) => (
              <Select
                id={fieldId}
                value={wifi.security}
                onChange={(security) => setWifi({ ...wifi, security })}
                options={[...securities, { value: 'nopass' as const, label: t('wifiOpen') }]}
              />
            )}
          </Field>
          {wifi.security !== 'nopass' && (
            <Field label={t('wifiPassword')} hint={t('wifiPasswordHint')}>
              {(fieldId) => (
                <Input
                  id={fieldId}
                  value={wifi.password}
                  maxLength={63}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={(event) => setWifi({ ...wifi, password: event.currentTarget.value })}
                />
              )}
            </Field>
          )}
          <Checkbox
            checked={wifi.hidden}
            onChange={(event) => setWifi({ ...wifi, hidden: event.target.checked })}
          >
            {t('wifiHidden')}
          </Checkbox>
        </>
      ),
    }
  }
  const host = door.host.trim()
  const hostMistake = host !== '' && !isHost(host) ? t('doorHostWrong') : null
  const isWhole = host !== '' && id !== '' && !hostMistake && !idMistake
  return {
    kind,
    setKind,
    content: {
      text: isWhole ? deviceDoorText({ ...door, host, droneId: id }) : null,
      label: id,
      mistake: hostMistake ?? idMistake,
    },
    fields: (
      <>
        {droneField}
        <div className={style.door}>
          <Field label={t('doorHost')}>
            {(fieldId) => (
              <Input
                id={fieldId}
                value={door.host}
                autoComplete="off"
                spellCheck={false}
                status={hostMistake ? 'error' : ''}
                onChange={(event) => setDoor({ ...door, host: event.currentTarget.value })}
              />
            )}
          </Field>
          <Field label={t('doorPort')}>
            {(fieldId) => (
              <InputNumber
                id={fieldId}
                value={door.port}
                min={1}
                max={65_535}
                precision={0}
                controls={false}
                className={style.number}
                onChange={(port) => setDoor({ ...door, port: port ?? 1883 })}
              />
            )}
          </Field>
        </div>
        <Checkbox
          checked={door.tls}
          onChange={(event) =>
            setDoor({
              ...door,
              tls: event.target.checked,
              port:
                event.target.checked === door.tls
                  ? door.port
                  : event.target.checked && door.port === 1883
                    ? 8883
                    : !event.target.checked && door.port === 8883
                      ? 1883
                      : door.port,
            })
          }
        >
          {t('doorTls')}
        </Checkbox>
        <p className={tool.hint}>{t('doorHint')}</p>
      </>
    ),
  }
}

/** Codes to stick on drones, tanks and doors: made in the browser, printed in their true size. */
export const QrCodesScreen = () => {
  const { t } = useTranslation('tools')
  const { kind, setKind, content, fields } = useContent()
  const [correction, setCorrection] = useState<QrCorrection>('medium')
  const [sideMm, setSide] = useState(40)
  const [ownLabel, setLabel] = useState<string | null>(null)
  const label = ownLabel ?? content.label
  const isTooLong = content.text !== null && qrShape(content.text, correction) === null
  const picture =
    content.text === null || isTooLong ? null : { text: content.text, correction, label, sideMm }
  const name = `${t('qrFile')}-${(label || kind).replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 40)}`
  const savePng = async (): Promise<void> => {
    const png = picture && (await qrPng(picture))
    if (png) saveFile(`${name}.png`, png)
    else showWarning(t('qrPngFailed'))
  }
  const change = (next: Kind): void => {
    setKind(next)
    setLabel(null)
  }
  return (
    <ToolPage title={t('qrCodes')} lead={t('qrCodesLead')}>
      <div className={tool.columns}>
        <section className={`${tool.card} ${style.content}`}>
          <Select
            className={style.kindNarrow}
            value={kind}
            aria-label={t('qrKind')}
            onChange={change}
            options={kinds.map((value) => ({ value, label: t(kindWords[value]) }))}
          />
          <Segmented
            block
            className={style.kindWide}
            value={kind}
            aria-label={t('qrKind')}
            onChange={change}
            options={kinds.map((value) => ({ value, label: t(kindWords[value]) }))}
          />
          <div className={tool.fields}>
            {fields}
            {content.mistake && (
              <p className={tool.danger} role="alert">
                {content.mistake}
              </p>
            )}
            {isTooLong && (
              <p className={tool.danger} role="alert">
                {t('qrTooLong')}
              </p>
            )}
            <Field label={t('qrLabel')} hint={t('qrLabelHint')}>
              {(id) => (
                <Input
                  id={id}
                  value={label}
                  maxLength={80}
                  onChange={(event) => setLabel(event.currentTarget.value)}
                />
              )}
            </Field>
            <div className={tool.pair}>
              <Field label={t('qrSide')}>
                {(id) => (
                  <InputNumber
                    id={id}
                    value={sideMm}
                    min={15}
                    max={200}
                    precision={0}
                    suffix="mm"
                    className={style.number}
                    onChange={(side) => setSide(side ?? 40)}
                  />
                )}
              </Field>
              <Field label={t('correction')}>
                {(id) => (
                  <Select
                    id={id}
                    value={correction}
                    onChange={setCorrection}
                    popupMatchSelectWidth={false}
                    options={qrCorrections.map((value) => ({
                      value,
                      label: t(correctionWords[value]),
                    }))}
                  />
                )}
              </Field>
            </div>
          </div>
        </section>
        <section className={tool.card} aria-label={t('qrPreview')}>
          <div className={style.preview}>
            {picture ? (
              <figure
                className={style.code}
                style={{ '--side': `${sideMm}mm` } as React.CSSProperties}
              >
                <QrCode
                  text={picture.text}
                  correction={correction}
                  label={t('qrOf', { text: picture.text })}
                  size="100%"
                />
                {label && <figcaption>{label}</figcaption>}
              </figure>
            ) : (
              <p className={style.none}>{t('qrNone')}</p>
            )}
          </div>
          {picture && <p className={style.holds}>{picture.text}</p>}
          <div className={tool.actions}>
            <Button type="primary" disabled={!picture} onClick={() => void savePng()}>
              {t('qrPng')}
            </Button>
            <Button
              disabled={!picture}
              onClick={() => {
                const svg = picture && qrSvg(picture)
                if (svg) saveFile(`${name}.svg`, new Blob([svg], { type: 'image/svg+xml' }))
              }}
            >
              {t('qrSvg')}
            </Button>
            <Button disabled={!picture} icon={<PrinterOutlined />} onClick={() => window.print()}>
              {t('print')}
            </Button>
          </div>
        </section>
      </div>
    </ToolPage>
  )
}
