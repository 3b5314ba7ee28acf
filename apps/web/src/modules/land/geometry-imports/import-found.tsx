import type {
  GeometryImport,
  GeometryImportItem,
  ItemState,
} from '@swath/contract/land/geometry-imports'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatCount } from '../../../lib/format.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Failure } from '../../../ui/empty.tsx'
import { Pages } from '../../../ui/pages.tsx'
import { useChoice, useSettings } from './geometry-imports.mutations.ts'
import { ImportItems } from './import-items.tsx'
import { ImportLayer, isOffMap } from './import-layer.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { ImportSettings } from './import-settings.tsx'
import { formatNames, stateLabels } from './import.labels.ts'
import style from './geometry-imports.module.css'

const pageSize = 200
const noRows: readonly GeometryImportItem[] = []

const FileFacts = ({ of }: { of: GeometryImport }) => {
  const { t } = useTranslation('geometry-imports')
  return (
    <Facts>
      <Fact label={t('fileName')}>
        {of.fileName} · {formatBytes(of.bytes)}
      </Fact>
      <Fact label={t('format')}>{formatNames[of.format]}</Fact>
      {of.system !== '' && <Fact label={t('systemTold')}>{of.system}</Fact>}
    </Facts>
  )
}

/** The subject of a note; countries are shown by name. */
const useAbout = (of: GeometryImport) => {
  const { i18n } = useTranslation()
  const countries = new Intl.DisplayNames([i18n.language], { type: 'region' })
  return (note: string): string => {
    const about = of.noteDetails[note] ?? []
    const words = note === 'swap_suspected' ? about.map((one) => countries.of(one) ?? one) : about
    return words.join(', ')
  }
}

const Notes = ({ of }: { of: GeometryImport }) => {
  const { t } = useTranslation('geometry-imports')
  const aboutOf = useAbout(of)
  const { mutate, isPending } = useSettings(of)
  const notes = of.notes.filter((note) => note !== 'several_layers')
  if (of.problem !== null) return <Alert type="error" showIcon title={t('problemRightLost')} />
  if (notes.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={
        <ul className="list-plain text-13">
          {notes.map((note) => (
            <li key={note}>
              {t(`note.${note}`, { about: aboutOf(note) })}
              {note === 'swap_suspected' && of.can.change && (
                <>
                  {' '}
                  <Button
                    size="small"
                    loading={isPending}
                    onClick={() => mutate({ ...of.settings, isSwapped: true })}
                  >
                    {t('swapNow')}
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      }
    />
  )
}

const ChoiceTools = ({ of }: { of: GeometryImport }) => {
  const { t } = useTranslation('geometry-imports')
  const { mutate, isPending } = useChoice(of)
  return (
    <div className={`flex wrap gap-8 items-center ${style.tools}`}>
      <span>{t('chosen', { count: of.chosenNum })}</span>
      <Button size="small" disabled={isPending} onClick={() => mutate({ isChosen: true })}>
        {t('chooseAll')}
      </Button>
      {of.mendedNum > 0 && (
        <Button
          size="small"
          disabled={isPending}
          onClick={() => mutate({ states: ['mended'], isChosen: false })}
        >
          {t('chooseGood')}
        </Button>
      )}
      <Button size="small" disabled={isPending} onClick={() => mutate({ isChosen: false })}>
        {t('chooseNone')}
      </Button>
    </div>
  )
}

type Shown = ItemState | 'refused' | 'kept' | 'all'

/** Counts that add up to their total and are filters. */
const useFilters = (of: GeometryImport): { value: Shown; label: string; count: number }[] => {
  const { t } = useTranslation('geometry-imports')
  const states = (['good', 'mended', 'bad'] as const).map((state) => ({
    value: state as Shown,
    label: t(stateLabels[state]),
    count: { good: of.goodNum, mended: of.mendedNum, bad: of.badNum }[state],
  }))
  const results = [
    { value: 'refused' as const, label: t('refused'), count: of.refusedNum },
    { value: 'kept' as const, label: t('kept'), count: of.keptNum },
  ]
  return [
    { value: 'all' as const, label: t('all'), count: of.itemNum },
    ...states,
    ...results,
  ].filter(({ value, count }) => value === 'all' || count > 0)
}

const queryOf = (shown: Shown) =>
  shown === 'all'
    ? {}
    : shown === 'refused' || shown === 'kept'
      ? { result: shown }
      : { state: shown }

const useItems = (of: GeometryImport, shown: Shown, page: number) =>
  useQuery({
    ...buildQuery('listGeometryImportItems', {
      params: { importId: of.importId },
      query: { ...queryOf(shown), currentPage: String(page), pageSize: String(pageSize) },
    }),
    ...keepShown,
  })

/** The contents of the file, on the map and in a list, and the selection to import. */
export const ImportFound = ({ of }: { of: GeometryImport }) => {
  const { t } = useTranslation('geometry-imports')
  const [shown, setShown] = useState<Shown>('all')
  const [page, setPage] = useState(1)
  const [selected, setSelected] = useState<number | null>(null)
  const filters = useFilters(of)
  const items = useItems(of, shown, page)
  const rows = items.data?.items ?? noRows
  const offMapNum = rows.filter(isOffMap).length
  return (
    <div className={`grid gap-12 content-start ${style.step}`}>
      {of.status !== 'ready' && <ImportOutcome of={of} />}
      <FileFacts of={of} />
      <Notes of={of} />
      {of.can.change && <ImportSettings of={of} />}
      <Segmented<Shown>
        className={style.filters}
        value={shown}
        options={filters.map(({ value, label, count }) => ({
          value,
          label: `${label} ${formatCount(count)}`,
        }))}
        onChange={(next) => {
          setShown(next)
          setPage(1)
        }}
      />
      {of.can.change && <ChoiceTools of={of} />}
      {offMapNum > 0 && <Alert type="info" showIcon title={t('offMap', { count: offMapNum })} />}
      <ImportLayer rows={rows} selected={selected} onSelect={setSelected} />
      {items.isPending ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : items.isError ? (
        <Failure error={items.error} onRetry={() => void items.refetch()} />
      ) : (
        <ImportItems of={of} rows={rows} selected={selected} onSelect={setSelected} />
      )}
      {(items.data?.total ?? 0) > pageSize && (
        <Pages
          simple
          size="small"
          current={page}
          pageSize={pageSize}
          total={items.data?.total ?? 0}
          onChange={setPage}
          aria-label={t('items')}
        />
      )}
    </div>
  )
}
