import { useTranslation } from 'react-i18next'
import { StatScreenPanel, NoData } from './stat-screen-panel.tsx'
import { joinAges, useStatScreenQuery, type StatScreenAnswer } from './stat-screen-context.ts'
import { StatScreenArea } from './stat-screen-figures.tsx'
import { rankDecimals } from './stat-screen-format.ts'
import style from './stat-screen.module.css'

type Ranked = { readonly id: string; readonly name: string; readonly mu: number }

/** The first is red, the second and third are yellow, all others blue. */
const rankClass = (place: number): 'first' | 'next' | 'other' =>
  place === 1 ? 'first' : place <= 3 ? 'next' : 'other'

type Props = {
  title: string
  answer: StatScreenAnswer<unknown> & { readonly ranked: readonly Ranked[] | undefined }
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
              <StatScreenArea mu={mu} decimals={rankDecimals} bare />
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
  const drones = useStatScreenQuery('getDroneRank', query)
  const pilots = useStatScreenQuery('getUserRank', query)
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
        <StatScreenPanel
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
        </StatScreenPanel>
      ))}
    </div>
  )
}
