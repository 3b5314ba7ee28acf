import type { GroundConfig, GroundSettings } from '@swath/contract/gear/ground-station-config'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { StateTag } from '../../../ui/state-tags.tsx'
import { Time } from '../../../ui/time.tsx'
import { themeLabels } from './ground-preview.tsx'
import style from './ground-station.module.css'

type Saved = GroundConfig['history'][number]
const names = ['theme', 'launchPageUrl', 'homePageUrl', 'servAddr'] as const

type ChangesProps = { saved: Saved; before: GroundSettings | undefined }
/** The settings that a version changed, with their new values. */
const Changes = ({ saved, before }: ChangesProps) => {
  const { t } = useTranslation('ground-station-config')
  const changed = names.filter((name) =>
    before ? saved[name] !== before[name] : saved[name] !== null,
  )
  if (changed.length === 0) return <p className="m-0 muted text-13">{t('noChange')}</p>
  return (
    <dl className={style.saved}>
      {changed.map((name) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{name === 'theme' ? t(themeLabels[saved.theme]) : (saved[name] ?? t('empty'))}</dd>
        </div>
      ))}
    </dl>
  )
}

type Props = { config: GroundConfig; onTake: (settings: GroundSettings) => void }

/** Saved versions, newest first, with what each changed. */
export const GroundHistory = ({ config, onTake }: Props) => {
  const { t } = useTranslation('ground-station-config')
  const { history, version, can } = config
  return (
    <section className={`card ${style.card}`} aria-label={t('history')}>
      <h2>{t('history')}</h2>
      {history.length === 0 && <p className={style.hint}>{t('historyNone')}</p>}
      <ol className={`list-plain ${style.history}`}>
        {history.map((saved, place) => (
          <li key={saved.version}>
            <div className="flex wrap gap-4-12 items-center justify-between">
              <span className="flex wrap gap-4-12 items-center">
                <strong className="tabular">{formatCount(saved.version)}</strong>
                <span>{saved.userName}</span>
                <span className="muted text-13">
                  <Time time={saved.savedAt} />
                </span>
              </span>
              {saved.version === version ? (
                <StateTag tone="good">{t('current')}</StateTag>
              ) : (
                can.update && (
                  <Button size="small" onClick={() => onTake(saved)}>
                    {t('takeBack')}
                  </Button>
                )
              )}
            </div>
            <Changes saved={saved} before={history[place + 1]} />
          </li>
        ))}
      </ol>
    </section>
  )
}
