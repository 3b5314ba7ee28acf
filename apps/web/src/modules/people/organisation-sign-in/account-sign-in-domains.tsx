import type { SignInDomain } from '@swath/contract/people/organisation-sign-in'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery, keepUntilChanged } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { FactSection } from '../../../ui/facts.tsx'
import { useSetDomain } from './organisation-sign-in.mutations.ts'
import { ProofTag } from './provider-domains.tsx'

keepUntilChanged('listSignInDomains')

const DomainLine = ({ domain: row }: { domain: SignInDomain }) => {
  const { t } = useTranslation('organisation-sign-in')
  const confirm = useConfirm()
  const set = useSetDomain()
  const { domainId, domain, provedAt, can } = row
  const proved = provedAt === null
  const ask = (): void =>
    confirm({
      title: t(proved ? 'setAsk' : 'unsetAsk', { domain }),
      text: t(proved ? 'setEffect' : 'unsetEffect'),
      verb: t(proved ? 'setProved' : 'setUnproved'),
      run: async () => {
        await set.mutateAsync({ domainId, proved })
        showSuccess(t('setDone'))
      },
    })
  return (
    <li className="flex wrap gap-8 items-center justify-between">
      <span className="break-anywhere">
        {domain} <ProofTag domain={row} />
      </span>
      {can.setProved && (
        <Button size="small" danger={!proved} onClick={ask}>
          {t(proved ? 'setProved' : 'setUnproved')}
        </Button>
      )}
    </li>
  )
}

/** For the platform: the sign-in domains of an account. Nothing for other accounts. */
export const AccountSignInDomains = ({ accountId }: { accountId: string }) => {
  const { t } = useTranslation('organisation-sign-in')
  const { accountType, tag, rights } = useUser()
  const vouches = accountType === 'platform' && tag === null && rights.includes('account.manage')
  const { data } = useQuery({
    ...buildQuery('listSignInDomains', { query: { accountId } }),
    enabled: vouches,
    meta: { quiet: true },
  })
  if (!data || data.items.length === 0) return null
  return (
    <FactSection title={t('platformTitle')}>
      <p className="muted text-13 mb-8">{t('platformHint')}</p>
      <ul className="list-plain grid cols-1 gap-8">
        {data.items.map((domain) => (
          <DomainLine key={domain.domainId} domain={domain} />
        ))}
      </ul>
    </FactSection>
  )
}
