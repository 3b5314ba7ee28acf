import type { AccountApplicationDetail } from '@swath/contract/accounts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dash } from '../../lib/format.ts'
import { AccountPicture } from './account-picture.tsx'
import { ownFieldWords } from './account-words.ts'
import { Fact } from './facts.tsx'
import { differencesOf, type Difference } from './field-differences.ts'
import style from './accounts.module.css'

const isPicture = ({ field }: Difference): boolean => field === 'busiLicense' || field === 'companyLogo'

/** What a change would change: old beside new, pictures side by side; what stays is folded away. */
export const Differences = ({ application }: { application: AccountApplicationDetail }) => {
  const { t } = useTranslation('accounts')
  const { proposed, current } = application
  const shown = ({ field }: Difference, value: string | null, region: readonly string[] | null): ReactNode => {
    if (field === 'busiLicense' || field === 'companyLogo') return <AccountPicture address={value} label={t(ownFieldWords[field])} />
    return (field === 'regionCode' ? region?.join(' / ') : value) || dash
  }
  if (current === null) {
    const { changed, same } = differencesOf(proposed, proposed)
    return <dl className={style.facts}>{[...changed, ...same].map((one) => <Fact key={one.field} label={t(ownFieldWords[one.field])}>{shown(one, one.after, application.proposedRegion)}</Fact>)}</dl>
  }
  const { changed, same } = differencesOf(current, proposed)
  return (
    <>
      {changed.length === 0 && <p className={style.hint}>{t('nothingChanges')}</p>}
      <dl className={style.changes}>
        {changed.map((one) => (
          <div key={one.field} className={style.change} data-pictures={isPicture(one)}>
            <dt>{t(ownFieldWords[one.field])}</dt>
            <dd className={style.before}><span className={style.when}>{t('before')}</span>{isPicture(one) ? shown(one, one.before, null) : <del>{shown(one, one.before, application.currentRegion)}</del>}</dd>
            <dd className={style.after}><span className={style.when}>{t('after')}</span>{isPicture(one) ? shown(one, one.after, null) : <ins>{shown(one, one.after, application.proposedRegion)}</ins>}</dd>
          </div>
        ))}
      </dl>
      {same.length > 0 && (
        <details className={style.same}>
          <summary>{t('unchanged', { count: same.length })}</summary>
          <dl className={style.facts}>{same.map((one) => <Fact key={one.field} label={t(ownFieldWords[one.field])}>{shown(one, one.after, application.proposedRegion)}</Fact>)}</dl>
        </details>
      )}
    </>
  )
}
