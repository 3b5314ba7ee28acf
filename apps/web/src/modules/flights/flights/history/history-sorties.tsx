import { Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../../lib/area-unit.ts'
import { formatArea, formatCount, formatNumber, formatUnit } from '../../../../lib/format.ts'
import { useAreaWord } from '../../../../ui/area.tsx'
import { Empty, Failure } from '../../../../ui/empty.tsx'
import { mostChosen } from './history-address.ts'
import { ChooseAll, SortieList, isDrawable } from './sortie-list.tsx'
import type { History } from './use-history.ts'
import { Pair } from '../../../../ui/facts.tsx'
import { Hours } from '../../../../ui/hours.tsx'
import { useNarrow } from '../../../../ui/use-width.ts'
import style from './flight-history-screen.module.css'

const Sums = ({ list }: Pick<History, 'list'>) => {
  const { t } = useTranslation('flights')
  const unit = useAreaUnit()
  const areaWord = useAreaWord()
  if (!list.data || list.data.total === 0) return null
  const { sortieCount, sprayArea, durationS, sprayL } = list.data.stats
  // One line: the units say which figure is which.
  const named = (label: string) => <span className="sr-only">{label}</span>
  return (
    <dl className={`flex wrap gap-0-16 text-13 ${style.stats}`}>
      <Pair label={t('terms:sorties')}>{formatCount(sortieCount)}</Pair>
      <Pair label={named(t('covered'))}>
        {formatArea(sprayArea, unit)} <span className="unit">{areaWord}</span>
      </Pair>
      <Pair label={named(t('terms:flightTime'))}>
        <Hours durationS={durationS} />
      </Pair>
      <Pair label={named(t('litres'))}>
        {formatNumber(sprayL, 1)} <span className="unit">{formatUnit('L')}</span>
      </Pair>
    </dl>
  )
}

const chooseAll = ({ address, sorties }: History, isChosen: boolean): void => {
  const { active, chosen, setSorties } = address
  const listed = sorties.filter(isDrawable).map(({ sortieId }) => sortieId)
  const others = chosen.filter((id) => !listed.includes(id))
  setSorties(isChosen ? [...listed, ...others].slice(0, mostChosen) : others, active)
}

const Rows = ({ history, onOpen }: Pick<Props, 'history' | 'onOpen'>) => {
  const { t } = useTranslation('flights')
  const { address, list, sorties, colours } = history
  const { active, chosen, order, startTime, endTime, setSorties, setTime } = address
  if (list.isPending)
    return (
      <div className="p-16">
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </div>
    )
  if (list.isError && !list.data)
    return <Failure error={list.error} onRetry={() => void list.refetch()} />
  if (sorties.length === 0) {
    return startTime !== null || endTime !== null ? (
      <Empty
        title={t('emptyPeriod')}
        reason={t('emptyPeriodReason')}
        action={<Button onClick={() => setTime(null, null)}>{t('allFlights')}</Button>}
      />
    ) : (
      <Empty title={t('empty')} reason={t('emptyReason')} />
    )
  }
  return (
    <SortieList
      sorties={sorties}
      active={active}
      chosen={chosen}
      colours={colours}
      hasDays={order === '-startTime' || order === 'startTime'}
      onOpen={({ sortieId }) => onOpen(sortieId)}
      onChoose={({ sortieId }, isChosen) =>
        setSorties(
          isChosen ? [...chosen, sortieId] : chosen.filter((id) => id !== sortieId),
          active === sortieId && !isChosen ? null : active,
        )
      }
      onChooseAll={(isChosen) => chooseAll(history, isChosen)}
    />
  )
}

type Props = { history: History; onOpen: (sortieId: string) => void; onShowTracks: () => void }

/** Totals of the filtered sorties, the selection of tracks, and the list. */
export const HistorySorties = ({ history, onOpen, onShowTracks }: Props) => {
  const { t } = useTranslation('flights')
  const narrow = useNarrow()
  const { address, list, sorties, shown, tracks } = history
  return (
    <>
      <Sums list={list} />
      {shown.length > 0 && (
        <div className={`flex wrap items-center text-13 ${style.selection}`} role="status">
          {/* The head of the columns has it on wide windows. */}
          {narrow && (
            <ChooseAll
              sorties={sorties}
              chosen={address.chosen}
              onChooseAll={(isChosen) => chooseAll(history, isChosen)}
            />
          )}
          <span>{t('chosen', { count: shown.length })}</span>
          <Button size="small" type="link" loading={tracks.isFetching} onClick={onShowTracks}>
            {t('showTracks')}
          </Button>
          <Button size="small" type="link" onClick={() => address.setSorties([], null)}>
            {t('clear')}
          </Button>
        </div>
      )}
      <Rows history={history} onOpen={onOpen} />
    </>
  )
}
