import { subsidyLeftOutList, type SubsidyLeftOut } from '@swath/contract/campaigns/subsidy-rows'
import { subsidyLeftOutReasons } from '@swath/domain/subsidy-rules'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AreaFact, Fact, Facts, TimeFact } from '../../../ui/facts.tsx'
import { Area } from '../../../ui/area.tsx'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { BackToSubsidy, useSubsidy } from './line-list-screen.tsx'
import { RuleFlightForm } from './line-view.tsx'
import { whyLabels } from './subsidy.labels.ts'
import style from './subsidies.module.css'

const FlightFacts = ({ flight, onRule }: { flight: SubsidyLeftOut; onRule: () => void }) => {
  const { t } = useTranslation('subsidies')
  return (
    <div className="grid cols-1 gap-16">
      <Facts>
        <Fact label={t('terms:reason')}>{t(whyLabels[flight.why])}</Fact>
        <TimeFact label={t('flightTime')} time={flight.startTime} seconds />
        <Fact label={t('terms:operator')}>{flight.yyAccountName}</Fact>
        <Fact label={t('terms:plot')}>{flight.blockName}</Fact>
        <AreaFact label={t('terms:coveredArea')} mu={flight.coveredArea} />
        {flight.rulingText && <Fact label={t('decision')}>{flight.rulingText}</Fact>}
      </Facts>
      <div className={style.links}>
        <Link
          to={`/business_manage/drone-list/${encodeURIComponent(flight.droneId)}/history?tracks=${flight.sortieId}&sortie=${flight.sortieId}`}
        >
          {t('openFlight')}
        </Link>
      </div>
      {flight.can.decide && (
        <div className={style.actions}>
          <Button onClick={onRule}>{t('decide')}</Button>
        </div>
      )}
    </div>
  )
}

const reasons = ['all', ...subsidyLeftOutReasons] as const

/** Flights that do not count for a subsidy, each with the reason. */
export const SubsidyLeftOutScreen = () => {
  const { t } = useTranslation('subsidies')
  const { subsidyId, subsidy } = useSubsidy()
  const { answer, onLoaded } = useLoadedRows<typeof subsidyLeftOutList>()
  const { chips, narrowed } = useStateChips({
    name: 'why',
    title: t('terms:reason'),
    states: reasons,
    labels: whyLabels,
    counts: answer?.stats.reasons,
    hidesEmpty: true,
  })
  const [ruled, setRuled] = useState<SubsidyLeftOut | null>(null)
  return (
    <>
      <ListScreen
        list={subsidyLeftOutList}
        title={
          subsidy ? `${t('leftOut')} · ${subsidy.region.at(-1)} ${subsidy.year}` : t('leftOut')
        }
        head={
          <>
            <BackToSubsidy subsidyId={subsidyId} />
            {chips}
          </>
        }
        as={{ narrowed: { subsidyId, ...narrowed } }}
        shown={['startTime', 'droneName', 'yyAccountName', 'blockName', 'coveredArea', 'why']}
        filters={['droneName', 'yyAccountName', 'blockName']}
        stats={({ stats }) => [
          { label: t('terms:coveredArea'), value: <Area mu={stats.coveredArea} /> },
        ]}
        rows={{
          onLoaded,
          detail: {
            title: (_id, flight) => flight?.droneName ?? t('terms:drone'),
            render: (_id, flight) =>
              flight && <FlightFacts flight={flight} onRule={() => setRuled(flight)} />,
          },
        }}
        empty={{ title: t('leftOutNone') }}
      />
      <RuleFlightForm subsidyId={subsidyId} flight={ruled} onClose={() => setRuled(null)} />
    </>
  )
}
