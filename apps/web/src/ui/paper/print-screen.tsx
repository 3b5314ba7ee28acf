import { PrinterOutlined } from '@ant-design/icons'
import type { SharedReportOf } from '@swath/contract/overview/shared-reports'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../empty.tsx'
import { ShareButton } from '../share/share-button.tsx'
import style from './paper.module.css'
import { SheetHead, useDocumentTitle, WaitingSheet } from './report-sheet.tsx'

type PrintProps = { isPrimary?: boolean; disabled?: boolean }
export const PrintButton = ({ isPrimary = false, disabled = false }: PrintProps) => {
  const { t } = useTranslation()
  return (
    <Button
      type={isPrimary ? 'primary' : 'default'}
      icon={<PrinterOutlined aria-hidden />}
      disabled={disabled}
      onClick={() => window.print()}
    >
      {t('terms:print')}
    </Button>
  )
}

type Props<Shown> = {
  title: string
  /** Title of the page and the PDF; null while loading. */
  documentTitle: string | null
  /** The back link; of a page with tabs the link and the tabs. */
  back: ReactNode
  /** Title of a page with tabs: the head is as on its other pages. */
  tabsTitle?: string
  /** Replaces the print button. */
  tools?: ReactNode
  /** The report that a link shows; absent: it can't be shared. */
  share?: SharedReportOf
  shown: Shown | null | undefined
  failed: { error: Error | null; refetch?: () => unknown } | null | undefined
  children: (shown: Shown, head: ReactNode) => ReactNode
}

/** A4 sheets with a back button and a print button above them. */
export const PrintScreen = <Shown,>({
  title,
  documentTitle,
  back,
  tabsTitle,
  tools,
  share,
  shown,
  failed,
  children,
}: Props<Shown>) => {
  const [madeAt] = useState(Date.now)
  useDocumentTitle(documentTitle)
  const refetch = failed?.refetch
  const buttons = tools ?? (
    <div className="flex wrap gap-8">
      {share && <ShareButton report={share} disabled={!shown} />}
      <PrintButton isPrimary disabled={!shown} />
    </div>
  )
  return (
    <div
      className={`grid cols-1 gap-16 justify-items-center p-16 ${style.desk}`}
      data-tabs={tabsTitle !== undefined}
    >
      {tabsTitle === undefined ? (
        <div className={`flex wrap gap-16 items-center justify-between w-full ${style.tools}`}>
          {back}
          {buttons}
          <h1 className="sr-only">{title}</h1>
        </div>
      ) : (
        <div className={`flex wrap gap-16 items-center justify-between w-full ${style.tools}`}>
          <h1 className="page-title">{tabsTitle}</h1>
          {buttons}
          {back}
        </div>
      )}
      {shown ? (
        children(shown, <SheetHead madeAt={madeAt} />)
      ) : failed?.error ? (
        <Failure error={failed.error} {...(refetch && { onRetry: () => void refetch() })} />
      ) : (
        <WaitingSheet />
      )}
    </div>
  )
}
