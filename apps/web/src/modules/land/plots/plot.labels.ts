import { plotFileFormats } from '@swath/contract/land/geometry-files'
import type { PlotShare, ShareRights } from '@swath/contract/land/plots'

// Labels for the API's codes.
export const rightsLabels: Readonly<Record<ShareRights, string>> = {
  view: 'plots:rightsView',
  edit: 'plots:rightsEdit',
}
export const stateLabels: Readonly<Record<PlotShare['state'], string>> = {
  offered: 'plots:stateOffered',
  accepted: 'plots:stateAccepted',
  declined: 'plots:stateDeclined',
  ended: 'plots:stateEnded',
}

/** The files that plots export in addition to tables. */
export const plotFiles = {
  operation: 'exportPlots',
  name: 'plots',
  formats: plotFileFormats,
} as const
