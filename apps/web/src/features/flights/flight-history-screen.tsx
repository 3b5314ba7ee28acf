import { DownloadOutlined, LeftOutlined } from '@ant-design/icons'
import type { Sortie } from '@swath/contract/flights'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, DatePicker, Pagination, Select, Skeleton, Tooltip } from 'antd'
import dayjs from 'dayjs'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { call } from '../../lib/api.ts'
import { useAreaUnit } from '../../lib/area-unit.ts'
import { showError, showWarning } from '../../lib/errors.ts'
import { formatArea, formatClock, formatCount, formatDay, formatHours, formatNumber } from '../../lib/format.ts'
import { keepShown, queryOf } from '../../lib/query.ts'
import { saveFile } from '../../lib/save-file.ts'
import { startOfDay, viewerTimeZone } from '../../lib/time-zone.ts'
import { useMap } from '../../map/map-context.ts'
import { useAreaWord } from '../../ui/area.tsx'
import { Empty, Failure } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useStage } from '../../ui/stage.tsx'
import { ThinBar } from '../../ui/thin-bar.tsx'
import { useNarrow } from '../../ui/use-width.ts'
import { DayCalendar } from './day-calendar.tsx'
import { follower, freeRoom } from './free-room.ts'
import { mostChosen, orders, useHistoryAddress, type Order } from './history-address.ts'
import { HistoryMap, boundsOfTracks } from './history-map.tsx'
import { addMonths, nextDay } from './month-grid.ts'
import { Player } from './player.tsx'
import { SortieList, isDrawable } from './sortie-list.tsx'
import { SortieRecord, sortieQuery } from './sortie-record.tsx'
import { missingTracks, useTracks, type TrackName } from './use-tracks.ts'
import style from './flight-history-screen.module.css'

const pageSize = 20
/** While a drone is in the air its sortie grows. */
const liveMs = 15_000

const orderWords: Readonly<Record<Order, string>> = {
  '-startTime': 'flights:orderNewest', 'startTime': 'flights:orderOldest', '-durationS': 'flights:orderLongest', '-sprayArea': 'flights:orderLargest',
  '-sprayL': 'flights:orderMostLitres', '-overlapRatio': 'flights:orderMostOverlap',
}

const noTracks: readonly TrackName[] = []

const isoOfDay = (day: string): string => new Date(startOfDay(day)).toISOString()
const dayOf = (time: string | number): string => formatDay(time).replaceAll('/', '-')

/** The sortie that is shown though it is on no page of the list: as its own link names it. */
const useShownSorties = (droneId: string, ids: readonly string[], listed: readonly Sortie[]) => {
  const [known, setKnown] = useState<ReadonlyMap<string, Sortie>>(new Map())
  const merged = useMemo(() => new Map([...known, ...listed.map((sortie) => [sortie.sortieId, sortie] as const)]), [known, listed])
  useEffect(() => { setKnown((before) => new Map([...before, ...listed.map((sortie) => [sortie.sortieId, sortie] as const)])) }, [listed])
  return useMemo(() => ids.map((sortieId) => merged.get(sortieId) ?? { droneId, sortieId, endTime: '' }), [droneId, ids, merged])
}

/** One drone's flights: days, sorties, their tracks on the map, the record of one and its playback. */
export const FlightHistoryScreen = () => {
  const { t } = useTranslation('flights')
  const { droneId = '' } = useParams()
  const narrow = useNarrow()
  const map = useMap()
  const { overlay } = useStage()
  const unit = useAreaUnit()
  const areaWord = useAreaWord()
  const address = useHistoryAddress()
  const { startTime, endTime, order, page, chosen, active } = address
  const [isRecordOpen, openRecord] = useState(true)
  const today = dayOf(Date.now())

  const drone = useQuery(queryOf('getDrone', { query: { droneId } }))
  const filtering = { droneId, ...startTime ? { startTime } : {}, ...endTime ? { endTime } : {} }
  const list = useQuery({
    ...queryOf('listFlights', { query: { ...filtering, order, currentPage: String(page), pageSize: String(pageSize) } }), ...keepShown,
    refetchInterval: (query) => query.state.data?.items.some(({ state }) => state === 'open') ? liveMs : false,
  })
  const sorties = useMemo(() => list.data?.items ?? [], [list.data])
  const [monthWish, setMonth] = useState<string | null>(null)
  const month = monthWish ?? dayOf(startTime ?? sorties[0]?.startTime ?? Date.now()).slice(0, 7)
  const days = useQuery({
    ...queryOf('getFlightStatistics', { params: { droneId }, query: { startTime: isoOfDay(`${month}-01`), endTime: isoOfDay(`${addMonths(month, 1)}-01`) } }), ...keepShown,
    enabled: list.data !== undefined,
  })
  const shownIds = useMemo(() => active && !chosen.includes(active) ? [active, ...chosen].slice(0, mostChosen) : chosen, [active, chosen])
  const shown = useShownSorties(droneId, shownIds, sorties)
  const { tracks, isFetching, error, retry } = useTracks(list.isPending ? noTracks : shown)
  const detail = useQuery({ ...sortieQuery({ droneId, sortieId: active ?? '' }), enabled: active !== null })
  const track = tracks.find(({ sortieId, recordTime }) => sortieId === active && recordTime.length > 1)
  useEffect(() => { if (error) showError(error) }, [error])

  // Someone who comes without a choice sees the flights of the newest day, once.
  const hasBegun = useRef(active !== null || chosen.length > 0)
  const { setSorties } = address
  useEffect(() => {
    const newest = sorties[0]
    if (hasBegun.current || !newest) return
    hasBegun.current = true
    setSorties(sorties.filter((sortie) => isDrawable(sortie) && dayOf(sortie.startTime) === dayOf(newest.startTime)).map(({ sortieId }) => sortieId), null)
  }, [sorties, setSorties])

  const frame = useCallback((): DOMRect => (overlay ?? document.body).getBoundingClientRect(), [overlay])
  const padding = useCallback(() => freeRoom(frame(), [...overlay?.children ?? []].map((panel) => panel.getBoundingClientRect())), [overlay, frame])
  const follow = useMemo(() => map ? follower(map, frame, padding) : () => undefined, [map, frame, padding])
  const fit = (): void => {
    const bounds = boundsOfTracks(tracks)
    if (bounds) map?.fitBounds(bounds, { padding: padding(), maxZoom: 18 })
  }
  const loadTracks = (): void => {
    if (missingTracks(shown).length === 0) showWarning(t('tracksAllLoaded'))
    else retry()
    fit()
  }
  const open = (sortieId: string): void => {
    openRecord(true)
    address.setSorties(chosen.includes(sortieId) ? chosen : [sortieId], sortieId)
  }
  const save = useMutation({
    mutationFn: async () => saveFile(`${t('exportName')}-${droneId}.csv`, await call('exportFlights', { query: { ...filtering, order, areaUnit: unit } }, { timeoutMs: null })),
  })

  const from = startTime ? dayOf(startTime) : null
  // The end is a moment, the first that no longer counts.
  const to = endTime ? dayOf(Date.parse(endTime) - 1) : null
  const player = track && <Player key={track.sortieId} track={track} map={map} follow={follow} />
  const noTrack = active !== null && !track && !isFetching && detail.data && <p className={style.noTrack}>{t('noTrack')}</p>
  const isFiltered = startTime !== null || endTime !== null
  const name = drone.data?.droneName ?? droneId
  const closeRecord = (): void => {
    if (narrow) address.setSorties(chosen.filter((id) => id !== active), null)
    else openRecord(false)
  }

  return (
    <>
      <HistoryMap tracks={tracks} activeId={active} detail={active === null ? undefined : detail.data} padding={padding} onOpen={open} />
      {!(narrow && active !== null) && <Panel side="left" sheet="half"
        title={<><Link className={style.back} to={`/business_manage/drone-list/${encodeURIComponent(droneId)}`} title={t('toDrone')} aria-label={t('toDrone')}><LeftOutlined /></Link>{name}</>}
        extra={<Tooltip title={t('exportCsv')}><Button type="text" size="small" icon={<DownloadOutlined />} loading={save.isPending} aria-label={t('exportCsv')} onClick={() => save.mutate()} /></Tooltip>}
        footer={list.data && list.data.total > pageSize && (
          <Pagination size="small" simple current={page} pageSize={pageSize} total={list.data.total} showSizeChanger={false} onChange={address.setPage} className={style.pages} />
        )}>
        <ThinBar active={list.isFetching && !list.isPending || isFetching} />
        <h1 className="sr-only">{t('title', { name })}</h1>
        <DayCalendar month={month} days={days.data?.days ?? []} from={from} to={to} today={today} onMonth={setMonth}
          onDay={(day) => address.setTime(day && isoOfDay(day), day && isoOfDay(nextDay(day)))} />
        <div className={style.filters}>
          <DatePicker.RangePicker size="small" aria-label={t('period')} placeholder={[t('from'), t('to')]} format="YYYY/MM/DD" allowEmpty={[true, true]}
            value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
            onChange={(range) => address.setTime(range?.[0] ? isoOfDay(range[0].format('YYYY-MM-DD')) : null, range?.[1] ? isoOfDay(nextDay(range[1].format('YYYY-MM-DD'))) : null)} />
          <Select size="small" className={style.order} value={order} aria-label={t('order')} popupMatchSelectWidth={false} onChange={address.setOrder}
            options={orders.map((value) => ({ value, label: t(orderWords[value]) }))} />
        </div>
        <p className={style.zone}>{t('zone', { zone: days.data?.timeZone ?? viewerTimeZone() })}</p>
        {list.data && list.data.total > 0 && (
          <dl className={style.stats}>
            <div><dt>{t('sorties')}</dt><dd>{formatCount(list.data.stats.sortieCount)}</dd></div>
            <div><dt>{t('covered')}</dt><dd>{formatArea(list.data.stats.sprayArea, unit)} <span className="unit">{areaWord}</span></dd></div>
            <div><dt>{t('flightTime')}</dt><dd>{formatHours(list.data.stats.durationS)} <span className="unit">h</span></dd></div>
            <div><dt>{t('litres')}</dt><dd>{formatNumber(list.data.stats.sprayL, 1)} <span className="unit">L</span></dd></div>
          </dl>
        )}
        {shownIds.length > 0 && (
          <div className={style.selection} role="status">
            <span>{t('chosen', { count: shownIds.length })}</span>
            <Button size="small" type="link" loading={isFetching} onClick={loadTracks}>{t('showTracks')}</Button>
            <Button size="small" type="link" onClick={() => address.setSorties([], null)}>{t('clear')}</Button>
          </div>
        )}
        {list.isPending ? <div className={style.waiting}><Skeleton active title={false} paragraph={{ rows: 8 }} /></div>
          : list.isError && !list.data ? <Failure error={list.error} onRetry={() => void list.refetch()} />
          : sorties.length === 0
            ? isFiltered
              ? <Empty title={t('emptyPeriod')} reason={t('emptyPeriodReason')} action={<Button onClick={() => address.setTime(null, null)}>{t('allFlights')}</Button>} />
              : <Empty title={t('empty')} reason={t('emptyReason')} />
            : <SortieList sorties={sorties} active={active} chosen={chosen} hasDays={order === '-startTime' || order === 'startTime'}
                onOpen={({ sortieId }) => open(sortieId)}
                onChoose={({ sortieId }, isChosen) => address.setSorties(isChosen ? [...chosen, sortieId] : chosen.filter((id) => id !== sortieId), active === sortieId && !isChosen ? null : active)}
                onChooseAll={(isChosen) => {
                  const listed = sorties.filter(isDrawable).map(({ sortieId }) => sortieId)
                  const others = chosen.filter((id) => !listed.includes(id))
                  address.setSorties(isChosen ? [...listed, ...others].slice(0, mostChosen) : others, active)
                }} />}
      </Panel>}
      {active !== null && (isRecordOpen || narrow) && (
        <Panel key={active} side="right" title={detail.data ? `${formatDay(detail.data.startTime)} ${formatClock(detail.data.startTime)}` : t('record')} onClose={closeRecord}>
          {narrow && (player || noTrack)}
          <SortieRecord droneId={droneId} sortieId={active} />
        </Panel>
      )}
      {!narrow && overlay && active !== null && (player || noTrack) && createPortal(
        <div className={style.dock} data-wide={!isRecordOpen}>
          {!isRecordOpen && <Button size="small" type="link" className={style.reopen} onClick={() => openRecord(true)}>{t('showRecord')}</Button>}
          {player || noTrack}
        </div>, overlay,
      )}
    </>
  )
}
