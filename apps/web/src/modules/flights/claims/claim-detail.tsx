import {
  ClaimDecided,
  claimDecisions,
  ClaimReopened,
  type ClaimDetail,
  type ClaimStep,
} from '@swath/contract/flights/claims'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { buildQuery } from '../../../lib/query.ts'
import { CaseActions, CaseHistory } from '../../../ui/case-desk.tsx'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { Fact, FactGroup, Facts, FactSection, TimeFact } from '../../../ui/facts.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { StepForm } from '../../../ui/step-form.tsx'
import { ClaimEvidence } from './claim-evidence.tsx'
import { ClaimStateTag } from './claim-state.tsx'
import { stateLabels } from './claim.labels.ts'
import { useComment, useDecide, useLook, useReopen } from './claims.mutations.ts'

type Props = { droneId: string; sortieId: string; label: string }
const FlightLink = ({ droneId, sortieId, label }: Props) =>
  useOwnScreens().findPath('drone-list') === undefined ? null : (
    <Link
      to={`/business_manage/drone-list/${encodeURIComponent(droneId)}/history?tracks=${sortieId}&sortie=${sortieId}`}
    >
      {label}
    </Link>
  )

const ClaimFacts = ({ suspicion }: { suspicion: ClaimDetail }) => {
  const { t } = useTranslation('claims')
  return (
    <Facts>
      <Fact label={t('terms:state')}>
        <ClaimStateTag state={suspicion.state} />
      </Fact>
      {suspicion.handlerName !== null && <Fact label={t('handler')}>{suspicion.handlerName}</Fact>}
      {suspicion.decidedAt !== null && (
        <TimeFact label={t('decidedAt')} time={suspicion.decidedAt} />
      )}
      <TimeFact label={t('at')} time={suspicion.recordTime} seconds />
      <Fact label={t('terms:drone')}>
        {suspicion.droneName} ({suspicion.droneId})
      </Fact>
      <Fact label={t('terms:operator')}>{suspicion.yyAccountName}</Fact>
      <Fact label={t('terms:region')}>{suspicion.region.join(' / ')}</Fact>
    </Facts>
  )
}

/** The earlier of two flights that contradict each other. */
const OtherFlight = ({ other }: { other: NonNullable<ClaimDetail['other']> }) => {
  const { t } = useTranslation('claims')
  return (
    <>
      <FactGroup title={t('otherFlight')}>
        <TimeFact label={t('at')} time={other.startTime} seconds />
        <Fact label={t('terms:drone')}>
          {other.droneName} ({other.droneId})
        </Fact>
        <Fact label={t('terms:operator')}>{other.yyAccountName}</Fact>
      </FactGroup>
      <FlightLink droneId={other.droneId} sortieId={other.sortieId} label={t('openOther')} />
    </>
  )
}

const stepLabels: Readonly<Record<ClaimStep['kind'], string>> = {
  look: 'claims:stepLook',
  comment: 'claims:stepComment',
  decide: 'claims:stepDecide',
  reopen: 'claims:stepReopen',
}

const ClaimHistory = ({ suspicion }: { suspicion: ClaimDetail }) => {
  const { t } = useTranslation('claims')
  const comment = useComment()
  const { suspicionId, steps, can } = suspicion
  return (
    <CaseHistory
      title={t('history')}
      none={t('noSteps')}
      steps={steps.map(({ kind, decision, at, userName, accountName, text }) => ({
        what: t(stepLabels[kind]) + (decision ? ` · ${t(stateLabels[decision])}` : ''),
        at,
        who: userName === null ? accountName : `${userName} · ${accountName}`,
        text,
      }))}
      comment={
        can.comment && {
          label: t('comment'),
          hint: t('commentHint'),
          isSending: comment.isPending,
          send: (text) => comment.mutateAsync({ suspicionId, text }),
        }
      }
    />
  )
}

const ClaimActions = ({ suspicion }: { suspicion: ClaimDetail }) => {
  const { t } = useTranslation('claims')
  const [form, setForm] = useState<'decide' | 'reopen' | null>(null)
  const look = useLook()
  const decide = useDecide()
  const reopen = useReopen()
  const { suspicionId, version, can } = suspicion
  const step = {
    onClose: () => setForm(null),
    label: t('why'),
    hint: t('commentHint'),
    initial: { text: '', version },
  }
  return (
    <CaseActions>
      {can.decide && (
        <Button type="primary" onClick={() => setForm('decide')}>
          {t('decide')}
        </Button>
      )}
      {can.look && (
        <Button loading={look.isPending} onClick={() => look.mutate({ suspicionId, version })}>
          {t('look')}
        </Button>
      )}
      {can.reopen && <Button onClick={() => setForm('reopen')}>{t('reopen')}</Button>}
      <StepForm
        {...step}
        open={form === 'decide'}
        title={t('decideTitle')}
        submitLabel={t('decide')}
        schema={ClaimDecided}
        choice={{
          name: 'decision',
          label: t('decision'),
          options: claimDecisions.map((value) => ({ value, label: t(stateLabels[value]) })),
        }}
        onSubmit={(body) => decide.mutateAsync({ suspicionId, ...body })}
      />
      <StepForm
        {...step}
        open={form === 'reopen'}
        title={t('reopenTitle')}
        submitLabel={t('reopen')}
        schema={ClaimReopened}
        onSubmit={(body) => reopen.mutateAsync({ suspicionId, ...body })}
      />
    </CaseActions>
  )
}

const Known = ({ suspicion }: { suspicion: ClaimDetail }) => {
  const { t } = useTranslation('claims')
  const { droneId, sortieId, other, state } = suspicion
  return (
    <div className="grid gap-16">
      <p className="m-0 muted text-12">{t(state === 'withdrawn' ? 'withdrawnHint' : 'hint')}</p>
      <ClaimFacts suspicion={suspicion} />
      <FlightLink droneId={droneId} sortieId={sortieId} label={t('open')} />
      <FactSection title={t('evidence')}>
        <ClaimEvidence suspicion={suspicion} />
      </FactSection>
      {other && <OtherFlight other={other} />}
      <ClaimHistory suspicion={suspicion} />
      <ClaimActions suspicion={suspicion} />
    </div>
  )
}

/** One suspicion: what does not match, its history, and the available actions. */
export const ClaimView = ({ suspicionId }: { suspicionId: string }) => {
  const asked = useQuery(buildQuery('getClaimSuspicion', { params: { suspicionId } }))
  return (
    <DetailOf row={undefined} asked={asked}>
      {(suspicion) => <Known suspicion={suspicion} />}
    </DetailOf>
  )
}
