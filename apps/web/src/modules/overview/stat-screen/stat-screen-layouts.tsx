import { FleetMap } from './fleet-map.tsx'
import { HourPanel } from './hour-panel.tsx'
import { ModePanel } from './mode-panel.tsx'
import { RankingPanel } from './ranking-panel.tsx'
import { RegionPanel } from './region-panel.tsx'
import { SidePanel } from './side-panel.tsx'
import { StatScreenPlace } from './stat-screen-panel.tsx'
import { rankedOf } from './stat-screen-variant.ts'
import { WorkTimePanel } from './work-time-panel.tsx'

export const BigLayout = () => (
  <>
    <StatScreenPlace name="side">
      <SidePanel variant="big" />
    </StatScreenPlace>
    <StatScreenPlace name="map">
      <FleetMap world="below" />
    </StatScreenPlace>
    <StatScreenPlace name="rankings">
      <RankingPanel count={rankedOf.big} />
    </StatScreenPlace>
    <StatScreenPlace name="hours">
      <HourPanel />
      <ModePanel />
    </StatScreenPlace>
    <StatScreenPlace name="times">
      <WorkTimePanel period="all" />
      <WorkTimePanel period="thisMonth" />
      <WorkTimePanel period="thisYear" />
    </StatScreenPlace>
    <StatScreenPlace name="regions">
      <RegionPanel period="all" size="big" />
      <RegionPanel period="today" size="big" />
      <RegionPanel period="thisMonth" size="big" />
      <RegionPanel period="thisYear" size="big" />
    </StatScreenPlace>
  </>
)

export const SmallLayout = () => (
  <>
    <StatScreenPlace name="side">
      <SidePanel variant="small" />
    </StatScreenPlace>
    <StatScreenPlace name="map">
      <FleetMap world="inset" />
      <RankingPanel count={rankedOf.small} />
    </StatScreenPlace>
    <StatScreenPlace name="region">
      <RegionPanel period="all" size="small" />
      <WorkTimePanel period="all" />
      <WorkTimePanel period="thisMonth" />
    </StatScreenPlace>
  </>
)

/** The data screen for smaller screens. */
export const CompactLayout = () => (
  <>
    <StatScreenPlace name="side">
      <SidePanel variant="compact" />
    </StatScreenPlace>
    <StatScreenPlace name="rankings">
      <RankingPanel count={rankedOf.compact} />
    </StatScreenPlace>
    <StatScreenPlace name="hours">
      <HourPanel />
      <ModePanel />
    </StatScreenPlace>
    <StatScreenPlace name="times">
      <WorkTimePanel period="all" places={['overseas']} />
      <WorkTimePanel period="thisYear" places={['overseas']} />
      <WorkTimePanel period="thisMonth" places={['overseas']} />
    </StatScreenPlace>
  </>
)
