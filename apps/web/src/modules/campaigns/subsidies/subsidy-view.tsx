import { CommentOutlined, PrinterOutlined, UnorderedListOutlined } from '@ant-design/icons'
import type { SubsidyDetail } from '@swath/contract/campaigns/subsidies'
import { useQuery } from '@tanstack/react-query'
import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatCount } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { AreaFact, Fact, Facts, FactSection, TimeFact } from '../../../ui/facts.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { StepList } from '../../../ui/step-list.tsx'
import { Money } from './money.tsx'
import { RuleContent } from './rule-content.tsx'
import {
  objectionsPath,
  stateTones,
  stateLabels,
  stepLabels,
  subsidyPath,
  whyLabels,
} from './subsidy.labels.ts'
import { SubsidyActions } from './subsidy-actions.tsx'
import style from './subsidies.module.css'

type Shown = { subsidy: SubsidyDetail }

const Links = ({ subsidy: { subsidyId, lineNum, openObjectionNum } }: Shown) => {
  const { t } = useTranslation('subsidies')
  return (
    <nav className={style.links}>
      <Link to={subsidyPath(subsidyId, 'lines')}>
        <UnorderedListOutlined aria-hidden /> {t('lines')} ({formatCount(lineNum)})
      </Link>
      {openObjectionNum > 0 && (
        <Link to={`${objectionsPath}?subsidyId=${subsidyId}&state=open`}>
          <CommentOutlined aria-hidden /> {t('openObjections')} ({formatCount(openObjectionNum)})
        </Link>
      )}
      <Link to={subsidyPath(subsidyId, 'report')}>
        <PrinterOutlined aria-hidden /> {t('report')}
      </Link>
    </nav>
  )
}

const Sums = ({ subsidy }: Shown) => {
  const { t } = useTranslation('subsidies')
  return (
    <Facts>
      <Fact label={t('total')} hint={subsidy.isPart ? t('partHint') : undefined}>
        <strong>
          <Money minor={subsidy.totalMinor} currency={subsidy.currency} />
        </strong>
      </Fact>
      {subsidy.stoppedNum > 0 && (
        <Fact label={t('stoppedSum')} hint={t('stoppedHint')}>
          <Money minor={subsidy.stoppedMinor} currency={subsidy.currency} /> ·{' '}
          {t('lineCount', { count: subsidy.stoppedNum, shown: formatCount(subsidy.stoppedNum) })}
        </Fact>
      )}
      <AreaFact label={t('ground')} mu={subsidy.coveredArea} />
      <Fact label={t('terms:plots')}>{formatCount(subsidy.plotNum)}</Fact>
      <Fact label={t('operators')}>{formatCount(subsidy.operatorNum)}</Fact>
      <Fact label={t('terms:sorties')}>{formatCount(subsidy.sortieNum)}</Fact>
    </Facts>
  )
}

const Course = ({ subsidy }: Shown) => {
  const { t } = useTranslation('subsidies')
  return (
    <Facts>
      <Fact label={t('terms:state')}>
        <StateTag tone={stateTones[subsidy.state]}>{t(stateLabels[subsidy.state])}</StateTag>
      </Fact>
      {subsidy.objectionUntil && (
        <TimeFact label={t('objectionUntil')} time={subsidy.objectionUntil} />
      )}
      {subsidy.approvedAt && <TimeFact label={t('approvedAt')} time={subsidy.approvedAt} />}
      {subsidy.paidAt && <TimeFact label={t('paidAt')} time={subsidy.paidAt} />}
      {subsidy.paymentReference && (
        <Fact label={t('paymentReference')}>{subsidy.paymentReference}</Fact>
      )}
      <Fact label={t('payer')}>{subsidy.accountName}</Fact>
      {subsidy.linesHash && (
        <Fact label="SHA-256" hint={t('hashHint')}>
          <code>{subsidy.linesHash.slice(0, 16)}…</code>
        </Fact>
      )}
    </Facts>
  )
}

const LeftOut = ({ subsidy: { subsidyId, leftOut } }: Shown) => {
  const { t } = useTranslation('subsidies')
  return leftOut.length === 0 ? null : (
    <FactSection title={t('leftOut')}>
      <ul className={style.rows}>
        {leftOut.map(({ why, sortieCount }) => (
          <li key={why}>
            <div className="flex wrap gap-4-12 items-center justify-between">
              <Link to={`${subsidyPath(subsidyId, 'left-out')}?why=${why}`}>
                {t(whyLabels[why])}
              </Link>
              <span className="figure">{formatCount(sortieCount)}</span>
            </div>
          </li>
        ))}
      </ul>
    </FactSection>
  )
}

const Known = ({ subsidy, onLeave }: Shown & { onLeave: () => void }) => {
  const { t } = useTranslation('subsidies')
  return (
    <div className="grid cols-1 gap-16">
      {subsidy.progress !== null && (
        <Progress
          percent={Math.round(subsidy.progress * 100)}
          aria-label={t('stateWorking')}
          status="active"
        />
      )}
      {!subsidy.isIntact && <p className={style.warning}>{t('notIntact')}</p>}
      <SubsidyActions subsidy={subsidy} onLeave={onLeave} />
      <Links subsidy={subsidy} />
      <Sums subsidy={subsidy} />
      <Course subsidy={subsidy} />
      <LeftOut subsidy={subsidy} />
      <FactSection title={t('history')}>
        <StepList
          steps={subsidy.steps.map(({ kind, at, userName, accountName, text }) => ({
            what: t(stepLabels[kind]),
            at,
            who: userName === null ? accountName : `${userName} · ${accountName}`,
            text,
          }))}
        />
      </FactSection>
      <FactSection title={t('rulesUsed', { number: subsidy.rules.number })}>
        <RuleContent rules={subsidy.rules.rules} currency={subsidy.currency} />
      </FactSection>
    </div>
  )
}

const workingMs = 2_000

/** One subsidy: its amount, its state, and the available actions. */
export const SubsidyView = ({ subsidyId, onLeave }: { subsidyId: string; onLeave: () => void }) => {
  const asked = useQuery({
    ...buildQuery('getSubsidy', { params: { subsidyId } }),
    refetchInterval: ({ state }) => (state.data?.state === 'working' ? workingMs : false),
  })
  return (
    <DetailOf row={undefined} asked={asked}>
      {(subsidy) => <Known subsidy={subsidy} onLeave={onLeave} />}
    </DetailOf>
  )
}
