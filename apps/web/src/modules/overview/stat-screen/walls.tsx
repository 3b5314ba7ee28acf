import { FleetMap } from './fleet-map.tsx'
import { HourPanel } from './hour-panel.tsx'
import { ModePanel } from './mode-panel.tsx'
import { RankingPanel } from './ranking-panel.tsx'
import { RegionPanel } from './region-panel.tsx'
import { SidePanel } from './side-panel.tsx'
import { WallPlace } from './wall-panel.tsx'
import { rankedOf } from './wall-variant.ts'
import { WorkTimePanel } from './work-time-panel.tsx'

export const BigWall = () => (
  <>
    <WallPlace name="side">
      <SidePanel variant="big" />
    </WallPlace>
    <WallPlace name="map">
      <FleetMap world="below" />
    </WallPlace>
    <WallPlace name="rankings">
      <RankingPanel count={rankedOf.big} />
    </WallPlace>
    <WallPlace name="hours">
      <HourPanel />
      <ModePanel />
    </WallPlace>
    <WallPlace name="times">
      <WorkTimePanel period="all" />
      <WorkTimePanel period="thisMonth" />
      <WorkTimePanel period="thisYear" />
    </WallPlace>
    <WallPlace name="regions">
      <RegionPanel period="all" size="big" />
      <RegionPanel period="today" size="big" />
      <RegionPanel period="thisMonth" size="big" />
      <RegionPanel period="thisYear" size="big" />
    </WallPlace>
  </>
)

export const SmallWall = () => (
  <>
    <WallPlace name="side">
      <SidePanel variant="small" />
    </WallPlace>
    <WallPlace name="map">
      <FleetMap world="inset" />
      <RankingPanel count={rankedOf.small} />
    </WallPlace>
    <WallPlace name="region">
      <RegionPanel period="all" size="small" />
      <WorkTimePanel period="all" />
      <WorkTimePanel period="thisMonth" />
    </WallPlace>
  </>
)

/** The data screen for smaller screens. */
export const CompactWall = () => (
  <>
    <WallPlace name="side">
      <SidePanel variant="compact" />
    </WallPlace>
    <WallPlace name="rankings">
      <RankingPanel count={rankedOf.compact} />
    </WallPlace>
    <WallPlace name="hours">
      <HourPanel />
      <ModePanel />
    </WallPlace>
    <WallPlace name="times">
      <WorkTimePanel period="all" places={['overseas']} />
      <WorkTimePanel period="thisYear" places={['overseas']} />
      <WorkTimePanel period="thisMonth" places={['overseas']} />
    </WallPlace>
  </>
)
