import { printedSubsidyLinesAtMost } from '@swath/contract/overview/shared-reports'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { PrintScreen } from '../../../ui/paper/print-screen.tsx'
import { BackToSubsidy, useSubsidy } from './line-list-screen.tsx'
import { SubsidySheet } from './subsidy-sheet.tsx'

/** A printable subsidy (A4). */
export const SubsidyReportScreen = () => {
  const { t } = useTranslation('subsidies')
  const { subsidyId, subsidy, asked } = useSubsidy()
  const lines = useQuery(
    buildQuery('listSubsidyLines', {
      query: { subsidyId, pageSize: String(printedSubsidyLinesAtMost) },
    }),
  )
  return (
    <PrintScreen
      title={t('reportTitle')}
      documentTitle={
        subsidy ? `${t('reportTitle')} ${subsidy.region.at(-1)} ${subsidy.year}` : null
      }
      back={<BackToSubsidy subsidyId={subsidyId} />}
      share={{ kind: 'subsidy', subsidyId }}
      shown={subsidy && lines.data && { subsidy, lines: lines.data.items }}
      failed={{ error: asked.error ?? lines.error }}
    >
      {(report, head) => <SubsidySheet report={report} head={head} />}
    </PrintScreen>
  )
}
