import type { FirmwareRolloutDetail } from '@swath/contract/gear/firmware-rollouts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatCount } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { Fact, Facts, FactSection, TimeFact } from '../../../ui/facts.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { Time } from '../../../ui/time.tsx'
import { rolloutDronePath, rolloutLabels, rolloutTones } from './firmware.labels.ts'
import { useSteerRollout, type Steering } from './firmware.mutations.ts'
import style from './firmware.module.css'

const lookMs = 5_000

/** The actions available in its state; irreversible ones ask for confirmation. */
const Actions = ({ rollout }: { rollout: FirmwareRolloutDetail }) => {
  const { t } = useTranslation('firmware')
  const confirm = useConfirm()
  const steer = useSteerRollout()
  const { can, rolloutName: name, firmwareVersion: version, backVersion } = rollout
  const run = (opr: Steering['opr']) => () => steer.mutateAsync({ rollout, opr })
  return (
    <div className="flex wrap gap-8 items-center">
      {can.pause && (
        <Button
          type="primary"
          loading={steer.isPending}
          onClick={() => steer.mutate({ rollout, opr: 'pause' })}
        >
          {t('pause')}
        </Button>
      )}
      {can.resume && (
        <Button
          type="primary"
          loading={steer.isPending}
          onClick={() => steer.mutate({ rollout, opr: 'resume' })}
        >
          {t('resume')}
        </Button>
      )}
      {can.rollBack && (
        <Button
          danger
          onClick={() =>
            confirm({
              title: t('askRollBack', { name }),
              text: t('rollBackEffect', { version, back: backVersion ?? '' }),
              verb: t('rollBack'),
              run: run('rollBack'),
            })
          }
        >
          {t('rollBack')}
        </Button>
      )}
      {can.cancel && (
        <Button
          onClick={() =>
            confirm({
              title: t('askCancel', { name }),
              text: t('cancelEffect'),
              verb: t('cancelRollout'),
              run: run('cancel'),
            })
          }
        >
          {t('cancelRollout')}
        </Button>
      )}
      <Link to={rolloutDronePath(rollout.rolloutId)}>{t('showDrones')}</Link>
    </div>
  )
}

type Turn = FirmwareRolloutDetail['turns'][number]
const Bar = ({ turn: { counts, droneNum } }: { turn: Turn }) => {
  const parts = {
    installed: counts.installed,
    underway: counts.offered + counts.downloading + counts.verified,
    failed: counts.failed,
  }
  return (
    <div className={style.bar} aria-hidden>
      {Object.entries(parts).map(([part, count]) => (
        <span
          key={part}
          data-part={part}
          style={{ inlineSize: `${(count / Math.max(1, droneNum)) * 100}%` }}
        />
      ))}
    </div>
  )
}

const Turns = ({ rollout }: { rollout: FirmwareRolloutDetail }) => {
  const { t } = useTranslation('firmware')
  return (
    <ol className="list-plain grid gap-16">
      {rollout.turns.map((turn, i) => (
        <li key={turn.percent} className={`grid gap-4 ${style.step}`}>
          <strong aria-current={i + 1 === rollout.step ? 'step' : undefined}>
            {t('stepDrones', { step: i + 1, percent: turn.percent })}
          </strong>
          <Bar turn={turn} />
          <p className="m-0 muted text-13 leading-normal">
            {t('stepFigures', {
              installed: formatCount(turn.counts.installed),
              all: formatCount(turn.droneNum),
              failed: formatCount(turn.counts.failed),
              underway: formatCount(
                turn.counts.offered + turn.counts.downloading + turn.counts.verified,
              ),
            })}
          </p>
        </li>
      ))}
    </ol>
  )
}

const RolloutFacts = ({ rollout }: { rollout: FirmwareRolloutDetail }) => {
  const { t } = useTranslation('firmware')
  return (
    <Facts>
      <Fact label={t('firmwareVersion')}>{rollout.firmwareVersion}</Fact>
      <Fact label={t('backFirmware')}>{rollout.backVersion ?? t('noWayBack')}</Fact>
      <Fact label={t('terms:model')}>{rollout.modelName ?? t('allModels')}</Fact>
      <Fact label={t('terms:region')}>
        {rollout.regionPath.length > 0 ? rollout.regionPath.join(' / ') : t('everywhere')}
      </Fact>
      <Fact label={t('fromVersion')}>{rollout.fromVersion || t('anyVersion')}</Fact>
      <Fact label={t('rules')}>
        {t('rulesText', {
          pass: rollout.passPercent,
          soak: formatCount(rollout.soakMin),
          error: rollout.errorPercent,
          least: rollout.errorLeast,
        })}
      </Fact>
      {rollout.backNum > 0 && (
        <Fact label={t('wentBack')}>
          {t('ofDrones', {
            installed: formatCount(rollout.restoredNum),
            all: formatCount(rollout.backNum),
          })}
        </Fact>
      )}
      <Fact label={t('startedBy')}>{rollout.createdByName}</Fact>
      <TimeFact label={t('startedAt')} time={rollout.createdAt} />
      <Fact label={t('endedAt')}>{rollout.endedAt && <Time time={rollout.endedAt} />}</Fact>
    </Facts>
  )
}

/**
 * Shown during a rollback instead of the steps: how many drones have returned to the previous
 * build.
 */
const WayBack = ({ rollout: { restoredNum, backNum } }: { rollout: FirmwareRolloutDetail }) => {
  const { t } = useTranslation('firmware')
  const none = { waiting: 0, offered: 0, downloading: 0, verified: 0, failed: 0, withdrawn: 0 }
  return (
    <div className={`grid gap-4 ${style.step}`}>
      <strong>{t('wentBack')}</strong>
      <Bar
        turn={{ percent: 100, droneNum: backNum, counts: { ...none, installed: restoredNum } }}
      />
      <p className="m-0 muted text-13 leading-normal">
        {t('ofDrones', { installed: formatCount(restoredNum), all: formatCount(backNum) })}
      </p>
    </div>
  )
}

/** The progress of a roll-out, step by step. */
export const RolloutView = ({ rolloutId }: { rolloutId: string }) => {
  const { t } = useTranslation('firmware')
  const detail = useQuery({
    ...buildQuery('getFirmwareRollout', { params: { rolloutId } }),
    refetchInterval: lookMs,
  })
  return (
    <DetailOf<FirmwareRolloutDetail> row={undefined} asked={detail}>
      {(rollout) => (
        <div className="grid cols-1 gap-20">
          <span>
            <StateTag tone={rolloutTones[rollout.state]}>
              {t(rolloutLabels[rollout.state])}
            </StateTag>
          </span>
          <Actions rollout={rollout} />
          {rollout.state === 'rolling_back' || rollout.state === 'rolled_back' ? (
            <WayBack rollout={rollout} />
          ) : (
            <Turns rollout={rollout} />
          )}
          {rollout.reasons.length > 0 && (
            <FactSection title={t('whyFailed')}>
              <ul className={style.reasons}>
                {rollout.reasons.map(({ reason, droneNum }) => (
                  <li key={reason}>
                    {reason} <span className="figure">({formatCount(droneNum)})</span>
                  </li>
                ))}
              </ul>
            </FactSection>
          )}
          <RolloutFacts rollout={rollout} />
        </div>
      )}
    </DetailOf>
  )
}
