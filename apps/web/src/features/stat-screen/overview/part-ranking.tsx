import type { dashboardOverviewRoutes, OverviewPart } from '@swath/contract/dashboard-overview'
import type { Answer } from '@swath/contract/kit'
import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/errors.ts'
import { Area } from '../../../ui/area.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Change } from './change.tsx'
import style from './overview.module.css'

type Parts = Answer<(typeof dashboardOverviewRoutes)['queryScreenRegion']>
type Props = { query: UseQueryResult<Parts>; onOpen: (regionCode: string) => void }

const Part = ({
  part,
  most,
  onOpen,
}: { part: OverviewPart; most: number } & Pick<Props, 'onOpen'>) => {
  const { t } = useTranslation('stat-screen')
  const { regionCode, areaName, sprayArea, sprayAreaBefore } = part
  const content = (
    <>
      <span>{regionCode === null ? t('unknownRegion') : areaName}</span>
      <Area mu={sprayArea} />
      <i style={{ inlineSize: `${most > 0 ? (sprayArea / most) * 100 : 0}%` }} />
      <Change now={sprayArea} before={sprayAreaBefore} />
    </>
  )
  return regionCode === null ? (
    <div className={style.part}>{content}</div>
  ) : (
    <button type="button" className={style.part} onClick={() => onOpen(regionCode)}>
      {content}
    </button>
  )
}

/** The parts of the region, the most worked first; each opens. */
export const PartRanking = ({ query: { data, error }, onOpen }: Props) => {
  const { t } = useTranslation('stat-screen')
  if (!data)
    return error ? <p role="alert">{errorText(error)}</p> : <Skeleton active title={false} />
  const most = data.items[0]?.sprayArea ?? 0
  return (
    <section className={style.parts}>
      <h2>{t('partsTitle')}</h2>
      {data.items.length === 0 ? (
        <Empty title={t('noParts')} reason={t('noPartsReason')} />
      ) : (
        <ol>
          {data.items.map((part) => (
            <li key={part.regionCode ?? ''}>
              <Part part={part} most={most} onOpen={onOpen} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
