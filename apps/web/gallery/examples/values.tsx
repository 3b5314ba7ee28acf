import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { useTranslation } from 'react-i18next'
import { AgreedPrice, Area, AreaPrice, ChargedArea } from '../../src/ui/area.tsx'
import { Hours } from '../../src/ui/hours.tsx'
import { BarRows } from '../../src/ui/bar-rows.tsx'
import { Clipped } from '../../src/ui/clipped.tsx'
import { DetailOf } from '../../src/ui/detail-of.tsx'
import { Empty, Failure } from '../../src/ui/empty.tsx'
import { CreateButton } from '../../src/ui/create-button.tsx'
import {
  AreaFact,
  Change,
  Changes,
  Fact,
  FactGroup,
  FactSection,
  Facts,
  TimeFact,
} from '../../src/ui/facts.tsx'
import { Outlines } from '../../src/ui/outlines.tsx'
import { Time, TimeAgo } from '../../src/ui/time.tsx'
import { buildQuery } from '../../src/lib/query.ts'
import { CallError } from '../../src/lib/api.ts'
import { useQuery } from '@tanstack/react-query'
import { drones, fields, hourMs, timeAgo } from '../data.ts'
import { States, type Example } from '../example.tsx'

const Areas = () => (
  <States>
    <Area mu={1_284.6} />
    <Area mu={null} />
    <Hours durationS={5_400} />
    <Hours durationS={720} />
    <AreaPrice rate={{ amountMinor: 900, currency: 'CNY', per: 'mu' }} />
    <AgreedPrice rate={{ amountMinor: 900, currency: 'CNY', per: 'rai' }} />
    <ChargedArea mu={455.4} />
  </States>
)

const Bars = () => {
  const { t } = useTranslation('ui')
  return (
    <BarRows
      label={t('terms:coveredArea')}
      none={t('nothingFits')}
      bars={drones
        .slice(0, 3)
        .map(({ droneId, droneName, workArea, sortieCount }) => ({
          key: droneId,
          label: droneName,
          mu: workArea,
          note: `${t('terms:sorties')}: ${sortieCount}`,
        }))}
      total={{ label: t('terms:coveredArea'), mu: 2_700, rest: t('terms:other') }}
    />
  )
}

type Crops = Answer<Api['listCrops']>

const Detail = () => {
  const crop = { ...buildQuery('listCrops'), select: ({ items }: Crops) => items[0]! }
  const asked = useQuery(crop)
  const waiting = useQuery({ ...crop, queryKey: ['never'], enabled: false })
  return [asked, waiting].map((query, order) => (
    <DetailOf key={order} row={undefined} asked={query}>
      {({ cropName }) => <p>{cropName}</p>}
    </DetailOf>
  ))
}

const EmptyList = () => {
  const { t } = useTranslation('ui')
  return (
    <Empty
      title={t('nothingFits')}
      reason={t('nothingFitsReason')}
      action={<CreateButton label={t('terms:drone')} onClick={() => undefined} />}
    />
  )
}

const failure = (status: number): CallError =>
  new CallError({ code: 'internal', message: '', traceId: '7f3c-trace' }, status)

const Failures = () => (
  <div className="grid gap-16">
    <Failure error={failure(500)} onRetry={() => undefined} />
    <Failure error={failure(403)} />
    <Failure error={failure(404)} />
  </div>
)

const FactLists = () => {
  const { t } = useTranslation('ui')
  const [one] = drones
  return (
    <div className="grid gap-20">
      <FactGroup title={t('terms:drone')}>
        <Fact label={t('terms:thingName')}>{one!.droneName}</Fact>
        <Fact label={t('terms:serialNumber')} hint={t('reasonHint')}>
          {one!.droneId}
        </Fact>
        <Fact label={t('terms:registrationMark')}>{null}</Fact>
        <AreaFact label={t('terms:coveredArea')} mu={one!.workArea} />
        <TimeFact label={t('terms:landing')} time={one!.lastSortieAt} />
      </FactGroup>
      <FactSection title={t('terms:details')}>
        <Facts>
          <Fact label={t('terms:swathWidth')}>6.5 m</Fact>
        </Facts>
      </FactSection>
      <Changes>
        <Change label={t('terms:thingName')} before="East Bank" after="East Bank 1" />
        <Change label={t('terms:swathWidth')} before="6 m" after="6.5 m" />
      </Changes>
    </div>
  )
}

const OpenOutlines = () => {
  const { t } = useTranslation('ui')
  return (
    <div ref={(box) => box?.querySelector('details')?.setAttribute('open', '')}>
      <Outlines label={t('terms:noFlyZone')} rings={fields} />
    </div>
  )
}

const Times = () => (
  <States>
    <Time time={timeAgo(2 * hourMs)} />
    <Time time={null} />
    <TimeAgo time={timeAgo(180_000)} />
    <TimeAgo time={timeAgo(52 * hourMs)} />
  </States>
)

const CutOff = () => (
  <div style={{ display: 'grid', width: 120 }}>
    <Clipped text={drones.map(({ droneName }) => droneName).join(', ')} />
  </div>
)

export const valueExamples: readonly Example[] = [
  { name: 'area', folder: 'ui', Show: Areas },
  { name: 'bar-rows', folder: 'ui', Show: Bars },
  { name: 'clipped', folder: 'ui', Show: CutOff },
  { name: 'detail-of', folder: 'ui', Show: Detail },
  { name: 'empty', folder: 'ui', Show: EmptyList },
  { name: 'empty-failure', folder: 'ui', Show: Failures },
  { name: 'facts', folder: 'ui', Show: FactLists },
  { name: 'outlines', folder: 'ui', Show: OpenOutlines },
  { name: 'time', folder: 'ui', Show: Times },
]
