import type { SubsidyDetail } from '@swath/contract/campaigns/subsidies'
import type { SubsidyLine } from '@swath/contract/campaigns/subsidy-rows'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatCount, formatTime } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { Area, useAreaWord } from '../../../ui/area.tsx'
import sheet from '../../../ui/paper/paper.module.css'
import { PrintScreen } from '../../../ui/paper/print-screen.tsx'
import { SheetFacts, SheetTable } from '../../../ui/paper/sheet-table.tsx'
import { BackToSubsidy, useSubsidy } from './line-list-screen.tsx'
import { Money } from './money.tsx'
import { lineStateLabels, stateLabels } from './subsidy.labels.ts'

const linesShown = 500

const Sums = ({ subsidy }: { subsidy: SubsidyDetail }) => {
  const { t } = useTranslation('subsidies')
  const facts = {
    [t('payer')]: subsidy.accountName,
    [t('terms:state')]: t(stateLabels[subsidy.state]),
    [t('proposedAt')]: formatTime(subsidy.proposedAt),
    [t('approvedAt')]: formatTime(subsidy.approvedAt),
    [t('paidAt')]: formatTime(subsidy.paidAt),
    [t('paymentReference')]: subsidy.paymentReference ?? dash,
  }
  return (
    <>
      <SheetFacts facts={facts} />
      <SheetFacts
        areSums
        facts={{
          [t('total')]: <Money minor={subsidy.totalMinor} currency={subsidy.currency} />,
          [t('paidGround')]: <Area mu={subsidy.coveredArea} />,
          [t('lines')]: formatCount(subsidy.lineNum),
          [t('stoppedSum')]: <Money minor={subsidy.stoppedMinor} currency={subsidy.currency} />,
        }}
      />
    </>
  )
}

const LineTable = ({ lines }: { lines: readonly SubsidyLine[] }) => {
  const { t } = useTranslation('subsidies')
  const areaWord = useAreaWord()
  return (
    <SheetTable
      rows={lines}
      toKey={({ lineId }) => lineId}
      columns={[
        { head: t('line'), isFigure: true, isMinor: true, cell: ({ number }) => number },
        { head: t('terms:plot'), isText: true, cell: ({ blockName }) => blockName },
        { head: t('payee'), isText: true, cell: ({ yyAccountName }) => yyAccountName },
        { head: t('terms:state'), isText: true, cell: ({ state }) => t(lineStateLabels[state]) },
        {
          head: `${t('ground')} (${areaWord})`,
          isFigure: true,
          cell: ({ groundArea }) => <Area mu={groundArea} bare />,
        },
        {
          head: t('amount'),
          isFigure: true,
          cell: (line) => <Money minor={line.amountMinor} currency={line.currency} />,
        },
      ]}
    />
  )
}

const Sheet = ({ subsidy, head }: { subsidy: SubsidyDetail; head: ReactNode }) => {
  const { t } = useTranslation('subsidies')
  const lines = useQuery(
    buildQuery('listSubsidyLines', {
      query: { subsidyId: subsidy.subsidyId, pageSize: String(linesShown) },
    }),
  )
  const total = lines.data?.total ?? 0
  return (
    <article className={sheet.sheet}>
      {head}
      <h2>
        {t('reportTitle')}{' '}
        <small>
          {subsidy.region.join(' / ')} {subsidy.year}
          {subsidy.seasons !== '' && ` · ${subsidy.seasons}`}
        </small>
      </h2>
      {subsidy.isPart && <p className={sheet.note}>{t('partHint')}</p>}
      <Sums subsidy={subsidy} />
      <LineTable lines={lines.data?.items ?? []} />
      {total > linesShown && (
        <p className={sheet.note}>{t('linesBeyond', { shown: formatCount(total - linesShown) })}</p>
      )}
      {subsidy.linesHash && (
        <div className={sheet.hash}>
          <p>{t('hashHint')}</p>
          <code>{subsidy.linesHash}</code>
        </div>
      )}
    </article>
  )
}

/** A printable subsidy (A4). */
export const SubsidyReportScreen = () => {
  const { t } = useTranslation('subsidies')
  const { subsidyId, subsidy, asked } = useSubsidy()
  return (
    <PrintScreen
      title={t('reportTitle')}
      documentTitle={
        subsidy ? `${t('reportTitle')} ${subsidy.region.at(-1)} ${subsidy.year}` : null
      }
      back={<BackToSubsidy subsidyId={subsidyId} />}
      shown={subsidy}
      failed={{ error: asked.error }}
    >
      {(found, head) => <Sheet subsidy={found} head={head} />}
    </PrintScreen>
  )
}
