// A statistic as a mail: heading, chart, table; and the same as plain text.
import type { DataStatFigures } from '@swath/contract/figures/data-stats'
import {
  formatStatDays,
  toStatTable,
  type StatCell,
  type StatTable,
  type StatLabels,
} from '@swath/contract/figures/stat-shown'
import type { AreaUnit } from '@swath/domain/units'
import { paperColors } from '@swath/fixtures/paper-palette'
import type { Language } from '@swath/i18n/languages'
import type { ChartPicture } from '../../../platform/charts/draw-chart.ts'
import { labelsIn } from '../../../platform/http/messages.ts'
import { areaUnitLabels } from '../../../platform/listing/area-unit-words.ts'
import type { MailPage } from '../../../platform/messages/driver.ts'

export type StatReading = { language: Language; areaUnit: AreaUnit }

export const labelsFor = ({ language, areaUnit }: StatReading): StatLabels => {
  const label = labelsIn(language)
  return { areaUnit, areaWord: label(areaUnitLabels[areaUnit]), label }
}

/** A mail is for a quick look; the remaining rows are behind its link. */
const rowsAtMost = 60

const escapeHtml = (text: string): string =>
  text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** "2026/11/01 – 2026/11/23 (Asia/Shanghai)" */
const describeDays = ({ days, timeZone }: DataStatFigures, { language }: StatReading): string => {
  const shown = formatStatDays(days)
  return shown === null ? labelsIn(language)('data-stats:periodAll') : `${shown} (${timeZone})`
}

const formatFigure = (cell: StatCell, { language }: StatReading): string =>
  cell === null
    ? '–'
    : new Intl.NumberFormat(language, {
        minimumFractionDigits: cell.decimals,
        maximumFractionDigits: cell.decimals,
      }).format(cell.figure)

const { ink, muted, line, paper, ground } = paperColors
const cellStyle = `padding:6px 10px;border-bottom:1px solid ${line}`
const numberStyle = `${cellStyle};text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums`

const htmlRow = (
  names: readonly string[],
  cells: readonly StatCell[],
  reader: StatReading,
  tag: 'td' | 'th' = 'td',
): string =>
  `<tr>${names.map((name) => `<${tag} style="${cellStyle};text-align:left">${escapeHtml(name)}</${tag}>`).join('')}${cells
    .map((cell) => `<${tag} style="${numberStyle}">${formatFigure(cell, reader)}</${tag}>`)
    .join('')}</tr>`

const htmlTable = ({ head, nameCount, rows, total }: StatTable, reader: StatReading): string => {
  const width = head.length
  const heads = head.map(
    (title, at) =>
      `<th style="${at < nameCount ? `${cellStyle};text-align:left` : numberStyle};color:${muted}">${escapeHtml(title)}</th>`,
  )
  const left = rows.length - rowsAtMost
  const more =
    left > 0 ? `<tr><td colspan="${width}" style="${cellStyle}">… +${left}</td></tr>` : ''
  const blanks = Array.from({ length: nameCount - 1 }, () => '')
  const last = total ? htmlRow([total.name, ...blanks], total.cells, reader, 'th') : ''
  return `<table style="border-collapse:collapse;font-size:14px"><thead><tr>${heads.join('')}</tr></thead><tbody>${rows
    .slice(0, rowsAtMost)
    .map(({ names, cells }) => htmlRow(names, cells, reader))
    .join('')}${more}${last}</tbody></table>`
}

const textTable = ({ head, rows, total }: StatTable, reader: StatReading): string =>
  [
    head.join(' | '),
    ...rows
      .slice(0, rowsAtMost)
      .map(({ names, cells }) =>
        [...names, ...cells.map((cell) => formatFigure(cell, reader))].join(' | '),
      ),
    ...(rows.length > rowsAtMost ? [`… +${rows.length - rowsAtMost}`] : []),
    ...(total
      ? [[total.name, ...total.cells.map((cell) => formatFigure(cell, reader))].join(' | ')]
      : []),
  ].join('\n')

type MailedStat = { name: string; product: string; figures: DataStatFigures; reader: StatReading }

/** The variables of the mail's text. */
export const describeStat = ({
  name,
  product,
  figures,
  reader,
}: MailedStat): Record<string, string> => ({
  product,
  name,
  days: describeDays(figures, reader),
  table: textTable(toStatTable(figures, labelsFor(reader)), reader),
})

export const buildMailPage = (
  { name, product, figures, reader }: MailedStat,
  picture: ChartPicture | null,
): MailPage => {
  const pictureName = 'statistic.png'
  const shown = picture
    ? `<p><img src="cid:${pictureName}" width="${picture.widthPx}" height="${picture.heightPx}" alt="${escapeHtml(name)}" style="max-width:100%;height:auto"></p>`
    : ''
  return {
    html:
      `<!doctype html><html lang="${reader.language}"><body style="margin:0;padding:24px;background:${ground};color:${ink};font-family:system-ui,'Noto Sans',sans-serif">` +
      `<div style="max-width:760px;margin:0 auto;padding:24px;background:${paper};border-radius:8px"><h1 style="margin:0;font-size:20px">${escapeHtml(name)}</h1>` +
      `<p style="margin:4px 0 16px;color:${muted}">${escapeHtml(describeDays(figures, reader))} · ${escapeHtml(product)}</p>${shown}` +
      `${htmlTable(toStatTable(figures, labelsFor(reader)), reader)}</div></body></html>`,
    pictures: picture ? [{ name: pictureName, mediaType: 'image/png', bytes: picture.bytes }] : [],
  }
}
