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

type PageProps = { title: string; url: string; none: string }
/** The address of a page; nothing is loaded from it. */
const Page = ({ title, url, none }: PageProps) => {
  const { t } = useTranslation('ground-station-config')
  const address = readWebAddress(url)
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {address ? (
          <>
            <span className="break-anywhere">
              {address.host}
              {address.pathname === '/' ? '' : address.pathname}
            </span>{' '}
            <a href={address.href} target="_blank" rel="noreferrer" className="nowrap">
              {t('openPage')}
            </a>
          </>
        ) : (
          <span className="muted">{none}</span>
        )}
      </dd>
    </div>
  )
}

const passes = [24, 35, 46, 57, 68]

/** A field with its passes, the half of it sprayed, in the colours of the theme. */
const Field = () => (
  <svg className={style.field} viewBox="0 0 240 92" aria-hidden>
    <path d="M48 10L196 16L204 78L40 74Z" className={style.plot} />
    {passes.map((y, place) => (
      <path key={y} d={`M56 ${y}H192`} data-sprayed={place < 3} className={style.pass} />
    ))}
    <circle cx="128" cy="46" r="5" className={style.drone} />
  </svg>
)

/** A preview of the ground app, without requests to other hosts. */
export const GroundPreview = ({ values, inherited }: Props) => {
  const { t } = useTranslation('ground-station-config')
  const server = values.servAddr || inherited?.servAddr
  return (
    <section className={`card min-w-0 ${style.card}`} aria-label={t('preview')}>
      <h2>{t('preview')}</h2>
      <div className={style.tablet} data-theme={values.theme}>
        <div className={`flex wrap gap-4-12 justify-between ${style.bar}`}>
          <span className="semibold">{t('previewBar')}</span>
          <span className="text-12 break-anywhere">{server ?? location.host}</span>
        </div>
        <Field />
      </div>
      <dl className={style.saved}>
        <Page
          title={t('launchPageUrl')}
          url={values.launchPageUrl || (inherited?.launchPageUrl ?? '')}
          none={t('previewNoPicture')}
        />
        <Page
          title={t('homePageUrl')}
          url={values.homePageUrl || (inherited?.homePageUrl ?? '')}
          none={t('previewNoHome')}
        />
      </dl>
    </section>
  )
}
