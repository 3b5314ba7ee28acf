import type { ReactNode } from 'react'
import { FleetMap } from './fleet-map.tsx'
import { HourPanel, MonthHourPanel } from './hour-panel.tsx'
import { ModePanel } from './mode-panel.tsx'
import { OpenAlarms } from './open-alarms.tsx'
import { PanelPages, type PanelColumn } from './panel-pages.tsx'
import { RankingPanel } from './ranking-panel.tsx'
import { RegionPanel } from './region-panel.tsx'
import { SidePanel } from './side-panel.tsx'
import { StatScreenPlace } from './stat-screen-panel.tsx'
import { useStatScreenQuery } from './stat-screen-context.ts'
import { rankedOf, useRoom } from './stat-screen-variant.ts'
import { useHasOverseas, useHasRegions } from './use-reach.ts'
import { WorkTimePanel } from './work-time-panel.tsx'
import style from './stat-screen.module.css'

/** From here on a chart by years shows more than the months of this year. */
const leastYears = 3

const YearsPanel = () => {
  const { data } = useStatScreenQuery('getChinaPeriod', { query: { periodType: '1' } })
  const isShort = data !== undefined && data.xData.length < leastYears
  return <WorkTimePanel period={isShort ? 'thisYear' : 'all'} />
}

const workTimes = (
  <>
    <WorkTimePanel period="all" />
    <WorkTimePanel period="thisYear" />
    <WorkTimePanel period="thisMonth" />
  </>
)

const hours: PanelColumn = {
  name: 'hours',
  panels: (
    <>
      <HourPanel />
      <MonthHourPanel />
      <ModePanel />
    </>
  ),
}

const regions: readonly PanelColumn[] = [
  {
    name: 'regions',
    panels: (
      <>
        <RegionPanel period="all" size="big" />
        <RegionPanel period="today" size="big" />
      </>
    ),
  },
  {
    name: 'regions',
    panels: (
      <>
        <RegionPanel period="thisMonth" size="big" />
        <RegionPanel period="thisYear" size="big" />
      </>
    ),
  },
]

const bigColumns: readonly PanelColumn[] = [
  { name: 'rankings', panels: <RankingPanel count={rankedOf.big} /> },
  hours,
  { name: 'times', panels: workTimes },
  ...regions,
]

/** The modes are below the map. */
const tallBigColumns: readonly PanelColumn[] = [
  {
    name: 'rankings',
    panels: (
      <>
        <RankingPanel count={rankedOf.big} />
        <HourPanel />
      </>
    ),
  },
  {
    name: 'times',
    panels: (
      <>
        <MonthHourPanel />
        {workTimes}
      </>
    ),
  },
  ...regions,
]

const smallColumns: readonly PanelColumn[] = [
  {
    name: 'region',
    panels: (
      <>
        <RegionPanel period="all" size="small" />
        <YearsPanel />
        <WorkTimePanel period="thisMonth" />
      </>
    ),
  },
]

/** For a reader of one region only. */
const smallColumnsOfOne: readonly PanelColumn[] = [
  {
    name: 'region',
    panels: (
      <>
        <WorkTimePanel period="thisYear" />
        <WorkTimePanel period="thisMonth" />
        <HourPanel />
      </>
    ),
  },
]

const compactColumns: readonly PanelColumn[] = [
  { name: 'rankings', panels: <RankingPanel count={rankedOf.compact} /> },
  hours,
  {
    name: 'times',
    panels: (
      <>
        <WorkTimePanel period="all" places={['overseas']} />
        <WorkTimePanel period="thisYear" places={['overseas']} />
        <WorkTimePanel period="thisMonth" places={['overseas']} />
      </>
    ),
  },
]
const compactColumnsAtHome: readonly PanelColumn[] = [
  ...compactColumns.slice(0, 2),
  { name: 'times', panels: workTimes },
]

type Props = { alarmsAtMost: number; children: ReactNode; columns: readonly PanelColumn[] }

/** The alarms and what is always visible, and next to it the pages of the other panels. */
const Layout = ({ alarmsAtMost, children, columns }: Props) => (
  <>
    <div className={style.lead}>
      <OpenAlarms atMost={alarmsAtMost} />
      <div className={style.fixed}>{children}</div>
    </div>
    <PanelPages columns={columns} />
  </>
)

export const BigLayout = () => {
  const { isTall } = useRoom()
  const hasRegions = useHasRegions()
  const columns = isTall ? tallBigColumns : bigColumns
  return (
    <Layout
      alarmsAtMost={3}
      columns={hasRegions ? columns : columns.filter(({ name }) => name !== 'regions')}
    >
      <StatScreenPlace name="side">
        <SidePanel variant="big" />
      </StatScreenPlace>
      <StatScreenPlace name="map">
        <FleetMap world="below" />
        {isTall && <ModePanel />}
      </StatScreenPlace>
    </Layout>
  )
}

export const SmallLayout = () => {
  const { isTall } = useRoom()
  const columns = useHasRegions() ? smallColumns : smallColumnsOfOne
  return (
    // A large display has room for more.
    <Layout alarmsAtMost={3} columns={isTall ? [...columns, hours] : columns}>
      <StatScreenPlace name="side">
        <SidePanel variant="small" />
      </StatScreenPlace>
      <StatScreenPlace name="map">
        <FleetMap world="inset" />
        <RankingPanel count={rankedOf.small} />
      </StatScreenPlace>
    </Layout>
  )
}

/** The data screen for smaller screens. */
export const CompactLayout = () => (
  <Layout
    alarmsAtMost={useRoom().isStacked ? 3 : 1}
    columns={useHasOverseas() ? compactColumns : compactColumnsAtHome}
  >
    <StatScreenPlace name="side">
      <SidePanel variant="compact" />
    </StatScreenPlace>
  </Layout>
)
