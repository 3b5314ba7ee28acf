import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { useDutyName } from './duty-name.ts'
import style from './rosters.module.css'

const refreshMs = 60_000

/** The people on duty now, by roster; nothing if the account has no rosters. */
export const OnDutyLine = () => {
  const { t } = useTranslation('rosters')
  const toName = useDutyName()
  const asked = useQuery({ ...buildQuery('getOnDuty'), refetchInterval: refreshMs })
  const items = asked.data?.items ?? []
  if (items.length === 0) return null
  return (
    <p className={style.duty}>
      <strong className="semibold">{t('onDuty')}:</strong>
      {items.map(({ rosterId, rosterName, people }) => (
        <span key={rosterId} data-gap={people.length === 0}>
          {rosterName}: {people.map(toName).join(' → ') || t('gapNow')}
        </span>
      ))}
    </p>
  )
}
