import type { GroundConfig, GroundSettings } from '@swath/contract/gear/ground-station-config'
import { useTranslation } from 'react-i18next'
import style from './ground-station.module.css'

export const themeLabels = {
  system: 'ground-station-config:system',
  light: 'ground-station-config:light',
  dark: 'ground-station-config:dark',
  contrast: 'ground-station-config:contrast',
} as const satisfies Record<GroundSettings['theme'], string>

type Props = {
  /** The current values of the form. */
  values: Readonly<Record<keyof GroundSettings, string>>
  inherited: GroundConfig['inherited']
}

const readWebAddress = (text: string): URL | null => {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
}

const Page = ({ title, url, none }: { title: string; url: string; none: string }) => {
  const { t } = useTranslation('ground-station-config')
  const address = readWebAddress(url)
  return (
    <div className={`grid gap-4 rounded-8 text-center ${style.page}`}>
      <span className="text-12">{title}</span>
      {address ? (
        <>
          <span className="semibold break-anywhere">
            {address.host}
            {address.pathname === '/' ? '' : address.pathname}
          </span>
          <a href={address.href} target="_blank" rel="noreferrer">
            {t('openPage')}
          </a>
        </>
      ) : (
        <span>{none}</span>
      )}
    </div>
  )
}

/** A preview of the ground app, without requests to other hosts. */
export const GroundPreview = ({ values, inherited }: Props) => {
  const { t } = useTranslation('ground-station-config')
  const server = values.servAddr || inherited?.servAddr
  return (
    <section className="min-w-0" aria-label={t('preview')}>
      <h2>{t('preview')}</h2>
      <div className={style.tablet} data-theme={values.theme}>
        <div className={`flex wrap gap-4-12 justify-between ${style.bar}`}>
          <span>{t('previewBar')}</span>
          <span className="text-12 break-anywhere">{server ?? location.host}</span>
        </div>
        <Page
          title={t('previewStart')}
          url={values.launchPageUrl || (inherited?.launchPageUrl ?? '')}
          none={t('previewNoPicture')}
        />
        <Page
          title={t('previewHome')}
          url={values.homePageUrl || (inherited?.homePageUrl ?? '')}
          none={t('previewNoHome')}
        />
      </div>
    </section>
  )
}
