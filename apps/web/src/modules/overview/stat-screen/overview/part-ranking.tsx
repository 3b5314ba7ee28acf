import type {
  dashboardOverviewRoutes,
  OverviewOperator,
  OverviewPart,
} from '@swath/contract/figures/dashboard-overview'
import type { Answer } from '@swath/contract/kit'
import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../lib/errors.ts'
import { Area } from '../../../../ui/area.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { Change } from './change.tsx'
import type { Comparison } from './comparison.ts'
import style from './overview.module.css'

type Parts = Answer<(typeof dashboardOverviewRoutes)['queryScreenRegion']>
type Props = {
  query: UseQueryResult<Parts>
  comparison: Comparison
  onOpen: (regionCode: string) => void
}

type Worked = Pick<OverviewPart, 'sprayArea' | 'sprayAreaBefore'>

type Ranked = { most: number } & Pick<Props, 'comparison'>

const RankedWork = ({ name, work, most, comparison }: Ranked & { name: string; work: Worked }) => (
  <>
    <span>{name}</span>
    <Area mu={work.sprayArea} decimals={1} />
    <i style={{ inlineSize: `${most > 0 ? (work.sprayArea / most) * 100 : 0}%` }} />
    <Change now={work.sprayArea} before={work.sprayAreaBefore} comparison={comparison} />
  </>
)

type PartProps = { part: OverviewPart } & Ranked & Pick<Props, 'onOpen'>

const Part = ({ part, onOpen, ...ranked }: PartProps) => {
  const { t } = useTranslation('stat-screen')
  const { regionCode, areaName } = part
  const content = (
    <RankedWork
      name={regionCode === null ? t('unknownRegion') : areaName}
      work={part}
      {...ranked}
    />
  )
  return regionCode === null ? (
    <div className={style.part}>{content}</div>
  ) : (
    <button type="button" className={style.part} onClick={() => onOpen(regionCode)}>
      {content}
    </button>
  )
}

type OperatorsProps = { operators: readonly OverviewOperator[] } & Pick<Props, 'comparison'>

const OperatorRanking = ({ operators, comparison }: OperatorsProps) => {
  const { t } = useTranslation('stat-screen')
  return (
    <section className={style.parts}>
      <h2>{t('operatorsTitle')}</h2>
      <ol>
        {operators.map((one) => (
          <li key={one.yyAccountId ?? ''} className={style.part}>
            <RankedWork
              name={one.yyAccountId === null ? t('withoutOperator') : one.yyAccountName}
              work={one}
              most={operators[0]!.sprayArea}
              comparison={comparison}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The parts of a region by area, with links to them; operators if it has no parts. */
export const PartRanking = ({ query: { data, error }, comparison, onOpen }: Props) => {
  const { t } = useTranslation('stat-screen')
  if (!data)
    return error ? <p role="alert">{errorText(error)}</p> : <Skeleton active title={false} />
  if (data.operators.length > 0)
    return <OperatorRanking operators={data.operators} comparison={comparison} />
  const most = data.items[0]?.sprayArea ?? 0
  return (
    <section className={style.parts}>
      <h2>{t(data.path.at(-1)?.regionCode === null ? 'countriesTitle' : 'partsTitle')}</h2>
      {data.items.length === 0 ? (
        <Empty title={t('noParts')} reason={t('noPartsReason')} />
      ) : (
        <ol>
          {data.items.map((part) => (
            <li key={part.regionCode ?? ''}>
              <Part part={part} most={most} comparison={comparison} onOpen={onOpen} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
