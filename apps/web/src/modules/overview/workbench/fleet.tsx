import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatCount } from '../../../lib/format.ts'
import { FlightMark, flightLabels } from '../../../ui/flight-badge.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import style from './workbench.module.css'

type Fleet = Answer<Api['getWorkbench']>['fleet']

const states = ['spraying', 'flying', 'ground', 'offline'] as const

/** Current activity of the drones; each number links to its drones on the map. */
export const FleetNow = ({ fleet }: { fleet: Fleet }) => {
  const { t } = useTranslation('workbench')
  const monitor = useOwnScreens().findPath('monitor')
  const { droneNum, onlineDroneCount, flyingDroneCount, sprayingDroneCount } = fleet
  const counts = {
    spraying: sprayingDroneCount,
    flying: flyingDroneCount - sprayingDroneCount,
    ground: onlineDroneCount - flyingDroneCount,
    offline: Math.max(0, droneNum - onlineDroneCount),
  }
  return droneNum === 0 || monitor === undefined ? null : (
    <section className={style.card} aria-label={t('fleetNow')}>
      <h2>{t('fleetNow')}</h2>
      <ul className={`list-plain grid gap-8 ${style.states}`}>
        {states.map((state) => (
          <li key={state}>
            <Link to={`${monitor}?show=${state}`}>
              <strong>{formatCount(counts[state])}</strong>
              <span>
                <FlightMark flight={state} /> {t(flightLabels[state])}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
