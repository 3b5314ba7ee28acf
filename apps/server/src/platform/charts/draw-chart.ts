// Draws a chart as an image, for mails, with the fonts of the machine.
import sharp from 'sharp'
import { heightOfChart, type StatChart } from '@swath/domain/stat-chart'
import type { Language } from '@swath/i18n/languages'
import { workerJob } from '../workers/workers.ts'
import type { run } from './draw-svg.job.ts'

const widthPx = 720
/** For phone screens with high resolution. */
const scale = 2

const drawSvg = workerJob<typeof run>({
  name: 'draw-chart',
  module: new URL('./draw-svg.job.ts', import.meta.url),
  deadlineMs: 20_000,
})

export type ChartPicture = { bytes: Uint8Array; widthPx: number; heightPx: number }

/** PNG, at twice the requested size. */
export const drawChart = async (
  chart: StatChart,
  language: Language,
  options: { owner: string; signal?: AbortSignal },
): Promise<ChartPicture> => {
  const heightPx = heightOfChart(chart)
  const svg = await drawSvg({ chart, language, widthPx, heightPx }, options)
  const bytes = await sharp(Buffer.from(svg), { density: 72 * scale })
    .resize({ width: widthPx * scale })
    .png({ compressionLevel: 8 })
    .toBuffer()
  return { bytes, widthPx, heightPx }
}
