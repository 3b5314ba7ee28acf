import type { AccountApplicationDetail } from '@swath/contract/people/account-applications'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dash } from '../../../lib/format.ts'
import { Change, Changes, Fact, Facts } from '../../../ui/facts.tsx'
import { AccountPicture } from './account-picture.tsx'
import { ownFieldLabels } from './account.labels.ts'
import { listDifferences, type Difference } from './field-differences.ts'
import style from './accounts.module.css'

const isPicture = ({ field }: Difference): boolean =>
  field === 'busiLicense' || field === 'companyLogo'

/**
 * The changes in an application: old next to new, pictures side by side; unchanged fields are
 * collapsed.
 */
export const Differences = ({ application }: { application: AccountApplicationDetail }) => {
  const { t } = useTranslation('accounts')
  const { proposed, current } = application
  const shown = (
    { field }: Difference,
    value: string | null,
    region: readonly string[] | null,
  ): ReactNode => {
    if (field === 'busiLicense' || field === 'companyLogo')
      return <AccountPicture address={value} label={t(ownFieldLabels[field])} />
    return (field === 'regionCode' ? region?.join(' / ') : value) || dash
  }
  if (current === null) {
    const { changed, same } = listDifferences(proposed, proposed)
    return (
      <Facts>
        {[...changed, ...same].map((one) => (
          <Fact key={one.field} label={t(ownFieldLabels[one.field])}>
            {shown(one, one.after, application.proposedRegion)}
          </Fact>
        ))}
      </Facts>
    )
  }
  const { changed, same } = listDifferences(current, proposed)
  return (
    <>
      {changed.length === 0 && <p className={style.hint}>{t('nothingChanges')}</p>}
      <Changes>
        {changed.map((one) => (
          <Change
            key={one.field}
            label={t(ownFieldLabels[one.field])}
            picture={isPicture(one)}
            before={shown(one, one.before, application.currentRegion)}
            after={shown(one, one.after, application.proposedRegion)}
          />
        ))}
      </Changes>
      {same.length > 0 && (
        <details className={style.same}>
          <summary>{t('unchanged', { count: same.length })}</summary>
          <Facts>
            {same.map((one) => (
              <Fact key={one.field} label={t(ownFieldLabels[one.field])}>
                {shown(one, one.after, application.proposedRegion)}
              </Fact>
            ))}
          </Facts>
        </details>
      )}
    </>
  )
}
