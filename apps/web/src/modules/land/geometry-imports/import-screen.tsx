import type { GeometryImport, ImportTarget } from '@swath/contract/land/geometry-imports'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { formatCount } from '../../../lib/format.ts'
import { outdated } from '../../../lib/query.ts'
import { Failure } from '../../../ui/empty.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useFirstView } from '../../../ui/use-first-view.ts'
import { afterImport, importQuery, useAct } from './geometry-imports.mutations.ts'
import { ImportFound } from './import-found.tsx'
import { ImportProgress } from './import-outcome.tsx'
import { ImportStart } from './import-start.tsx'
import { importPath, listPaths } from './import.labels.ts'
import style from './geometry-imports.module.css'

/** Polling interval while the import is applied or undone. */
const lookMs = 700
const isUnderWay = (of: GeometryImport | undefined): boolean =>
  of?.status === 'applying' || of?.status === 'undoing'

const ReadyFoot = ({ of, onOther }: { of: GeometryImport; onOther: () => void }) => {
  const { t } = useTranslation('geometry-imports')
  const apply = useAct(of, 'applyGeometryImport')
  const forget = useAct(of, 'cancelGeometryImport')
  return (
    <div className={`flex gap-8 ${style.foot}`}>
      <Button
        type="primary"
        disabled={!of.can.apply}
        loading={apply.isPending}
        onClick={() => apply.mutate()}
      >
        {t('take', { count: of.chosenNum, shown: formatCount(of.chosenNum) })}
      </Button>
      <Button
        loading={forget.isPending}
        onClick={() => forget.mutate(undefined, { onSuccess: onOther })}
      >
        {t('forget')}
      </Button>
    </div>
  )
}

/** Refetches the lists when the import has been applied. */
const useDone = (of: GeometryImport | undefined): void => {
  const status = of?.status
  const target = of?.target
  useEffect(() => {
    if ((status === 'applied' || status === 'undone') && target)
      void outdated(...afterImport(target))
  }, [status, target])
}

const Import = ({ importId, target }: { importId: string; target: ImportTarget }) => {
  const { t } = useTranslation('geometry-imports')
  const navigate = useNavigate()
  const asked = useQuery({
    ...importQuery(importId),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? lookMs : false),
  })
  const one = asked.data
  useDone(one)
  const toStart = (): void => void navigate(importPath(target))
  const title = target === 'plots' ? t('titlePlots') : t('titleZones')
  return (
    <Panel
      side="right"
      isDocked
      title={title}
      onClose={() => void navigate(listPaths[target])}
      footer={
        one?.can.change ? (
          <ReadyFoot of={one} onOther={toStart} />
        ) : (
          <Button onClick={toStart}>{t('other')}</Button>
        )
      }
    >
      {asked.isError ? (
        <Failure error={asked.error} onRetry={() => void asked.refetch()} />
      ) : !one ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : isUnderWay(one) ? (
        <ImportProgress of={one} />
      ) : (
        <ImportFound key={one.status} of={one} />
      )}
    </Panel>
  )
}

const ImportScreen = ({ target }: { target: ImportTarget }) => {
  const { t } = useTranslation('geometry-imports')
  const navigate = useNavigate()
  const { importId } = useParams()
  // Only until a file is read, when the map moves to its contents.
  useFirstView(importId === undefined)
  const title = target === 'plots' ? t('titlePlots') : t('titleZones')
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      {importId === undefined ? (
        <Panel side="right" isDocked title={title} onClose={() => void navigate(listPaths[target])}>
          <ImportStart
            target={target}
            onRead={(one) => void navigate(importPath(target, one.importId))}
          />
        </Panel>
      ) : (
        <Import key={importId} importId={importId} target={target} />
      )}
    </>
  )
}

export const PlotImportScreen = () => <ImportScreen target="plots" />
export const ZoneImportScreen = () => <ImportScreen target="no-fly-zones" />
