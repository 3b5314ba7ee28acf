import { useQuery } from '@tanstack/react-query'
import type { GroupPlanDetail, GroupRoutePlan } from '@swath/contract/campaigns/group-plans'
import { Alert, Button, Checkbox, Input, Skeleton } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router'
import { call, CallError } from '../../../lib/api.ts'
import { errorText, showSuccess } from '../../../lib/errors.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { settle } from '../../../lib/use-change.ts'
import { Failure } from '../../../ui/empty.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useFirstView } from '../../../ui/use-first-view.ts'
import { MonitorMap, useMapRange } from '../../live/public.ts'
import { DoseMap } from './dose-map.tsx'
import { DraftDrones } from './draft-drones.tsx'
import { DraftPlaces, type Placing } from './draft-places.tsx'
import { DraftPlots } from './draft-plots.tsx'
import { DraftSettings } from './draft-settings.tsx'
import { usePutGroupRoute } from './group-control.mutations.ts'
import { emptyDraft, nameLetters, nameOf, toAsked, toDraft, type Draft } from './plan-draft.ts'
import { PlanFigures } from './plan-figures.tsx'
import { PlanOnMap } from './plan-on-map.tsx'
import { groupPath, planPath } from './plan.labels.ts'
import { ShareSlider } from './share-slider.tsx'
import { useFirstPlot } from './use-first-plot.ts'
import { useFitPlan } from './use-fit-plan.ts'
import style from './group-control.module.css'

const restsAfterMs = 400
const nothing = (): void => undefined

/** The preview of the draft, requested after a pause in editing. */
const usePreview = (draft: Draft) => {
  const asked = useMemo(() => toAsked(draft), [draft])
  const [wanted, setWanted] = useState(asked)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(asked), restsAfterMs)
    return () => clearTimeout(timer)
  }, [asked])
  const preview = useQuery({
    queryKey: ['previewGroupRoute', wanted],
    queryFn: ({ signal }) => call('previewGroupRoute', { body: wanted! }, { signal }),
    enabled: wanted !== null,
    staleTime: Infinity,
    retry: false,
    meta: { quiet: true },
    ...keepShown,
  })
  return { asked, preview, route: asked === null ? null : (preview.data ?? null) }
}

const useDraft = (initial: Draft) => {
  const [draft, setDraft] = useState(initial)
  const set = useCallback(
    (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change })),
    [],
  )
  return { draft, set }
}

/** Clicking a plot selects or deselects it. */
const useTogglePlot = (draft: Draft, set: (change: Partial<Draft>) => void) => {
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  }, [draft])
  return useCallback(
    (plotId: string): void => {
      const { block } = latest.current
      const isChosen = block.includes(plotId)
      set({
        block: isChosen ? block.filter((id) => id !== plotId) : [...block, plotId],
        alignEdgeIndex: null,
        cuts: null,
      })
      if (isChosen) return
      void settle(
        call('getPlot', { params: { blockId: plotId } }).then(({ blockName }) =>
          set({ plotNames: { ...latest.current.plotNames, [plotId]: blockName } }),
        ),
      )
    },
    [set],
  )
}

const useSave = (plan: GroupPlanDetail | null, draft: Draft) => {
  const { t } = useTranslation('group-control')
  const navigate = useNavigate()
  const put = usePutGroupRoute()
  const asked = toAsked(draft)
  const name = nameOf(draft)
  const save = async (): Promise<void> => {
    if (asked === null) return
    const saved = await put.mutateAsync({
      ...asked,
      plan: plan?.plan ?? null,
      name,
      version: plan?.version,
    })
    showSuccess(t('saved', { name: saved.name }))
    void navigate(planPath(saved.plan))
  }
  const wantsConsent = put.error instanceof CallError && put.error.code === 'route_needs_consent'
  return { put, save, wantsConsent, canSave: asked !== null && name !== '' }
}

const droneNamesOf = (draft: Draft, unnamed: (number: number) => string): string[] =>
  draft.drones.map(({ droneName, droneId }, i) => droneName ?? droneId ?? unnamed(i + 1))

type StepProps = { number: number; title: string; children: ReactNode }
const Step = ({ number, title, children }: StepProps) => (
  <section className={`grid gap-12 border-t ${style.step}`}>
    <h3 className="flex gap-8 items-center m-0 text-14 semibold">
      <span className={style.stepNumber}>{number}</span>
      {title}
    </h3>
    {children}
  </section>
)

type FormProps = {
  draft: Draft
  set: (change: Partial<Draft>) => void
  placing: Placing
  setPlacing: (placing: Placing) => void
  route: GroupRoutePlan | null
  problem: string | null
  wantsConsent: boolean
}

/** All settings of a plan, with the resulting figures below. */
const DraftForm = ({
  draft,
  set,
  placing,
  setPlacing,
  route,
  problem,
  wantsConsent,
}: FormProps) => {
  const { t } = useTranslation('group-control')
  return (
    <div className="grid gap-16 p-12-16">
      <label className={style.field}>
        <span>{t('planName')}</span>
        <Input
          value={draft.name}
          placeholder={nameOf({ ...draft, name: '' })}
          maxLength={nameLetters}
          onChange={({ target }) => set({ name: target.value })}
        />
      </label>
      <Step number={1} title={t('terms:plots')}>
        <DraftPlots draft={draft} set={set} />
      </Step>
      <Step number={2} title={t('stepPlaces')}>
        <DraftPlaces draft={draft} set={set} placing={placing} setPlacing={setPlacing} />
      </Step>
      <Step number={3} title={t('terms:drones')}>
        <DraftDrones draft={draft} set={set} />
      </Step>
      <Step number={4} title={t('stepSpraying')}>
        <DraftSettings draft={draft} set={set} />
        <DoseMap draft={draft} set={set} />
      </Step>
      {problem !== null && <Alert type="error" showIcon title={problem} />}
      {(wantsConsent || draft.hasConsent) && (
        <Checkbox
          checked={draft.hasConsent}
          onChange={({ target }) => set({ hasConsent: target.checked })}
        >
          {t('consent')}
        </Checkbox>
      )}
      {route ? (
        <>
          <PlanFigures route={route} />
          <ShareSlider
            route={route}
            names={droneNamesOf(draft, (number) => t('droneNumber', { number }))}
            onCuts={(cuts) => set({ cuts })}
          />
        </>
      ) : (
        <p className="m-0 muted text-12">{t('chooseFirst')}</p>
      )}
    </div>
  )
}

const Editor = ({ plan }: { plan: GroupPlanDetail | null }) => {
  const { t } = useTranslation('group-control')
  const navigate = useNavigate()
  const leave = (): void => void navigate(groupPath)
  const { draft, set } = useDraft(plan ? toDraft(plan) : emptyDraft())
  const [placing, setPlacing] = useState<Placing>(null)
  const range = useMapRange(1_000)
  useFirstView(plan === null)
  const toggle = useTogglePlot(draft, set)
  const { preview, route } = usePreview(draft)
  const { put, save, wantsConsent, canSave } = useSave(plan, draft)
  useFitPlan(plan === null ? null : route)
  useFirstPlot(draft, set)
  const obstacles = useMemo(() => draft.obstacles.map(({ shape }) => shape[0]!), [draft.obstacles])
  return (
    <>
      <MonitorMap
        range={range}
        selectedId={null}
        hoveredPlace={null}
        onSelect={nothing}
        onHover={nothing}
        {...(placing === null ? { onPlot: toggle } : {})}
      />
      <PlanOnMap
        route={route}
        home={draft.home}
        refillPlaces={draft.refillPlaces}
        obstacles={obstacles}
      />
      <Panel
        side="right"
        isDocked
        title={plan ? t('edit') : t('create')}
        onClose={leave}
        footer={
          <div className="flex gap-8 items-center justify-end">
            {draft.block.length === 0 && (
              <span className="muted text-12 flex-1">{t('needsPlot')}</span>
            )}
            <Button onClick={leave}>{t('terms:cancel')}</Button>
            <Button
              type="primary"
              disabled={!canSave || preview.isError}
              loading={put.isPending}
              onClick={() => void settle(save())}
            >
              {t('terms:save')}
            </Button>
          </div>
        }
      >
        <DraftForm
          draft={draft}
          set={set}
          placing={placing}
          setPlacing={setPlacing}
          route={route}
          problem={preview.isError ? errorText(preview.error) : null}
          wantsConsent={wantsConsent}
        />
      </Panel>
    </>
  )
}

const EditKept = ({ plan }: { plan: string }) => {
  const { t } = useTranslation('group-control')
  const navigate = useNavigate()
  const detail = useQuery(buildQuery('getGroupPlan', { params: { plan } }))
  // Another account's plan is read-only.
  if (detail.data?.can.update === false) return <Navigate to={planPath(plan)} replace />
  if (detail.data) return <Editor key={plan} plan={detail.data} />
  return (
    <Panel side="right" isDocked title={t('edit')} onClose={() => void navigate(groupPath)}>
      {detail.isError ? (
        <Failure error={detail.error} onRetry={() => void detail.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Panel>
  )
}

/** Edits a plan; the map shows the resulting strips. */
export const PlanEditorScreen = () => {
  const { t } = useTranslation('group-control')
  const { plan } = useParams()
  return (
    <>
      <h1 className="sr-only">{t('app:groupControl')}</h1>
      {plan === undefined ? <Editor plan={null} /> : <EditKept plan={plan} />}
    </>
  )
}
