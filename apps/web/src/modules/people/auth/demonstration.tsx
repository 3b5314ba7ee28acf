import type { Theme } from '@swath/contract/people/auth'
import { useTranslation } from 'react-i18next'
import style from './demonstration.module.css'

const titles: Readonly<Record<string, string>> = {
  demoPlatform: 'terms:platformOperator',
  demoGovernment: 'auth:demoGovernment',
  demoManufacturer: 'terms:manufacturer',
  demoOperatorTeam: 'auth:demoOperatorTeam',
  demoOperatorPersonal: 'auth:demoOperatorPersonal',
  demoLeaseManager: 'terms:leaseManager',
  demoFarmer: 'terms:farmer',
  demoStaff: 'auth:demoStaff',
  demoTenant: 'auth:demoTenant',
}

type Props = {
  demonstration: NonNullable<Theme['demonstration']>
  chosen: string
  onChoose: (phone: string) => void
}

/** The demonstration's people: a click fills in the form. */
export const Demonstration = ({ demonstration, chosen, onChoose }: Props) => {
  const { t } = useTranslation('auth')
  return (
    <section className={style.demonstration} aria-labelledby="demonstration">
      <h2 id="demonstration">{t('demoTitle')}</h2>
      <ul>
        {demonstration.people.map(({ phone, role }) => (
          <li key={phone}>
            <button type="button" aria-pressed={chosen === phone} onClick={() => onChoose(phone)}>
              {titles[role] ? t(titles[role]) : role}
            </button>
          </li>
        ))}
      </ul>
      <p>
        {t('demoHint')}{' '}
        <a href="/outbox" target="_blank" rel="noreferrer">
          {t('demoOutbox')}
        </a>
      </p>
    </section>
  )
}
