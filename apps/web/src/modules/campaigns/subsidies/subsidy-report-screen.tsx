import { PrinterOutlined } from '@ant-design/icons'
import type { SubsidyDetail } from '@swath/contract/subsidies'
import type { SubsidyLine } from '@swath/contract/subsidy-rows'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatCount, formatTime } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { Area, useAreaWord } from '../../../ui/area.tsx'
import { Failure } from '../../../ui/empty.tsx'
import sheet from '../../../ui/paper/paper.module.css'
import { SheetHead, useDocumentTitle, WaitingSheet } from '../../../ui/paper/report-sheet.tsx'
import { BackToSubsidy, useSubsidy } from './line-list-screen.tsx'
import { Money } from './money.tsx'
import { lineStateWords, stateWords } from './subsidy.labels.ts'

const linesShown = 500

const Sums = ({ subsidy }: { subsidy: SubsidyDetail }) => {
  const { t } = useTranslation('subsidies')
  const facts = [
    [t('payer'), subsidy.accountName],
    [t('terms:state'), t(stateWords[subsidy.state])],
    [t('proposedAt'), formatTime(subsidy.proposedAt)],
    [t('approvedAt'), formatTime(subsidy.approvedAt)],
    [t('paidAt'), formatTime(subsidy.paidAt)],
    [t('paymentReference'), subsidy.paymentReference ?? dash],
  ] as const
  return (
    <>
      <dl className={sheet.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <dl className={sheet.sums}>
        <div>
          <dt>{t('total')}</dt>
          <dd>
            <Money minor={subsidy.totalMinor} currency={subsidy.currency} />
          </dd>
        </div>
        <div>
          <dt>{t('paidGround')}</dt>
          <dd>
            <Area mu={subsidy.coveredArea} />
          </dd>
        </div>
        <div>
          <dt>{t('lines')}</dt>
          <dd>{formatCount(subsidy.lineNum)}</dd>
        </div>
        <div>
          <dt>{t('stoppedSum')}</dt>
          <dd>
            <Money minor={subsidy.stoppedMinor} currency={subsidy.currency} />
          </dd>
        </div>
      </dl>
    </>
  )
}

const LineTable = ({ lines }: { lines: readonly SubsidyLine[] }) => {
  const { t } = useTranslation('subsidies')
  const areaWord = useAreaWord()
  return (
    <table className={sheet.table} data-fits>
      <thead>
        <tr>
          <th scope="col" data-figure data-minor>
            {t('line')}
          </th>
          <th scope="col">{t('terms:plot')}</th>
          <th scope="col">{t('payee')}</th>
          <th scope="col">{t('terms:state')}</th>
          <th scope="col" data-figure>{`${t('ground')} (${areaWord})`}</th>
          <th scope="col" data-figure>
            {t('amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.lineId}>
            <td data-figure data-minor>
              {line.number}
            </td>
            <td data-words>{line.blockName}</td>
            <td data-words>{line.yyAccountName}</td>
            <td data-words>{t(lineStateWords[line.state])}</td>
            <td data-figure>
              <Area mu={line.groundArea} bare />
            </td>
            <td data-figure>
              <Money minor={line.amountMinor} currency={line.currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Sheet = ({ subsidy }: { subsidy: SubsidyDetail }) => {
  const { t } = useTranslation('subsidies')
  const [madeAt] = useState(Date.now)
  const lines = useQuery(
    buildQuery('listSubsidyLines', {
      query: { subsidyId: subsidy.subsidyId, pageSize: String(linesShown) },
    }),
  )
  const total = lines.data?.total ?? 0
  return (
    <article className={sheet.sheet}>
      <SheetHead madeAt={madeAt} />
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

/** A subsidy on A4. */
export const SubsidyReportScreen = () => {
  const { t } = useTranslation('subsidies')
  const { subsidyId, subsidy, asked } = useSubsidy()
  useDocumentTitle(subsidy ? `${t('reportTitle')} ${subsidy.region.at(-1)} ${subsidy.year}` : null)
  return (
    <div className={sheet.desk}>
      <div className={sheet.tools}>
        <BackToSubsidy subsidyId={subsidyId} />
        <Button
          type="primary"
          icon={<PrinterOutlined aria-hidden />}
          onClick={() => window.print()}
        >
          {t('terms:print')}
        </Button>
      </div>
      <h1 className="sr-only">{t('reportTitle')}</h1>
      {subsidy ? (
        <Sheet subsidy={subsidy} />
      ) : asked.isError ? (
        <Failure error={asked.error} />
      ) : (
        <WaitingSheet />
      )}
    </div>
  )
}
