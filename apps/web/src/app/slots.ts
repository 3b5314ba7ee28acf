// Assigns parts of modules to the slots of other modules' pages; see lib/slots.tsx.
import { droneCardFoot, plotCard } from '../modules/live/monitor/monitor-slots.ts'
import { plotDetail, plotRounds } from '../modules/land/plots/plot-slots.ts'

const loadRoundCard = async () =>
  (await import('../modules/flights/plot-work/round-card.tsx')).RoundCard

plotDetail.fill({
  order: 10,
  load: async () => (await import('../modules/flights/plot-work/plot-work.tsx')).PlotWork,
})
plotDetail.fill({
  order: 20,
  load: async () =>
    (await import('../modules/campaigns/subsidies/plot-subsidies.tsx')).PlotSubsidies,
})

droneCardFoot.fill({
  order: 10,
  load: async () => (await import('../modules/live/flight-control/main-orders.tsx')).DroneOrders,
})

plotCard.fill({ order: 10, load: loadRoundCard })
plotRounds.fill({ order: 10, load: loadRoundCard })
