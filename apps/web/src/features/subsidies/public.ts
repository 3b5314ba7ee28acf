// What other features show of subsidies.
export { PlotSubsidies } from './plot-subsidies.tsx'
