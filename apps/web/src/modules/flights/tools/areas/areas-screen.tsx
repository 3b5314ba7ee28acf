import {
  AREA_UNITS,
  doseFromPerMu,
  dosePerMu,
  fromMu,
  m2FromMu,
  muFromM2,
  toMu,
  type AreaUnit,
} from '@swath/domain/units'
import { Input, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../../lib/area-unit.ts'
import { CopyButton } from '../copy-button.tsx'
import { ToolPage } from '../tool-page.tsx'
import { readFigure, showFigure } from './figure-text.ts'
import tool from '../tools.module.css'
import style from './areas.module.css'
import { formatUnit } from '../../../../lib/format.ts'

type AnyArea = AreaUnit | 'm2' | 'km2'
const areaUnits: readonly AnyArea[] = ['m2', ...AREA_UNITS, 'km2']
const labels: Readonly<Record<AnyArea, string>> = {
  m2: 'tools:unitM2',
  km2: 'tools:unitKm2',
  mu: 'terms:mu',
  acre: 'terms:acres',
  hectare: 'tools:unitHectare',
  rai: 'tools:unitRai',
}
const perLabels: Readonly<Record<AreaUnit, string>> = {
  mu: 'tools:perMu',
  acre: 'tools:perAcre',
  hectare: 'tools:perHectare',
  rai: 'tools:perRai',
}
const m2InKm2 = 1_000_000

const convertToMu = (value: number, unit: AnyArea): number =>
  unit === 'm2' ? muFromM2(value) : unit === 'km2' ? muFromM2(value * m2InKm2) : toMu(value, unit)
const ofMu = (mu: number, unit: AnyArea): number =>
  unit === 'm2' ? m2FromMu(mu) : unit === 'km2' ? m2FromMu(mu) / m2InKm2 : fromMu(mu, unit)

type Typed<Unit> = { readonly unit: Unit; readonly text: string }

type RowsProps<Unit extends string> = {
  name: string
  units: readonly Unit[]
  nameUnit: (unit: Unit) => string
  typed: Typed<Unit>
  /** Converts the typed value for another unit's row. */
  shown: (unit: Unit, value: number) => number
  onType: (typed: Typed<Unit>) => void
}

/** A value in several units. Typing in one row updates the others. */
const UnitRows = <Unit extends string>({
  name,
  units,
  nameUnit,
  typed,
  shown,
  onType,
}: RowsProps<Unit>) => {
  const { t } = useTranslation('tools')
  const value = readFigure(typed.text)
  const isWrong = typed.text.trim() !== '' && value === null
  return (
    <div role="group" aria-label={name} className={style.rows}>
      {units.map((unit) => {
        const isTyped = unit === typed.unit
        const text = isTyped ? typed.text : value === null ? '' : showFigure(shown(unit, value))
        return (
          <div key={unit} className={`grid gap-12 items-center ${style.row}`}>
            <Input
              aria-label={nameUnit(unit)}
              value={text}
              inputMode="decimal"
              autoComplete="off"
              className={`text-right tabular ${style.figure}`}
              status={isTyped && isWrong ? 'error' : ''}
              aria-invalid={isTyped && isWrong}
              onChange={(event) => onType({ unit, text: event.currentTarget.value })}
              onFocus={(event) => event.currentTarget.select()}
            />
            <span className="muted break-anywhere">{nameUnit(unit)}</span>
            <CopyButton text={() => text} name={t('copyOf', { what: nameUnit(unit) })} />
          </div>
        )
      })}
      {isWrong && (
        <p className={tool.danger} role="alert">
          {t('notAFigure')}
        </p>
      )}
    </div>
  )
}

const amounts = ['L', 'mL', 'kg', 'g'] as const
type Amount = (typeof amounts)[number]

const Dose = () => {
  const { t } = useTranslation('tools')
  const unit = useAreaUnit()
  const [amount, setAmount] = useState<Amount>('L')
  const [typed, setTyped] = useState<Typed<AreaUnit>>({ unit, text: '1' })
  const [tank, setTank] = useState('')
  const dose = readFigure(typed.text)
  const tankL = readFigure(tank)
  const isVolume = amount === 'L' || amount === 'mL'
  const reachMu =
    dose !== null && dose > 0 && tankL !== null && isVolume
      ? (tankL * (amount === 'mL' ? 1000 : 1)) / dosePerMu(dose, typed.unit)
      : null
  return (
    <section className={tool.card}>
      <h2>{t('dose')}</h2>
      <p className={tool.hint}>{t('doseText')}</p>
      <Segmented
        className={style.amounts}
        value={amount}
        aria-label={t('doseAmount')}
        options={[...amounts]}
        onChange={setAmount}
      />
      <UnitRows
        name={t('dose')}
        units={AREA_UNITS}
        typed={typed}
        nameUnit={(one) => t(perLabels[one], { amount })}
        shown={(one, value) => doseFromPerMu(dosePerMu(value, typed.unit), one)}
        onType={setTyped}
      />
      {isVolume && (
        <div className={`grid gap-8 border-t ${style.tank}`}>
          <div className={`grid gap-12 items-center ${style.tankLabel}`}>
            <span aria-hidden="true">{t('tank')}</span>
            <Input
              aria-label={t('tank')}
              value={tank}
              inputMode="decimal"
              autoComplete="off"
              suffix={formatUnit('L')}
              className={`text-right tabular ${style.figure}`}
              onChange={(event) => setTank(event.currentTarget.value)}
            />
          </div>
          <p className={tool.hint} role="status">
            {reachMu === null
              ? t('tankText')
              : t('tankReaches', {
                  areas: AREA_UNITS.map(
                    (one) =>
                      `${showFigure(Number(fromMu(reachMu, one).toPrecision(4)))} ${t(labels[one])}`,
                  ).join(' · '),
                })}
          </p>
        </div>
      )}
    </section>
  )
}

/**
 * Converts areas and doses between common units, by the same factors as the rest of the console.
 */
export const AreasScreen = () => {
  const { t } = useTranslation('tools')
  const unit = useAreaUnit()
  const [typed, setTyped] = useState<Typed<AnyArea>>({ unit, text: '100' })
  return (
    <ToolPage title={t('terms:areaAndDoseConverter')} lead={t('areasLead')}>
      <div className={`grid gap-16 items-start ${tool.columns}`}>
        <section className={tool.card}>
          <h2>{t('terms:area')}</h2>
          <p className={tool.hint}>{t('areaText')}</p>
          <UnitRows
            name={t('terms:area')}
            units={areaUnits}
            typed={typed}
            nameUnit={(one) => t(labels[one])}
            shown={(one, value) => ofMu(convertToMu(value, typed.unit), one)}
            onType={setTyped}
          />
          <p className={tool.hint}>{t('areaFactors')}</p>
        </section>
        <Dose />
      </div>
    </ToolPage>
  )
}
