import { Input, InputNumber, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { qrCorrections, qrShape, type QrCorrection } from '../../../../ui/qr-picture.ts'
import { useNarrow } from '../../../../ui/use-width.ts'
import { ToolPage } from '../tool-page.tsx'
import { codeKinds, emptyInputs, readContent, type CodeKind } from './code-content.ts'
import { CodeFields, Field } from './code-fields.tsx'
import { CodePreview } from './code-preview.tsx'
import tool from '../tools.module.css'
import { formatUnit } from '../../../../lib/format.ts'

const kindLabels: Readonly<Record<CodeKind, string>> = {
  text: 'tools:qrText',
  drone: 'tools:qrDrone',
  wifi: 'tools:qrWifi',
  door: 'tools:qrDoor',
}
const correctionLabels: Readonly<Record<QrCorrection, string>> = {
  low: 'tools:correctionLow',
  medium: 'tools:correctionMedium',
  quartile: 'tools:correctionQuartile',
  high: 'tools:correctionHigh',
}
/** Used while the size field is empty. */
const usualSideMm = 40

const KindPicker = ({ kind, onKind }: { kind: CodeKind; onKind: (kind: CodeKind) => void }) => {
  const { t } = useTranslation('tools')
  const choice = {
    'value': kind,
    'aria-label': t('qrKind'),
    'onChange': onKind,
    'options': codeKinds.map((value) => ({ value, label: t(kindLabels[value]) })),
  }
  return useNarrow() ? <Select {...choice} /> : <Segmented block {...choice} />
}

type Print = { readonly correction: QrCorrection; readonly sideMm: number }

const PrintFields = ({ print, set }: { print: Print; set: (values: Partial<Print>) => void }) => {
  const { t } = useTranslation('tools')
  return (
    <div className={tool.pair}>
      <Field label={t('qrSide')}>
        {(id) => (
          <InputNumber
            id={id}
            value={print.sideMm}
            min={15}
            max={200}
            precision={0}
            suffix={formatUnit('mm')}
            className="w-full"
            onChange={(side) => set({ sideMm: side ?? usualSideMm })}
          />
        )}
      </Field>
      <Field label={t('correction')}>
        {(id) => (
          <Select
            id={id}
            value={print.correction}
            onChange={(correction) => set({ correction })}
            popupMatchSelectWidth={false}
            options={qrCorrections.map((value) => ({ value, label: t(correctionLabels[value]) }))}
          />
        )}
      </Field>
    </div>
  )
}

/** Codes to stick on drones, tanks and doors: made in the browser, printed in their true size. */
export const QrCodesScreen = () => {
  const { t } = useTranslation('tools')
  const [inputs, setInputs] = useState(() => emptyInputs(window.location.hostname))
  const [print, setPrint] = useState<Print>({ correction: 'medium', sideMm: usualSideMm })
  const [ownLabel, setLabel] = useState<string | null>(null)
  const { text, label: ownerLabel, mistake } = readContent(inputs)
  const label = ownLabel ?? ownerLabel
  const isTooLong = text !== null && qrShape(text, print.correction) === null
  const wrong = mistake ?? (isTooLong ? 'tools:qrTooLong' : null)
  return (
    <ToolPage title={t('terms:qrCodes')} lead={t('qrCodesLead')}>
      <div className={`grid gap-16 items-start ${tool.columns}`}>
        <section className={`grid cols-1 gap-16 ${tool.card}`}>
          <KindPicker
            kind={inputs.kind}
            onKind={(kind) => {
              setInputs({ ...inputs, kind })
              setLabel(null)
            }}
          />
          <div className="grid gap-12">
            <CodeFields inputs={inputs} set={(values) => setInputs({ ...inputs, ...values })} />
            {wrong && (
              <p className={tool.danger} role="alert">
                {t(wrong)}
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
            <PrintFields print={print} set={(values) => setPrint({ ...print, ...values })} />
          </div>
        </section>
        <CodePreview
          code={text === null || isTooLong ? null : { text, label, ...print }}
          fileName={label || inputs.kind}
        />
      </div>
    </ToolPage>
  )
}
