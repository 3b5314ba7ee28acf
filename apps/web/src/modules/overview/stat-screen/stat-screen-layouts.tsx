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
import { rankedOf, useRoom } from './stat-screen-variant.ts'
import { WorkTimePanel } from './work-time-panel.tsx'
import style from './stat-screen.module.css'

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
        <WorkTimePanel period="all" />
        <WorkTimePanel period="thisMonth" />
      </>
    ),
  },
]

/** A large display has room for more. */
const tallSmallColumns: readonly PanelColumn[] = [...smallColumns, hours]

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
  return (
    <Layout alarmsAtMost={3} columns={isTall ? tallBigColumns : bigColumns}>
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
  return (
    <Layout alarmsAtMost={3} columns={isTall ? tallSmallColumns : smallColumns}>
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
  <Layout alarmsAtMost={useRoom().isStacked ? 3 : 1} columns={compactColumns}>
    <StatScreenPlace name="side">
      <SidePanel variant="compact" />
    </StatScreenPlace>
  </Layout>
)
