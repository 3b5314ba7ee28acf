import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { FactSection } from '../../../ui/facts.tsx'
import { FactorReset } from './factor-reset.tsx'

/** Whether a member has a second factor, and its reset. */
export const MemberFactorSection = ({ userId }: { userId: string }) => {
  const { t } = useTranslation('member-factors')
  const { data } = useQuery(buildQuery('getMemberFactors', { query: { userId } }))
  return (
    <FactSection title={t('secondFactor')}>
      {data ? (
        <div className="grid gap-8 justify-items-start">
          {t(data.hasFactor ? 'set' : 'none')}
          <FactorReset factors={data} />
        </div>
      ) : (
        <Skeleton.Input active size="small" />
      )}
    </FactSection>
  )
}
