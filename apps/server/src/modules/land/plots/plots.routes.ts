import { createThemes } from '../../../platform/auth/themes.ts'
import { createChanges } from '../../../platform/change/change.ts'
import type { Services } from '../../../platform/services.ts'
import { checkPlot, createPlot, deletePlots, forceDeletePlots, updatePlot } from './plot-changes.ts'
import { exportPlots, getPlot, listPlots } from './plot-list.ts'
import type { Calls, Needs } from './plot-needs.ts'
import { answerPlotShare, listOfferedPlots, recallPlotShare, sharePlots } from './plot-shares.ts'

export const plotHandlers = (
  services: Services,
  { themes }: Pick<Needs, 'themes'> = { themes: createThemes(services) },
): Calls => {
  const needs: Needs = { ...services, ...createChanges(services), themes }
  return {
    listPlots: listPlots(needs),
    exportPlots: exportPlots(needs),
    getPlot: getPlot(needs),
    checkPlot: checkPlot(needs),
    createPlot: createPlot(needs),
    updatePlot: updatePlot(needs),
    deletePlots: deletePlots(needs),
    forceDeletePlots: forceDeletePlots(needs),
    sharePlots: sharePlots(needs),
    listOfferedPlots: listOfferedPlots(needs),
    answerPlotShare: answerPlotShare(needs),
    recallPlotShare: recallPlotShare(needs),
  }
}
