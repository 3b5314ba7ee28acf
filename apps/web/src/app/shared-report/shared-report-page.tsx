// The page of a link to one report; it works without a session.
import type { SharedReport } from '@swath/contract/overview/shared-reports'
import { AREA_UNITS } from '@swath/domain/units'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { Suspense, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { call, CallError } from '../../lib/api.ts'
import { areaUnit, areaUnitTitles, useAreaUnit } from '../../lib/area-unit.ts'
import { formatMinute } from '../../lib/format.ts'
import { hostTheme } from '../../lib/host-theme.ts'
import { currentLanguage } from '../../lib/language.ts'
import { showTimesIn } from '../../lib/time-zone.ts'
import { LanguageSwitch } from '../../modules/people/auth/language-switch.tsx'
import { Empty, Failure } from '../../ui/empty.tsx'
import paper from '../../ui/paper/paper.module.css'
import { PrintButton } from '../../ui/paper/print-screen.tsx'
import { SheetHead, useDocumentTitle, WaitingSheet } from '../../ui/paper/report-sheet.tsx'
import { Providers } from '../providers.tsx'
import { SharedSheets, titleOf } from './shared-sheets.tsx'

/** Fetched once for each language, because names in it are translated; counted as one opening. */
const useSharedReport = (token: string) => {
  const opening = useRef<string>(undefined)
  return useQuery<SharedReport>({
    queryKey: ['openSharedReport', token, currentLanguage()],
    queryFn: async ({ signal }) => {
      const query = { opening: opening.current }
      const shared = await call('openSharedReport', { params: { token }, query }, { signal })
      opening.current = shared.openingId
      showTimesIn(shared.timeZone)
      return shared
    },
    staleTime: Infinity,
    placeholderData: (before) => before,
  })
}

const UnitChoice = () => {
  const { t } = useTranslation('app')
  return (
    <Select
      value={useAreaUnit()}
      aria-label={t('areaUnit')}
      options={AREA_UNITS.map((value) => ({ value, label: t(areaUnitTitles[value]) }))}
      popupMatchSelectWidth={false}
      onChange={areaUnit.set}
    />
  )
}

type FrameProps = { shared: SharedReport | undefined; children: ReactNode }
const Frame = ({ shared, children }: FrameProps) => {
  const { t } = useTranslation('share-links')
  return (
    <main className={`grid cols-1 gap-16 justify-items-center p-16 ${paper.desk}`}>
      <meta name="robots" content="noindex" />
      <div className={`flex wrap gap-8-16 items-center justify-between w-full ${paper.tools}`}>
        <span className="muted text-13">
          {shared &&
            t('sharedBy', { name: shared.accountName, time: formatMinute(shared.expiresAt) })}
        </span>
        <div className="flex wrap gap-8 items-center">
          <LanguageSwitch languages={hostTheme().languages} label={t('terms:language')} />
          {shared && (
            <>
              <UnitChoice />
              <PrintButton isPrimary />
            </>
          )}
        </div>
      </div>
      {children}
    </main>
  )
}

/** Ended, revoked and unknown links, and addresses that are no link. */
const isDead = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 404 || error.status === 400)

const Shared = () => {
  const { t } = useTranslation('share-links')
  const { token = '' } = useParams()
  const asked = useSharedReport(token)
  const { data: shared, error } = asked
  const title = shared && titleOf(shared.report)
  useDocumentTitle(title ? t(title) : null)
  return (
    <Frame shared={error ? undefined : shared}>
      {isDead(error) ? (
        <Empty title={t('deadTitle')} reason={t('deadReason')} />
      ) : error ? (
        <Failure error={error} onRetry={() => void asked.refetch()} />
      ) : !shared ? (
        <WaitingSheet />
      ) : (
        <Suspense fallback={<WaitingSheet />}>
          <SharedSheets
            report={shared.report}
            head={<SheetHead madeAt={shared.madeAt} by={shared} />}
          />
        </Suspense>
      )}
    </Frame>
  )
}

export const SharedReportPage = () => (
  <Providers>
    <Shared />
  </Providers>
)
