import { SearchOutlined } from '@ant-design/icons'
import { mostPlayed, type FlownDrone } from '@swath/contract/flights/flights'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Skeleton } from 'antd'
import { useDeferredValue, useState, type CSSProperties, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../../lib/area-unit.ts'
import { formatArea, formatClock, formatCount, formatTimeZone } from '../../../../lib/format.ts'
import { keepShown, buildQuery } from '../../../../lib/query.ts'
import { useUser } from '../../../../lib/session.ts'
import { AlarmMark } from '../../../../ui/alarm-mark.tsx'
import { useAreaWord } from '../../../../ui/area.tsx'
import { Empty, Failure } from '../../../../ui/empty.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { ThinBar } from '../../../../ui/thin-bar.tsx'
import { useNarrow } from '../../../../ui/use-width.ts'
import { useDayTracks } from './day-tracks.ts'
import { isTooLong, SpanAndSearch, useSpan, type Address } from './playback-span.tsx'
import style from './playback.module.css'

const listedAtMost = 100
const hintId = 'playback-hint'

type DroneRowProps = {
  drone: FlownDrone
  isChosen: boolean
  isFull: boolean
  /** Of its track on the map; undefined: it is not drawn. */
  colour: string | undefined
  /** False: it is the person's own organisation, or the same for all listed drones. */
  isAccountShown: boolean
  onChoose: (isChosen: boolean) => void
}
const DroneRow = (props: DroneRowProps) => {
  const { drone, isChosen, isFull, colour, isAccountShown, onChoose } = props
  const { t } = useTranslation('flights')
  const isInAir = drone.endTime === null
  const unit = useAreaUnit()
  const areaWord = useAreaWord()
  return (
    <li>
      <Checkbox
        checked={isChosen}
        disabled={!isChosen && isFull}
        onChange={(event) => onChoose(event.target.checked)}
        className={style.choice}
      >
        <span className={`grid flex-1 min-w-0 leading-20 ${style.who}`}>
          <b>
            {colour && (
              <span
                className={style.swatch}
                style={{ '--own': colour } as CSSProperties}
                aria-hidden
              />
            )}
            {drone.droneName}
          </b>
          <small>
            {formatClock(drone.startTime).slice(0, 5)}
            {isInAir ? ` · ${t('open')}` : `–${formatClock(drone.endTime).slice(0, 5)}`}
            {drone.alarmLevel !== null && (
              <span className="nowrap">
                {' · '}
                <AlarmMark level={drone.alarmLevel} title="" />{' '}
                {t('alarmCount', { count: drone.alarmCount, shown: formatCount(drone.alarmCount) })}
              </span>
            )}
            {isAccountShown && drone.yyAccountName && ` · ${drone.yyAccountName}`}
          </small>
        </span>
        <span className={`grid flex-none leading-20 text-right tabular ${style.figures}`}>
          {t('terms:sortieCount', {
            count: drone.sortieCount,
            shown: formatCount(drone.sortieCount),
          })}
          {/* A flight adds its area when it has landed. */}
          {!(isInAir && drone.sprayArea === 0) && (
            <small>
              {formatArea(drone.sprayArea, unit)} {areaWord}
            </small>
          )}
        </span>
      </Checkbox>
    </li>
  )
}

type ChosenBarProps = {
  listed: readonly string[]
  chosen: readonly string[]
  setChosen: (droneIds: readonly string[]) => void
  /** With one of the two buttons, next to Play. */
  isShort: boolean
}
const ChosenBar = ({ listed, chosen, setChosen, isShort }: ChosenBarProps) => {
  const { t } = useTranslation('flights')
  const all = [...new Set([...chosen, ...listed])].slice(0, mostPlayed)
  return (
    <div className={`flex wrap items-center text-13 ${style.selection}`}>
      <span role="status" id={isShort ? hintId : undefined}>
        {chosen.length === 0
          ? t('chosenNone')
          : t('chosenDrones', { count: chosen.length, most: mostPlayed })}
      </span>
      {!(isShort && chosen.length > 0) && (
        <Button
          type="link"
          size="small"
          disabled={all.length === chosen.length}
          onClick={() => setChosen(all)}
        >
          {listed.length > mostPlayed ? t('chooseFirst', { count: mostPlayed }) : t('chooseListed')}
        </Button>
      )}
      {!(isShort && chosen.length === 0) && (
        <Button
          type="link"
          size="small"
          disabled={chosen.length === 0}
          onClick={() => setChosen([])}
        >
          {t('clear')}
        </Button>
      )}
    </div>
  )
}

type FlownDronesProps = {
  found: { items: readonly FlownDrone[]; total: number }
  isSearched: boolean
  chosen: readonly string[]
  setChosen: (droneIds: readonly string[]) => void
  colours: ReadonlyMap<string, string>
}
const FlownDrones = (props: FlownDronesProps) => {
  const { t } = useTranslation('flights')
  const { accountName } = useUser()
  const { found, isSearched, chosen, setChosen, colours } = props
  const { items, total } = found
  if (items.length === 0)
    return (
      <Empty
        title={isSearched ? t('noDroneFits') : t('nobodyFlew')}
        reason={isSearched ? t('noDroneFitsReason') : t('nobodyFlewReason')}
      />
    )
  const hasSeveral = new Set(items.map(({ yyAccountName }) => yyAccountName)).size > 1
  return (
    <>
      <ul className={`list-plain ${style.choices}`}>
        {items.map((drone) => (
          <DroneRow
            key={drone.droneId}
            drone={drone}
            isChosen={chosen.includes(drone.droneId)}
            isFull={chosen.length >= mostPlayed}
            colour={colours.get(drone.droneId)}
            isAccountShown={hasSeveral && drone.yyAccountName !== accountName}
            onChoose={(isChosen) =>
              setChosen(
                isChosen ? [...chosen, drone.droneId] : chosen.filter((id) => id !== drone.droneId),
              )
            }
          />
        ))}
      </ul>
      {total > listedAtMost && (
        <p className="m-0 muted text-12 p-12-16">
          {t('moreDrones', { shown: formatCount(total - listedAtMost) })}
        </p>
      )}
    </>
  )
}

type FootProps = {
  chosen: readonly string[]
  /** The selection, on a phone. */
  chosenBar: ReactNode
  isDisabled: boolean
  onPlay: () => void
}
const Foot = ({ chosen, chosenBar, isDisabled, onPlay }: FootProps) => {
  const { t } = useTranslation('flights')
  return (
    <div className="flex gap-8 items-center flex-1">
      {chosenBar ??
        (chosen.length === 0 && (
          <span className="muted text-13" id={hintId}>
            {t('chooseDrones', { most: mostPlayed })}
          </span>
        ))}
      <Button
        type="primary"
        className="flex-1"
        aria-describedby={chosen.length === 0 ? hintId : undefined}
        disabled={chosen.length === 0 || isDisabled}
        onClick={onPlay}
      >
        {chosen.length === 0 ? t('play') : t('playCount', { count: chosen.length })}
      </Button>
    </div>
  )
}

/** On a phone: the time zone, and a button that opens the search. */
const HeaderTools = ({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) => {
  const { t } = useTranslation('flights')
  return (
    <>
      <span className="muted text-12 nowrap">{formatTimeZone()}</span>
      <Button
        type="text"
        icon={<SearchOutlined />}
        aria-label={t('terms:nameOrSerialNumber')}
        aria-expanded={isOpen}
        onClick={onOpen}
      />
    </>
  )
}

/** Selects the period and the drones. */
export const PlaybackChoice = ({ address }: { address: Address }) => {
  const { t } = useTranslation('flights')
  const narrow = useNarrow()
  const { newest, span } = useSpan(address)
  const [search, setSearch] = useState('')
  const [isSearching, setSearching] = useState(false)
  const isShort = narrow && !isSearching
  const wanted = useDeferredValue(isShort ? '' : search.trim())
  const [chosen, setChosen] = useState<readonly string[]>(address.droneIds)
  const { startTime, endTime } = span ?? { startTime: '', endTime: '' }
  const list = useQuery({
    ...buildQuery('listFlownDrones', {
      query: { startTime, endTime, search: wanted, pageSize: String(listedAtMost) },
    }),
    ...keepShown,
    enabled: span !== null,
  })
  const items = list.data?.items ?? []
  const colours = useDayTracks(list.data?.items, { startTime, endTime })
  const error = newest.error ?? list.error
  const chosenBar = items.length > 0 && (
    <ChosenBar
      listed={items.map(({ droneId }) => droneId)}
      chosen={chosen}
      setChosen={setChosen}
      isShort={narrow}
    />
  )
  return (
    <Panel
      side="left"
      title={t('terms:playback')}
      extra={
        narrow && <HeaderTools isOpen={isSearching} onOpen={() => setSearching(!isSearching)} />
      }
      footer={
        <Foot
          chosen={chosen}
          chosenBar={narrow ? chosenBar : null}
          isDisabled={isTooLong(span) || span === null}
          onPlay={() => {
            if (span) address.choose({ droneIds: chosen, ...span })
          }}
        />
      }
    >
      <h1 className="sr-only">{t('terms:playback')}</h1>
      <ThinBar active={list.isFetching && !list.isPending} />
      <SpanAndSearch
        span={span}
        onSpan={address.setSpan}
        search={search}
        onSearch={setSearch}
        isShort={isShort}
      />
      {error && !list.data ? (
        <Failure error={error} onRetry={() => void (newest.error ? newest : list).refetch()} />
      ) : !list.data ? (
        <div className="p-16">
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        </div>
      ) : (
        <>
          {!narrow && chosenBar}
          <FlownDrones
            found={list.data}
            isSearched={wanted !== ''}
            chosen={chosen}
            setChosen={setChosen}
            colours={colours}
          />
        </>
      )}
    </Panel>
  )
}
