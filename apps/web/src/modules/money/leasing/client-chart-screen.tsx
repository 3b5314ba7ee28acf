import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { ByDrone, ByMonth, FigurePage, TotalFigures } from './lease-figures.tsx'
import { clientPath } from './leasing.labels.ts'
import { usePeriod } from './period-choice.tsx'
import style from './leasing.module.css'
import { BackLink } from '../../../ui/back-link.tsx'

/** Work and charges of one client. */
export const ClientChartScreen = () => {
  const { t } = useTranslation('leasing')
  const { id = '' } = useParams()
  const { period } = usePeriod()
  const asked = useQuery({
    ...buildQuery('getClientChart', { params: { clientId: id }, query: period }),
    ...keepShown,
  })
  return (
    <FigurePage
      title={asked.data?.clientName ?? t('chart')}
      asked={asked}
      head={<BackLink to={clientPath(id)}>{t('backToClient')}</BackLink>}
    >
      {(data) => (
        <>
          <dl className={`figures ${style.figures}`}>
            <TotalFigures total={data.total} />
          </dl>
          <ByMonth months={data.months} />
          <ByDrone drones={data.drones} />
        </>
      )}
    </FigurePage>
  )
}
