// A page of the users' guide; it works without a session. The guide is written in English.
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router'
import { hostTheme } from '../../lib/host-theme.ts'
import { usePalette } from '../../lib/appearance.ts'
import { Empty } from '../../ui/empty.tsx'
import { useDocumentTitle } from '../../ui/paper/report-sheet.tsx'
import { ProductMark } from '../../ui/product-mark.tsx'
import { Providers } from '../providers.tsx'
import { StartMark } from '../start-mark.tsx'
import { findGuideLoader } from './guide-files.ts'
import style from './guide-page.module.css'

const Article = ({ html }: { html: string }) => {
  const article = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  useLayoutEffect(() => {
    // The document is inserted after the browser looked for the anchor.
    if (hash) document.querySelector(`[id="${CSS.escape(hash.slice(1))}"]`)?.scrollIntoView()
    else article.current?.focus({ preventScroll: true })
  }, [hash, html])
  return (
    <article
      ref={article}
      lang="en"
      tabIndex={-1}
      className={style.article}
      // Rendered from this repository's own documents when the console is built.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

const GuideBody = () => {
  const { t } = useTranslation('ui')
  const { page = 'index' } = useParams()
  const load = findGuideLoader(page)
  const { data, isPending } = useQuery({
    queryKey: ['guide', page],
    queryFn: () => load!(),
    enabled: load !== undefined,
    staleTime: Infinity,
  })
  const { productName, logo } = hostTheme()
  useDocumentTitle(t('guide'))
  return (
    <div className={style.desk}>
      <header className={`flex wrap gap-8-16 items-center border-b bg-paper ${style.header}`}>
        <Link to="/" className="flex min-w-0 rounded-8 ink">
          <ProductMark name={productName} logo={logo} />
        </Link>
        <Link to="/guide/index" className="ml-auto">
          {t('guideAll')}
        </Link>
      </header>
      <main className={style.main}>
        {data !== undefined ? (
          <Article html={data} />
        ) : isPending && load ? (
          <StartMark />
        ) : (
          <Empty title={t('guideNone')} reason={t('guideNoneReason')} />
        )}
      </main>
    </div>
  )
}

export const GuidePage = () => (
  <Providers palette={usePalette()}>
    <GuideBody />
  </Providers>
)
