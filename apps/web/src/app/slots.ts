// Which parts of other modules a page shows: see lib/slots.tsx.
import { plotDetail } from '../features/plots/plot-slots.ts'

plotDetail.fill({
  order: 10,
  texts: ['plot-work', 'work-reports', 'claims'],
  load: async () => (await import('../features/plot-work/plot-work.tsx')).PlotWork,
})
plotDetail.fill({
  order: 20,
  texts: ['subsidies', 'unified-tasks'],
  load: async () => (await import('../features/subsidies/plot-subsidies.tsx')).PlotSubsidies,
})
