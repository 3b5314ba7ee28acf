import type { PrintedFlights } from '@swath/contract/overview/shared-reports'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fromMu, type AreaUnit } from '@swath/domain/units'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import { dash, formatNumber, formatUnit } from '../../../lib/format.ts'
import { Pair } from '../../../ui/facts.tsx'
import style from '../../../ui/paper/paper.module.css'

type FactProps = { label: string; unit?: string; children: ReactNode }
export const Fact = ({ label, unit, children }: FactProps) => (
  <Pair label={label}>
    {children}
    {unit && children !== dash && <span className={style.unit}> {formatUnit(unit)}</span>}
  </Pair>
)

const doseLabels: Readonly<Record<AreaUnit, string>> = {
  mu: 'work-reports:doseMu',
  acre: 'work-reports:doseAcre',
  hectare: 'work-reports:doseHectare',
  rai: 'work-reports:doseRai',
}

/** The label of the dose, with the unit if that is mu. */
export const useDoseLabel = (): string => {
  const { t } = useTranslation('work-reports')
  return useAreaUnit() === 'mu' ? t('doseOfMu') : t('dose')
}

/** Litres per unit of area of the person; a dash if nothing was covered. */
export const Dose = ({ litres, mu }: { litres: number; mu: number }) => {
  const { t } = useTranslation('work-reports')
  const unit = useAreaUnit()
  return mu > 0 ? (
    <>
      {formatNumber(litres / fromMu(mu, unit))}{' '}
      <span className={style.unit}>{t(doseLabels[unit])}</span>
    </>
  ) : (
    <>{dash}</>
  )
}

type DroneFactsProps = { droneId: string; droneName: string; drone: PrintedFlights['drone'] }

/**
 * Identifies the drone. If the reader can see the flight but no longer the drone, only name and
 * number are known.
 */
export const DroneFacts = ({ droneId, droneName, drone }: DroneFactsProps) => {
  const { t } = useTranslation('work-reports')
  return (
    <>
      <Fact label={t('terms:drone')}>{droneName}</Fact>
      <Fact label={t('terms:serialNumber')}>{droneId}</Fact>
      <Fact label={t('terms:model')}>{drone?.modelName ?? dash}</Fact>
      <Fact label={t('terms:registrationMark')}>{drone?.regMark || dash}</Fact>
    </>
  )
}

/** Lines for signatures, each with name and date. */
export const Signatures = () => {
  const { t } = useTranslation('work-reports')
  return (
    <div className={style.signatures}>
      {[t('terms:pilot'), t('terms:operator'), t('signCustomer')].map((who) => (
        <section key={who}>
          <h3 className="m-0 text-12">{who}</h3>
          <p>{t('signature')}</p>
          <p>{t('terms:name')}</p>
          <p>{t('signDay')}</p>
        </section>
      ))}
    </div>
  )
}
