import { createThemes } from '../../../platform/auth/themes.ts'
import { createChanges } from '../../../platform/change/change.ts'
import type { Services } from '../../../platform/services.ts'
import { checkPlot, createPlot, deletePlots, forceDeletePlots, updatePlot } from './plot-changes.ts'
import { exportPlots, getPlot, listPlots } from './plot-list.ts'
import type { Calls, Deps } from './plot-deps.ts'
import { answerPlotShare, listOfferedPlots, recallPlotShare, sharePlots } from './plot-shares.ts'

export const plotHandlers = (
  services: Services,
  { themes }: Pick<Deps, 'themes'> = { themes: createThemes(services) },
): Calls => {
  const deps: Deps = { ...services, ...createChanges(services), themes }
  return {
    listPlots: listPlots(deps),
    exportPlots: exportPlots(deps),
    getPlot: getPlot(deps),
    checkPlot: checkPlot(deps),
    createPlot: createPlot(deps),
    updatePlot: updatePlot(deps),
    deletePlots: deletePlots(deps),
    forceDeletePlots: forceDeletePlots(deps),
    sharePlots: sharePlots(deps),
    listOfferedPlots: listOfferedPlots(deps),
    answerPlotShare: answerPlotShare(deps),
    recallPlotShare: recallPlotShare(deps),
  }
}
