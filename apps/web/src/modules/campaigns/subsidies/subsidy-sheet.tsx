import type { PrintedSubsidy } from '@swath/contract/overview/shared-reports'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatCount, formatMinute } from '../../../lib/format.ts'
import { Area, useAreaWord } from '../../../ui/area.tsx'
import sheet from '../../../ui/paper/paper.module.css'
import { SheetFacts, SheetTable } from '../../../ui/paper/sheet-table.tsx'
import { Money } from './money.tsx'
import { lineStateLabels, stateLabels } from './subsidy.labels.ts'

const Sums = ({ subsidy }: Pick<PrintedSubsidy, 'subsidy'>) => {
  const { t } = useTranslation('subsidies')
  const facts = {
    [t('payer')]: subsidy.accountName,
    [t('terms:state')]: t(stateLabels[subsidy.state]),
    [t('proposedAt')]: formatMinute(subsidy.proposedAt),
    [t('approvedAt')]: formatMinute(subsidy.approvedAt),
    [t('paidAt')]: formatMinute(subsidy.paidAt),
    [t('paymentReference')]: subsidy.paymentReference ?? dash,
  }
  return (
    <>
      <SheetFacts facts={facts} />
      <SheetFacts
        areSums
        facts={{
          [t('total')]: <Money minor={subsidy.totalMinor} currency={subsidy.currency} />,
          [t('ground')]: <Area mu={subsidy.coveredArea} />,
          [t('lines')]: formatCount(subsidy.lineNum),
          [t('stoppedSum')]: <Money minor={subsidy.stoppedMinor} currency={subsidy.currency} />,
        }}
      />
    </>
  )
}

const LineTable = ({ lines }: Pick<PrintedSubsidy, 'lines'>) => {
  const { t } = useTranslation('subsidies')
  const areaWord = useAreaWord()
  return (
    <SheetTable
      rows={lines}
      toKey={({ number }) => String(number)}
      columns={[
        { head: t('line'), isFigure: true, isMinor: true, cell: ({ number }) => number },
        { head: t('terms:plot'), isText: true, cell: ({ blockName }) => blockName },
        { head: t('payee'), isText: true, cell: ({ yyAccountName }) => yyAccountName },
        {
          head: t('terms:state'),
          isText: true,
          isMinor: true,
          cell: ({ state }) => t(lineStateLabels[state]),
        },
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

type Props = { report: PrintedSubsidy; head: ReactNode }

/** The report of a subsidy, with its first lines. */
export const SubsidySheet = ({ report: { subsidy, lines }, head }: Props) => {
  const { t } = useTranslation('subsidies')
  const beyond = subsidy.lineNum - lines.length
  return (
    <article className={sheet.sheet}>
      {head}
      <h2>
        {t('reportTitle')}{' '}
        <small className="block">
          {subsidy.region.join(' / ')} {subsidy.year}
          {subsidy.seasons !== '' && ` · ${subsidy.seasons}`}
        </small>
      </h2>
      {subsidy.isPart && <p className={sheet.note}>{t('partHint')}</p>}
      <Sums subsidy={subsidy} />
      <LineTable lines={lines} />
      {beyond > 0 && (
        <p className={sheet.note}>{t('linesBeyond', { shown: formatCount(beyond) })}</p>
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
