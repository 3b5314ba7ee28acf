import { appVersionList, type CurrentVersion } from '@swath/contract/gear/app-versions'
import { useTranslation } from 'react-i18next'
import { TimeAgo } from '../../../ui/time.tsx'
import style from './app-logs.module.css'

const { labels } = appVersionList.columns.platform

/** The latest version of each platform, since when, and which versions must be updated. */
export const CurrentVersions = ({
  current,
}: {
  current: readonly CurrentVersion[] | undefined
}) => {
  const { t } = useTranslation('app-logs')
  if (current?.length === 0) return null
  return (
    // Scrolls sideways on a phone, so that it is focusable.
    <div role="group" tabIndex={0} aria-label={t('newest')} className={style.current}>
      <ul aria-busy={current === undefined}>
        {current?.map((version) => (
          <li key={`${version.accountName} ${version.platform}`} className="card">
            <span className="muted text-13">
              {t(labels[version.platform])}
              {!version.isOwn && ` · ${version.accountName}`}
            </span>
            <strong className="tabular">{version.versionName}</strong>
            <span className="text-13">
              {t('currentSince')} <TimeAgo time={version.publishedAt} />
            </span>
            <span className="muted text-13">
              {version.minimumName === null
                ? t('noneForced')
                : version.minimumName === version.versionName
                  ? t('forced')
                  : t('forcedBelow', { version: version.minimumName })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
