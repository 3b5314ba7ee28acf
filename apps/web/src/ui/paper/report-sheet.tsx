// Shared parts of every report: its header, its title, and a placeholder sheet.
import { Skeleton } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMinute, formatTimeZone } from '../../lib/format.ts'
import { hostTheme } from '../../lib/host-theme.ts'
import { useUserIfAny } from '../../lib/session.ts'
import { ProductMark } from '../product-mark.tsx'
import style from './paper.module.css'

/** Browsers name the PDF after the document title. */
export const useDocumentTitle = (title: string | null): void =>
  useEffect(() => {
    if (title === null) return
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])

type HeadProps = {
  madeAt: number | string
  /** Default: the signed-in person. */
  by?: { accountName: string; userName: string }
}
export const SheetHead = ({ madeAt, by }: HeadProps) => {
  const { t } = useTranslation('work-reports')
  const person = useUserIfAny()
  const user = by ?? person
  const { productName, logo } = hostTheme()
  return (
    <header className={`grid gap-0-16 items-center ${style.head}`}>
      <ProductMark name={productName} logo={logo} />
      <p className="m-0">{user?.accountName}</p>
      <p className="m-0">
        {t('made', { time: formatMinute(madeAt), name: user?.userName ?? '' })}
        <br />
        {t('zone', { zone: formatTimeZone() })}
      </p>
    </header>
  )
}

export const WaitingSheet = () => (
  <article className={style.sheet} aria-busy="true">
    <Skeleton active paragraph={{ rows: 4 }} />
    <div className={style.waiting} />
    <Skeleton active paragraph={{ rows: 8 }} />
  </article>
)
