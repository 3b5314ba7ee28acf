import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { FactSection } from '../../../ui/facts.tsx'
import { FactorReset } from './factor-reset.tsx'

/**
 * For the platform: people of an account with a single administrator whose factors it may reset.
 * Nothing for other accounts.
 */
export const AccountFactorResets = ({ accountId }: { accountId: string }) => {
  const { t } = useTranslation('member-factors')
  const { accountType, tag, rights } = useUser()
  const mayHelp = accountType === 'platform' && tag === null && rights.includes('account.manage')
  const { data } = useQuery({
    ...buildQuery('listFactorResets', { query: { accountId } }),
    enabled: mayHelp,
    meta: { quiet: true },
  })
  if (!data || data.items.length === 0) return null
  return (
    <FactSection title={t('secondFactor')}>
      <p className="muted text-13 mb-8">{t('platformHint')}</p>
      <ul className="list-plain grid gap-12">
        {data.items.map((factors) => (
          <li key={factors.userId} className="grid gap-8 justify-items-start">
            {factors.userName}
            <FactorReset factors={factors} />
          </li>
        ))}
      </ul>
    </FactSection>
  )
}
