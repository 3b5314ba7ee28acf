// Screens of the ground: plots with what grows and is done there, zones, and the files that both
// come from.
import type { ScreenLine } from './screen-line.ts'

export const groundScreens: readonly ScreenLine[] = [
  {
    screen: 'block-list',
    path: '/business_manage/block-list',
    layout: 'page',
    drawsOnMap: true,
    title: 'terms:plots',
    texts: ['plots'],
    load: async () => (await import('../modules/land/plots/plot-list-screen.tsx')).PlotListScreen,
  },
  {
    screen: 'block-list',
    path: '/business_manage/block-list/new',
    layout: 'map',
    title: 'terms:plots',
    texts: ['plots', 'no-fly-zones'],
    load: async () =>
      (await import('../modules/land/plots/plot-editor-screen.tsx')).PlotEditorScreen,
  },
  {
    screen: 'block-list',
    path: '/business_manage/block-list/:blockId/edit',
    layout: 'map',
    title: 'terms:plots',
    texts: ['plots', 'no-fly-zones'],
    load: async () =>
      (await import('../modules/land/plots/plot-editor-screen.tsx')).PlotEditorScreen,
  },
  {
    screen: 'block-list',
    path: '/business_manage/block-list/import',
    layout: 'map',
    title: 'terms:plots',
    texts: ['geometry-imports'],
    load: async () =>
      (await import('../modules/land/geometry-imports/import-screen.tsx')).PlotImportScreen,
  },
  {
    screen: 'block-list',
    path: '/business_manage/block-list/import/:importId',
    layout: 'map',
    title: 'terms:plots',
    texts: ['geometry-imports'],
    load: async () =>
      (await import('../modules/land/geometry-imports/import-screen.tsx')).PlotImportScreen,
  },
  {
    screen: 'block-list',
    path: '/business_manage/block-list/:blockId/report',
    layout: 'page',
    title: 'app:workReport',
    texts: ['work-reports', 'flights'],
    load: async () =>
      (await import('../modules/flights/work-reports/plot-work-report-screen.tsx'))
        .PlotWorkReportScreen,
  },
  {
    screen: 'block-list',
    path: '/business_manage/block-list/crops',
    layout: 'page',
    title: 'terms:crops',
    texts: ['crops'],
    load: async () => (await import('../modules/land/crops/crop-list-screen.tsx')).CropListScreen,
  },
  {
    screen: 'block-list',
    path: '/business_manage/block-list/chemicals',
    layout: 'page',
    title: 'terms:chemicals',
    texts: ['chemicals'],
    load: async () =>
      (await import('../modules/land/chemicals/chemical-list-screen.tsx')).ChemicalListScreen,
  },
  {
    screen: 'block-list',
    path: '/business_manage/block-list/work-types',
    layout: 'page',
    title: 'terms:workTypes',
    texts: ['work-types'],
    load: async () =>
      (await import('../modules/land/work-types/work-type-list-screen.tsx')).WorkTypeListScreen,
  },
  {
    screen: 'no-fly-zone-list',
    path: '/business_manage/no-fly-zone-list',
    layout: 'page',
    drawsOnMap: true,
    title: 'terms:noFlyZones',
    texts: ['no-fly-zones'],
    load: async () =>
      (await import('../modules/land/no-fly-zones/zone-list-screen.tsx')).ZoneListScreen,
  },
  {
    screen: 'no-fly-zone-list',
    path: '/business_manage/no-fly-zone-list/import',
    layout: 'map',
    title: 'terms:noFlyZones',
    texts: ['geometry-imports'],
    load: async () =>
      (await import('../modules/land/geometry-imports/import-screen.tsx')).ZoneImportScreen,
  },
  {
    screen: 'no-fly-zone-list',
    path: '/business_manage/no-fly-zone-list/import/:importId',
    layout: 'map',
    title: 'terms:noFlyZones',
    texts: ['geometry-imports'],
    load: async () =>
      (await import('../modules/land/geometry-imports/import-screen.tsx')).ZoneImportScreen,
  },
  {
    screen: 'no-fly-zone-list',
    path: '/business_manage/no-fly-zone-list/new',
    layout: 'map',
    title: 'terms:noFlyZones',
    texts: ['no-fly-zones'],
    load: async () =>
      (await import('../modules/land/no-fly-zones/zone-editor-screen.tsx')).ZoneEditorScreen,
  },
  {
    screen: 'no-fly-zone-list',
    path: '/business_manage/no-fly-zone-list/:noflyId/edit',
    layout: 'map',
    title: 'terms:noFlyZones',
    texts: ['no-fly-zones'],
    load: async () =>
      (await import('../modules/land/no-fly-zones/zone-editor-screen.tsx')).ZoneEditorScreen,
  },
]
