import { useTranslation } from 'react-i18next'
import { AlarmMark } from '../../src/ui/alarm-mark.tsx'
import { FlightBadge, FlightMark, SimulatedTag } from '../../src/ui/flight-badge.tsx'
import { ProductMark } from '../../src/ui/product-mark.tsx'
import { QrCode } from '../../src/ui/qr-code.tsx'
import { EnabledTag, MarkedTag, ReviewTag, StateTag } from '../../src/ui/state-tags.tsx'
import { ThinBar } from '../../src/ui/thin-bar.tsx'
import { States, type Example } from '../example.tsx'

const AlarmMarks = () => {
  const { t } = useTranslation('ui')
  return (
    <div className="flex gap-16" style={{ fontSize: 24 }}>
      <AlarmMark level={1} title={t('terms:alarms')} />
      <AlarmMark level={2} title={t('terms:level2')} />
      <AlarmMark level={3} title={t('terms:level3')} />
    </div>
  )
}

const FlightBadges = () => (
  <States>
    <FlightBadge flight="spraying" />
    <FlightBadge flight="flying" simulated />
    <FlightBadge flight="ground" locked />
    <FlightBadge flight="offline" locked simulated />
    <span className="flex gap-8">
      <FlightMark flight="spraying" />
      <FlightMark flight="offline" />
      <SimulatedTag />
    </span>
  </States>
)

const ProductMarks = () => (
  <States>
    <ProductMark name="Swath" logo={null} />
    <ProductMark name="Heron Works" logo="/favicon.svg" />
    <ProductMark name="Swath" logo={null} bare />
  </States>
)

const StateTags = () => {
  const { t } = useTranslation('ui')
  return (
    <States>
      <span className="flex wrap gap-8">
        <StateTag>{t('terms:other')}</StateTag>
        <StateTag tone="waiting">{t('reviewWaiting')}</StateTag>
        <StateTag tone="good">{t('inUse')}</StateTag>
        <StateTag tone="bad">{t('flightOffline')}</StateTag>
      </span>
      <span className="flex wrap gap-8">
        <ReviewTag review="waiting" />
        <ReviewTag review="passed" />
        <ReviewTag review="rejected" />
      </span>
      <span className="flex wrap gap-8">
        <EnabledTag isEnabled />
        <EnabledTag isEnabled={false} />
        <MarkedTag look={{ mark: <AlarmMark level={1} title="" />, tone: 'bad' }}>
          {t('terms:alarms')}
        </MarkedTag>
      </span>
    </States>
  )
}

export const markExamples: readonly Example[] = [
  { name: 'alarm-mark', folder: 'ui', Show: AlarmMarks },
  { name: 'flight-badge', folder: 'ui', Show: FlightBadges },
  { name: 'product-mark', folder: 'ui', Show: ProductMarks },
  {
    name: 'qr-code',
    folder: 'ui',
    Show: () => <QrCode text="https://swath.example/d/SW25-00001" label="SW25-00001" size={160} />,
  },
  { name: 'state-tags', folder: 'ui', Show: StateTags },
  {
    name: 'thin-bar',
    folder: 'ui',
    Show: () => (
      <div style={{ position: 'relative', height: 24 }}>
        <ThinBar active />
      </div>
    ),
    noPicture: 'it consists of motion alone, which pictures are without',
  },
]
