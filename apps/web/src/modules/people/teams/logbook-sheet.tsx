import type { PrintedLogbook } from '@swath/contract/overview/shared-reports'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatCount, formatNumber, formatUnit } from '../../../lib/format.ts'
import { Area, useAreaWord } from '../../../ui/area.tsx'
import { Hours } from '../../../ui/hours.tsx'
import sheet from '../../../ui/paper/paper.module.css'
import { SheetFacts, SheetTable } from '../../../ui/paper/sheet-table.tsx'

const Months = ({ entries }: Pick<PrintedLogbook, 'entries'>) => {
  const { t } = useTranslation('teams')
  const areaWord = useAreaWord()
  return (
    <SheetTable
      rows={entries}
      toKey={({ month, modelName }) => `${month} ${modelName}`}
      columns={[
        { head: t('month'), isTime: true, cell: ({ month }) => month.replace('-', '/') },
        { head: t('terms:model'), isText: true, cell: ({ modelName }) => modelName },
        {
          head: t('terms:sorties'),
          isFigure: true,
          cell: ({ sortieCount }) => formatCount(sortieCount),
        },
        {
          head: t('terms:flightTime'),
          isFigure: true,
          cell: ({ durationS }) => <Hours durationS={durationS} />,
        },
        {
          head: `${t('terms:coveredArea')} (${areaWord})`,
          isFigure: true,
          cell: ({ sprayArea }) => <Area mu={sprayArea} bare />,
        },
        {
          head: `${t('terms:sprayed')} (${formatUnit('L')})`,
          isFigure: true,
          isMinor: true,
          cell: ({ sprayL }) => formatNumber(sprayL, 1),
        },
        { head: t('places'), isText: true, isMinor: true, cell: ({ places }) => places || dash },
      ]}
    />
  )
}

type Props = { report: PrintedLogbook; head: ReactNode }

/** A pilot's logbook as a printed sheet (A4). */
export const LogbookSheet = ({ report, head }: Props) => {
  const { t } = useTranslation('teams')
  const { userName, groupName, year, stats, entries } = report
  return (
    <article className={sheet.sheet}>
      {head}
      <h2>
        {t('logbookOf', { name: userName })} {year && <small>{year}</small>}
      </h2>
      {groupName && <p className={sheet.note}>{groupName}</p>}
      <SheetFacts
        areSums
        facts={{
          [t('terms:sorties')]: formatCount(stats.sortieCount),
          [t('terms:flightTime')]: <Hours durationS={stats.durationS} />,
          [t('terms:coveredArea')]: <Area mu={stats.sprayArea} decimals={1} />,
          [t('terms:sprayed')]: (
            <>
              {formatNumber(stats.sprayL, 1)} <span className="unit">{formatUnit('L')}</span>
            </>
          ),
        }}
      />
      <Months entries={entries} />
    </article>
  )
}
