import { DownloadOutlined } from '@ant-design/icons'
import type { Statement } from '@swath/contract/money/lease-bills'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { formatTime } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Failure } from '../../../ui/empty.tsx'
import { useSavedFile } from '../../../ui/list-files.ts'
import sheet from '../../../ui/paper/paper.module.css'
import { PrintButton } from '../../../ui/paper/print-screen.tsx'
import { SheetHead, useDocumentTitle, WaitingSheet } from '../../../ui/paper/report-sheet.tsx'
import { ShareButton } from '../../../ui/share/share-button.tsx'
import { billPath } from './bill-tabs.tsx'
import { StatementSheet } from './statement-sheet.tsx'

const thisMonth = (): string => formatTime(Date.now()).slice(0, 7).replace('/', '-')

const Tools = ({ statement, month }: { statement: Statement | undefined; month: string }) => {
  const { t } = useTranslation('lease-billing')
  const [, setParams] = useSearchParams()
  const file = useSavedFile()
  const months = [...new Set([month, ...(statement?.months ?? [])])].toSorted().toReversed()
  const save = (): void => {
    if (!statement) return
    file.mutate({
      label: t('statement'),
      operation: 'exportLeaseStatement',
      fileName: `statement-${statement.clientName}-${month}.xlsx`,
      query: { clientId: statement.clientId, month, format: 'xlsx' },
    })
  }
  return (
    <div className={`flex wrap gap-16 items-center justify-between w-full ${sheet.tools}`}>
      <div className="flex wrap gap-16 items-center">
        <BackLink to={billPath}>{t('bills')}</BackLink>
        <Select
          aria-label={t('month')}
          value={month}
          options={months.map((one) => ({ value: one, label: one }))}
          onChange={(chosen) => setParams({ month: chosen }, { replace: true })}
        />
      </div>
      <div className="flex wrap gap-8 items-center">
        <Button icon={<DownloadOutlined aria-hidden />} loading={file.isPending} onClick={save}>
          XLSX
        </Button>
        <ShareButton
          report={statement ? { kind: 'statement', clientId: statement.clientId, month } : null}
        />
        <PrintButton isPrimary />
      </div>
    </div>
  )
}

/** A printable monthly statement for a client (A4). */
export const StatementScreen = () => {
  const { t } = useTranslation('lease-billing')
  const { id: clientId = '' } = useParams()
  const [params] = useSearchParams()
  const month = params.get('month') ?? thisMonth()
  const [madeAt] = useState(Date.now)
  const asked = useQuery(buildQuery('getLeaseStatement', { query: { clientId, month } }))
  const { data: statement } = asked
  useDocumentTitle(
    statement ? `${t('statementOf', { name: statement.clientName })} ${month}` : null,
  )
  return (
    <div className={`grid cols-1 gap-16 justify-items-center p-16 ${sheet.desk}`}>
      <Tools statement={statement} month={month} />
      {asked.isError && <Failure error={asked.error} onRetry={() => void asked.refetch()} />}
      {asked.isPending && <WaitingSheet />}
      {statement && <StatementSheet statement={statement} head={<SheetHead madeAt={madeAt} />} />}
    </div>
  )
}
