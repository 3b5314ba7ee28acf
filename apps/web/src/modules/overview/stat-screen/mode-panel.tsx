import { useTranslation } from 'react-i18next'
import { Donut } from '../../../charts/donut.tsx'
import { formatRatio } from '../../../lib/format.ts'
import { modeColors } from '../../../lib/theme.ts'
import { ChartKey } from './chart-key.tsx'
import { joinAges, useStatScreenQuery } from './stat-screen-context.ts'
import { StatScreenArea } from './stat-screen-figures.tsx'
import { NoData, StatScreenPanel } from './stat-screen-panel.tsx'
import style from './stat-screen.module.css'

/** Titles by work mode code; 0 is unknown. */
const modeTitles: Readonly<Record<string, string>> = {
  '1': 'terms:manual',
  '2': 'terms:abLine',
  '3': 'terms:plannedRoute',
  '4': 'terms:orchard',
  '5': 'terms:edge',
  '0': 'terms:other',
}
const modeColour = (mode: string): string => modeColors[(Number(mode) + 5) % 6]!

/** The call's period codes, in its order. */
const periods = [
  ['1', 'all'],
  ['2', 'thisMonth'],
  ['3', 'lastMonth'],
  ['4', 'thisYear'],
  ['5', 'lastYear'],
] as const
type PeriodType = (typeof periods)[number][0]

const useModes = (periodType: PeriodType) => {
  const { t } = useTranslation('stat-screen')
  const answer = useStatScreenQuery('getModeAreas', { query: { periodType } })
  const slices = answer.data?.xData
    .map((mode, i) => ({
      name: t(modeTitles[mode]!),
      colour: modeColour(mode),
      value: answer.data!.yData[0]![i] ?? 0,
    }))
    .filter(({ value }) => value > 0)
  return { ...answer, slices }
}

const ModeDonut = ({ periodType, period }: { periodType: PeriodType; period: string }) => {
  const { t } = useTranslation('stat-screen')
  const { slices, ...answer } = useModes(periodType)
  const total = slices?.reduce((sum, { value }) => sum + value, 0) ?? 0
  const description = slices
    ?.map(({ name, value }) => `${name} ${formatRatio(value / total)}`)
    .join(', ')
  const title = t(`period.${period}`)
  return (
    <figure className={style.modeDonut}>
      {slices && total > 0 ? (
        <Donut label={`${title}: ${description}`} slices={slices}>
          <StatScreenArea mu={total} decimals={0} />
        </Donut>
      ) : (
        <NoData answers={[answer]} />
      )}
      <figcaption>{title}</figcaption>
    </figure>
  )
}

/** Work by mode as shares of the area, for five periods. */
export const ModePanel = () => {
  const { t } = useTranslation('stat-screen')
  const [all, month] = [useModes('1'), useModes('2')]
  const used = new Map(
    [...(all.slices ?? []), ...(month.slices ?? [])].map((slice) => [slice.name, slice]),
  )
  return (
    <StatScreenPanel title={t('modes')} age={joinAges(all, month)}>
      <div className={style.keyed}>
        <ChartKey items={[...used.values()]} />
        <div className={style.modeDonuts}>
          {periods.map(([periodType, period]) => (
            <ModeDonut key={period} periodType={periodType} period={period} />
          ))}
        </div>
      </div>
    </StatScreenPanel>
  )
}
