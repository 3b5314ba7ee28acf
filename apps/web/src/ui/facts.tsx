import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dash } from '../lib/format.ts'
import { Area, type AreaProps } from './area.tsx'
import style from './facts.module.css'
import { Time, type Moment } from './time.tsx'

/** Labels and values, one pair per line, as in a details drawer. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-8 m-0">{children}</dl>
)

/** A label and its value, for lists with their own layout. */
export const Pair = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

type FactProps = { label: string; hint?: string | undefined; children: ReactNode }

/** A missing value is shown as a dash. */
export const Fact = ({ label, hint, children }: FactProps) => (
  <div className={style.fact}>
    <dt>{label}</dt>
    <dd>
      {children == null || children === false || children === '' ? dash : children}
      {hint && <p className="muted text-13 leading-normal mt-2">{hint}</p>}
    </dd>
  </div>
)

type Named = Omit<FactProps, 'children'>

type TimeProps = Named & { time: Moment; seconds?: boolean }
export const TimeFact = ({ time, seconds = false, ...fact }: TimeProps) => (
  <Fact {...fact}>
    <Time time={time} seconds={seconds} />
  </Fact>
)

export const AreaFact = ({ mu, decimals, ...fact }: Named & Omit<AreaProps, 'bare'>) => (
  <Fact {...fact}>
    <Area mu={mu} {...(decimals === undefined ? {} : { decimals })} />
  </Fact>
)

export const FactSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="semibold mb-8 text-14">{title}</h2>
    {children}
  </section>
)

/** Facts under a separate heading. */
export const FactGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <FactSection title={title}>
    <Facts>{children}</Facts>
  </FactSection>
)

export const Changes = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-12 m-0">{children}</dl>
)

type ChangeProps = { label: string; before: ReactNode; after: ReactNode; picture?: boolean }

/**
 * One field that differs, with its old and new value. `picture`: not a text, which would be read
 * out as deleted.
 */
export const Change = ({ label, before, after, picture = false }: ChangeProps) => {
  const { t } = useTranslation('ui')
  return (
    <div className={`grid cols-2 gap-4-12 ${style.change}`}>
      <dt>{label}</dt>
      <dd className={style.before}>
        <span className="block muted text-12">{t('before')}</span>
        {picture ? before : <del>{before}</del>}
      </dd>
      <dd className={style.after}>
        <span className="block muted text-12">{t('after')}</span>
        {picture ? after : <ins className="medium">{after}</ins>}
      </dd>
    </div>
  )
}
