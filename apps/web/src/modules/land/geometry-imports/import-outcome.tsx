import type { GeometryImport } from '@swath/contract/land/geometry-imports'
import { Alert, Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { useAct } from './geometry-imports.mutations.ts'
import { statusLabels } from './import.labels.ts'
import style from './geometry-imports.module.css'

export const ImportProgress = ({ of }: { of: GeometryImport }) => {
  const { t } = useTranslation('geometry-imports')
  const stop = useAct(of, 'cancelGeometryImport')
  const all = of.status === 'undoing' ? of.madeNum : of.chosenNum
  const percent = all === 0 ? 0 : Math.floor((of.doneNum / all) * 100)
  const what = t(statusLabels[of.status])
  return (
    <div className={`grid gap-12 content-start ${style.step}`}>
      <p role="status">
        {what}: {t('progress', { done: formatCount(of.doneNum), all: formatCount(all) })}
      </p>
      <Progress percent={percent} status="active" aria-label={what} />
      <p className="m-0 muted text-13 leading-20">{t('stays')}</p>
      {of.can.cancel && (
        <Button danger loading={stop.isPending} onClick={() => stop.mutate()}>
          {t('stop')}
        </Button>
      )}
    </div>
  )
}

const useOutcomeWords = (of: GeometryImport): string => {
  const { t } = useTranslation('geometry-imports')
  if (of.status === 'undone')
    return of.keptNum > 0 ? t('undone', { kept: formatCount(of.keptNum) }) : t('undoneAll')
  if (of.status === 'cancelled') return t('status.cancelled')
  const counts = { made: formatCount(of.madeNum), refused: formatCount(of.refusedNum) }
  return of.refusedNum > 0 ? t('result', counts) : t('resultAll', counts)
}

/** The result of the import, with a button to undo it. */
export const ImportOutcome = ({ of }: { of: GeometryImport }) => {
  const { t } = useTranslation('geometry-imports')
  const words = useOutcomeWords(of)
  const confirm = useConfirm()
  const undo = useAct(of, 'undoGeometryImport')
  const ask = (): void =>
    confirm({
      title: t('askUndo', { name: of.fileName }),
      text: t('undoEffect'),
      verb: t('undo'),
      run: () => undo.mutateAsync(),
    })
  return (
    <>
      {of.refusedNum > 0 && of.status === 'applied' ? (
        <Alert showIcon role="status" type="warning" title={words} />
      ) : (
        <p role="status" className="m-0 text-16 semibold">
          {words}
        </p>
      )}
      {of.can.undo && (
        <Button danger onClick={ask}>
          {t('undo')}
        </Button>
      )}
    </>
  )
}
