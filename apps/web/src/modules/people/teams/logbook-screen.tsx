import { PrinterOutlined } from '@ant-design/icons'
import { logbookList } from '@swath/contract/gear/logbooks'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { formatArea, formatCount, formatHours, formatNumber } from '../../../lib/format.ts'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { useAreaWord } from '../../../ui/area.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { ShareButton } from '../../../ui/share/share-button.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { teamPath } from './team-tabs.tsx'
import style from './teams.module.css'

/** A pilot's flights, month by month, for printing and submitting. */
export const LogbookScreen = () => {
  const { t } = useTranslation('teams')
  const { userId = '' } = useParams()
  const year = useSearchParams()[0].get('year')
  const { answer, onLoaded } = useLoadedRows<typeof logbookList>()
  const unit = useAreaUnit()
  const areaWord = useAreaWord()
  const flights = useOwnScreens().findPath('drone-list')
  const name = answer?.userName ?? ''
  return (
    <ListScreen
      list={logbookList}
      title={answer ? t('logbookOf', { name }) : t('logbook')}
      head={
        <p className={`flex wrap items-center m-0 muted ${style.under}`}>
          <BackLink to={teamPath}>{t('app:teamList')}</BackLink>
          {answer?.groupName && <span>{answer.groupName}</span>}
          {flights && answer && (
            <Link to={`${flights}/flights?${new URLSearchParams({ oprName: name }).toString()}`}>
              {t('itsFlights')}
            </Link>
          )}
        </p>
      }
      as={{ narrowed: { userId }, pageSize: 100 }}
      shown={['month', 'modelName', 'sortieCount', 'durationS', 'sprayArea', 'sprayL', 'places']}
      cellRenderers={{ month: { render: ({ month }) => month.replace('-', '/') } }}
      filters={[
        {
          name: 'year',
          label: t('year'),
          options: (answer?.years ?? []).map((year) => ({ value: year, label: year })),
        },
      ]}
      stats={({ stats }) => [
        { label: t('terms:sorties'), value: formatCount(stats.sortieCount) },
        { label: t('terms:flightTime'), ...formatHours(stats.durationS) },
        {
          label: t('terms:coveredArea'),
          value: formatArea(stats.sprayArea, unit, 1),
          unit: areaWord,
        },
        { label: t('terms:sprayed'), value: formatNumber(stats.sprayL, 1), unit: 'L' },
      ]}
      actions={
        <>
          <ShareButton report={{ kind: 'logbook', userId, ...(year ? { year } : {}) }} />
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
            {t('terms:print')}
          </Button>
        </>
      }
      rows={{ onLoaded }}
      empty={{ title: t('logbookNone'), reason: t('logbookNoneReason') }}
    />
  )
}
