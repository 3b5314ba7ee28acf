// What other features use of reports on paper.
export { GroundMap } from './ground-map.tsx'
export { SheetHead, useDocumentTitle, WaitingSheet } from './report-sheet.tsx'
export { default as reportStyle } from './work-report.module.css'
