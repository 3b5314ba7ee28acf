import type { DataStat } from '@swath/contract/figures/data-stats'
import { DataStatInput } from '@swath/contract/figures/data-stats'
import { findStatProblem, type DataStatSettings } from '@swath/contract/figures/stat-settings'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Skeleton, Switch } from 'antd'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useParams } from 'react-router'
import { CallError } from '../../../lib/api.ts'
import { showError, showSuccess } from '../../../lib/errors.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { Failure } from '../../../ui/empty.tsx'
import { keepPickerKeys } from '../../../ui/picker-keys.ts'
import { ThinBar } from '../../../ui/thin-bar.tsx'
import { useAskToLeave } from '../../../ui/use-ask-to-leave.ts'
import { useSaveDataStat } from './data-stats.mutations.ts'
import { StatFields } from './stat-fields.tsx'
import { StatFiguresView } from './stat-figures-view.tsx'
import { statsPath } from './stat-tabs.tsx'
import style from './data-stats.module.css'

type Draft = Pick<DataStat, 'name' | 'shared' | 'settings'>

/** The initial settings: the most common question. */
const newDraft: Draft = {
  name: '',
  shared: false,
  settings: {
    periodType: 4,
    startTime: null,
    endTime: null,
    region: null,
    tftzType: null,
    taskIds: [],
    cropId: null,
    medId: null,
    zzAccountId: null,
    yyAccountId: null,
    startDroneId: null,
    endDroneId: null,
    flyModelId: null,
    oprId: null,
    areaUnit: null,
    showType: 'bar',
    refreshFre: 0,
    x: 'month',
    y: ['sprayArea'],
    dimension: null,
    summary: true,
    comparison: false,
    top: 20,
  },
}

/** Delay after the last change before the request, ms. */
const restMs = 350

const useRested = (settings: DataStatSettings): DataStatSettings => {
  const [rested, setRested] = useState(settings)
  useEffect(() => {
    const timer = setTimeout(() => setRested(settings), restMs)
    return () => clearTimeout(timer)
  }, [settings])
  return rested
}

const Preview = ({ name, settings }: { name: string; settings: DataStatSettings }) => {
  const { t } = useTranslation('data-stats')
  const rested = useRested(settings)
  const problem = findStatProblem(rested)
  const asked = useQuery({
    ...buildQuery('previewDataStat', { body: { settings: rested } }),
    ...keepShown,
    enabled: problem === null,
    meta: { quiet: true },
  })
  return (
    <section
      className={`relative flex column gap-16 min-w-0 card p-16 ${style.card} ${style.preview}`}
      aria-label={t('preview')}
    >
      <ThinBar active={asked.isFetching && !asked.isPending} />
      {problem ? (
        <Alert type="warning" showIcon title={t(`why_${problem}`)} />
      ) : asked.isError ? (
        <Failure error={asked.error} onRetry={() => void asked.refetch()} />
      ) : asked.data ? (
        <StatFiguresView name={name || t('preview')} settings={rested} figures={asked.data} />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </section>
  )
}

type EditorProps = { statId: string | null; begin: Draft; version: number | undefined }

/** The draft in the form, and saving it. */
const useDraft = ({ statId, begin, version }: EditorProps) => {
  const navigate = useNavigate()
  const { t } = useTranslation('data-stats')
  const [draft, setDraft] = useState(begin)
  const [isDirty, setDirty] = useState(false)
  const [isTried, setTried] = useState(false)
  const [savedId, setSavedId] = useState<string | null>(null)
  const save = useSaveDataStat(statId)
  useAskToLeave(isDirty && savedId === null)
  // After it is saved: leaving earlier would ask about unsaved changes.
  useEffect(() => {
    if (savedId !== null) void navigate(`${statsPath}/${savedId}`, { replace: true })
  }, [savedId, navigate])
  const change = (patch: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...patch }))
    setDirty(true)
  }
  const send = async (): Promise<void> => {
    setTried(true)
    const parsed = DataStatInput.safeParse(draft)
    if (!parsed.success || findStatProblem(draft.settings) !== null) return
    try {
      const saved = await save.mutateAsync({ ...parsed.data, version })
      showSuccess(t('saved', { name: saved.name }))
      setSavedId(saved.statId)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      showError(error)
    }
  }
  const leave = (): void => void navigate(statId === null ? statsPath : `${statsPath}/${statId}`)
  return { draft, change, send, leave, isSending: save.isPending, isTried }
}

const Editor = (props: EditorProps) => {
  const { t } = useTranslation('data-stats')
  const { draft, change, send, leave, isSending, isTried } = useDraft(props)
  const nameId = useId()
  const sharedId = useId()
  const isNameless = isTried && draft.name.trim() === ''
  return (
    <section className={`flex column gap-16 min-w-0 ${style.screen}`}>
      <h1 className={`page-title break-anywhere ${style.title}`}>
        {props.statId === null ? t('create') : t('change')}
      </h1>
      <div className={`grid gap-16 items-start ${style.editor}`}>
        <form
          className="grid gap-16 min-w-0 card p-16"
          onKeyDown={keepPickerKeys}
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <div className={`grid gap-4 min-w-0 ${style.field}`}>
            <label htmlFor={nameId}>{t('name')}</label>
            <Input
              id={nameId}
              value={draft.name}
              maxLength={80}
              autoComplete="off"
              status={isNameless ? 'error' : ''}
              aria-invalid={isNameless}
              onChange={({ target }) => change({ name: target.value })}
            />
            {isNameless && <p className="m-0 danger text-13">{t('nameMissing')}</p>}
          </div>
          <StatFields
            settings={draft.settings}
            change={(patch) => change({ settings: { ...draft.settings, ...patch } })}
          />
          <div className={`flex gap-12 items-center ${style.switch}`}>
            <Switch
              id={sharedId}
              checked={draft.shared}
              onChange={(shared) => change({ shared })}
            />
            <label htmlFor={sharedId}>{t('shareWithAccount')}</label>
          </div>
          <div className={`flex gap-8 justify-end ${style.foot}`}>
            <Button onClick={leave}>{t('terms:cancel')}</Button>
            <Button type="primary" htmlType="submit" loading={isSending}>
              {t('terms:save')}
            </Button>
          </div>
        </form>
        <Preview name={draft.name} settings={draft.settings} />
      </div>
    </section>
  )
}

/** The settings to copy, from the navigation state. */
const readCopy = (state: unknown): Draft | null => {
  const copied = (state as { copied?: unknown } | null)?.copied
  const parsed = DataStatInput.safeParse(copied)
  return parsed.success ? parsed.data : null
}

export const NewDataStatScreen = () => {
  const { state } = useLocation()
  return <Editor statId={null} begin={readCopy(state) ?? newDraft} version={undefined} />
}

export const DataStatEditorScreen = () => {
  const { statId = '' } = useParams()
  const asked = useQuery(buildQuery('getDataStat', { params: { statId } }))
  if (asked.isError) return <Failure error={asked.error} onRetry={() => void asked.refetch()} />
  if (!asked.data) return <Skeleton active paragraph={{ rows: 12 }} />
  const { name, shared, settings, version } = asked.data
  return <Editor statId={statId} begin={{ name, shared, settings }} version={version} />
}
