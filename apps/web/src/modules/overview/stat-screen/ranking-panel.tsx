import { useTranslation } from 'react-i18next'
import { WallPanel, NoData } from './wall-panel.tsx'
import { joinAges, useWallQuery, type WallAnswer } from './wall-context.ts'
import { WallArea } from './wall-figures.tsx'
import { rankDecimals } from './wall-format.ts'
import style from './wall.module.css'

type Ranked = { readonly id: string; readonly name: string; readonly mu: number }

/** The first is red, the second and third are yellow, all others blue. */
const rankClass = (place: number): 'first' | 'next' | 'other' =>
  place === 1 ? 'first' : place <= 3 ? 'next' : 'other'

type Props = {
  title: string
  answer: WallAnswer<unknown> & { readonly ranked: readonly Ranked[] | undefined }
  count: number
}
const Ranks = ({ title, answer: { ranked, ...answer }, count }: Props) => {
  const most = ranked?.[0]?.mu ?? 0
  return (
    <div className={style.ranking}>
      <h3>{title}</h3>
      {!ranked || ranked.length === 0 ? (
        <NoData answers={[answer]} />
      ) : (
        <ol style={{ gridTemplateRows: `repeat(${count}, minmax(0, 1fr))` }}>
          {ranked.slice(0, count).map(({ id, name, mu }, i) => (
            <li key={id} data-rank={rankClass(i + 1)}>
              <span className={style.rankPlace}>{i + 1}</span>
              <span className={style.rankName}>{name}</span>
              <WallArea mu={mu} decimals={rankDecimals} bare />
              <i style={{ inlineSize: `${most > 0 ? (mu / most) * 100 : 0}%` }} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

const periods = [
  ['all', undefined],
  ['thisYear', '2'],
  ['thisMonth', '3'],
] as const

const useRanks = (periodType: '2' | '3' | undefined) => {
  const query = periodType === undefined ? {} : { query: { periodType } }
  const drones = useWallQuery('getDroneRank', query)
  const pilots = useWallQuery('getUserRank', query)
  return {
    drones: {
      ...drones,
      ranked: drones.data?.items.map(({ droneId, sprayArea }) => ({
        id: droneId,
        name: droneId,
        mu: sprayArea,
      })),
    },
    pilots: {
      ...pilots,
      ranked: pilots.data?.items.map(({ userId, userName, sprayArea }) => ({
        id: userId,
        name: userName,
        mu: sprayArea,
      })),
    },
  }
}

/** Machines and pilots by area: of all time, this year and this month. */
export const RankingPanel = ({ count }: { count: number }) => {
  const { t } = useTranslation('stat-screen')
  // Each period has its own calls; their number never changes.
  const ranks = [useRanks(periods[0][1]), useRanks(periods[1][1]), useRanks(periods[2][1])]
  return (
    <div className={style.rankings}>
      {(['drones', 'pilots'] as const).map((who) => (
        <WallPanel
          key={who}
          title={t(who === 'drones' ? 'rankDrones' : 'rankPilots')}
          age={joinAges(...ranks.map((rank) => rank[who]))}
        >
          <div className={style.rankColumns}>
            {periods.map(([period], i) => (
              <Ranks
                key={period}
                title={t(`period.${period}`)}
                answer={ranks[i]![who]}
                count={count}
              />
            ))}
          </div>
        </WallPanel>
      ))}
    </div>
  )
}
