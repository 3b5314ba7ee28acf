import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { buildQuery } from '../../../lib/query.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { ThinBar } from '../../../ui/thin-bar.tsx'
import { DroneActions } from './drone-actions.tsx'
import { DronePage } from './drone-detail.tsx'
import style from './drones.module.css'

/** One drone on a separate page. */
export const DroneDetailScreen = () => {
  const { t } = useTranslation('drones')
  const { droneId = '' } = useParams()
  const detail = useQuery(buildQuery('getDrone', { query: { droneId } }))
  return (
    <section
      className={`relative grid cols-1 gap-16 content-start ${style.page}`}
      aria-busy={detail.isFetching}
    >
      <ThinBar active={detail.isFetching && !detail.isPending} />
      <header className={`flex wrap gap-8-16 justify-between ${style.pageHead}`}>
        <div>
          <BackLink to="/business_manage/drone-list">{t('terms:drones')}</BackLink>
          <h1 className="page-title">{detail.data?.droneName ?? droneId}</h1>
          {detail.data && (
            <p className="muted break-anywhere mt-2">
              <code>{droneId}</code> · {detail.data.modelName} ·{' '}
              {detail.data.yyAccountName ?? detail.data.zzAccountName}
            </p>
          )}
        </div>
        {detail.data && <DroneActions drone={detail.data} isPage />}
      </header>
      <DronePage droneId={droneId} />
    </section>
  )
}
