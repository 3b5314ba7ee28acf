import type { Language } from '@swath/i18n/languages'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, Button, ConfigProvider, theme as antd } from 'antd'
import type { Locale } from 'antd/es/locale'
import dayjs from 'dayjs'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showNotesWith } from '../lib/errors.ts'
import { undoMs } from '../lib/held-deletions.ts'
import { hostTheme } from '../lib/host-theme.ts'
import { queryClient } from '../lib/query.ts'
import { antdTheme } from '../ui/antd-theme.ts'
import { quietIcons } from '../ui/quiet-icons.ts'
import type { Palette } from '../lib/theme.ts'
import { useNarrow } from '../ui/use-width.ts'
import '../ui/touch.css'
import style from './providers.module.css'

quietIcons()

/** Texts of antd and its calendar, in the current language. */
const libraryTexts: Readonly<Record<Language, () => Promise<{ default: Locale }>>> = {
  'en': async () => import('antd/es/locale/en_US.js'),
  'zh-CN': async () => {
    await import('dayjs/locale/zh-cn.js')
    return import('antd/es/locale/zh_CN.js')
  },
  'zh-TW': async () => {
    await import('dayjs/locale/zh-tw.js')
    return import('antd/es/locale/zh_TW.js')
  },
  'th': async () => {
    await import('dayjs/locale/th.js')
    return import('antd/es/locale/th_TH.js')
  },
  'ko': async () => {
    await import('dayjs/locale/ko.js')
    return import('antd/es/locale/ko_KR.js')
  },
}

const Notes = () => {
  const { message } = App.useApp()
  const { t } = useTranslation('app')
  useEffect(
    () =>
      showNotesWith(({ kind, text, traceId, undo }) => {
        if (undo) {
          const close = message.open({
            type: kind,
            duration: undoMs / 1000,
            pauseOnHover: false,
            content: (
              <>
                {text}{' '}
                <Button
                  type="link"
                  size="small"
                  onClick={() => {
                    undo()
                    close()
                  }}
                >
                  {t('terms:undo')}
                </Button>
              </>
            ),
          })
          return
        }
        const content = traceId ? (
          <>
            {text}{' '}
            <span className={`muted text-12 ${style.trace}`}>
              {t('terms:whenYouAskForHelpQuote')} <code>{traceId}</code>
            </span>
          </>
        ) : (
          text
        )
        void message.open({ type: kind, content, duration: kind === 'success' ? 3 : 6 })
      }),
    [message, t],
  )
  return null
}

type Props = { palette?: Palette; children: ReactNode }

export const Providers = ({ palette = 'light', children }: Props) => {
  const { i18n } = useTranslation('app')
  // Starts with a placeholder: adding a locale later would remount the whole page, including the
  // map.
  const [locale, setLocale] = useState<Locale>({ locale: 'en' })
  const language = i18n.language as Language
  useEffect(() => {
    let isCurrent = true
    void libraryTexts[language]().then((texts) => {
      if (!isCurrent) return
      dayjs.locale(language.toLowerCase())
      setLocale(texts.default)
    })
    return () => {
      isCurrent = false
    }
  }, [language])
  const narrow = useNarrow()
  const theme = useMemo(
    () => ({
      ...antdTheme({ brand: hostTheme().brand.primary, language, narrow, palette }),
      algorithm: palette === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
    }),
    [language, narrow, palette],
  )
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        theme={theme}
        locale={locale}
        button={{ autoInsertSpace: false }}
        // Keeps a long title clear of the dialog's close button.
        modal={{ styles: { header: { marginBottom: 16, paddingInlineEnd: 32 } } }}
      >
        <App
          className={style.app}
          message={{ maxCount: 3, top: 64 }}
          notification={{ maxCount: 3, top: 64 }}
        >
          <Notes />
          {children}
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  )
}
