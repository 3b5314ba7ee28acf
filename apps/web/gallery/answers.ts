import { theme } from '../src/testing-person.ts'
import { drones, hourMs, timeAgo } from './data.ts'
import type { Answers } from './stand-in.ts'

const mayChange = { own: true, version: 1, can: { update: true, delete: true } }
const mayRead = { own: false, version: 1, can: { update: false, delete: false } }
const onePage = { currentPage: 1, pageSize: 20 }

const area = (areaId: number, regionCode: string, areaName: string) => ({
  areaId,
  regionCode,
  areaName,
  children: [],
})

/** Replies to the calls of all examples. */
export const answers: Answers = {
  getTheme: { ...theme, languages: ['en', 'zh-CN', 'zh-TW', 'th', 'ko'] },
  listDrones: {
    ...onePage,
    items: [...drones],
    total: 64,
    stats: {
      total: 64,
      workArea: 48_120,
      zzNum: 2,
      sortieCount: 3_120,
      modelNum: 3,
      states: { spraying: 9, flying: 4, ground: 11, offline: 40 },
    },
  },
  getOwnListViews: {
    items: [
      { name: 'Offline for two days', query: 'flight=offline' },
      { name: 'Heron 40', query: 'modelName=Heron+40' },
    ],
  },
  listSharedViews: {
    items: [
      {
        viewId: '0190a000-0000-7000-8000-0000000000e1',
        name: 'Due for service this month',
        query: 'flight=ground',
        sharedByName: 'Somchai',
        own: false,
        sharedAt: '2026-06-14T04:30:00Z',
        can: { unshare: true },
      },
    ],
  },
  listShareLinks: {
    items: [
      {
        linkId: '0190a000-0000-7000-8000-0000000000d1',
        createdBy: 'Somchai',
        createdAt: timeAgo(50 * hourMs),
        expiresAt: timeAgo(-670 * hourMs),
        revokedAt: null,
        openings: 2,
        lastOpenedAt: timeAgo(hourMs),
        lastOpenings: [
          { at: timeAgo(hourMs), device: 'LINE · Android', language: 'th' },
          { at: timeAgo(30 * hourMs), device: 'Safari · iOS', language: 'en' },
        ],
      },
      {
        linkId: '0190a000-0000-7000-8000-0000000000d2',
        createdBy: 'Somchai',
        createdAt: timeAgo(400 * hourMs),
        expiresAt: timeAgo(-320 * hourMs),
        revokedAt: timeAgo(350 * hourMs),
        openings: 0,
        lastOpenedAt: null,
        lastOpenings: [],
      },
    ],
  },
  listCrops: {
    pageIndex: 1,
    size: 20,
    total: 3,
    items: [
      { cropId: 'rice', cropName: 'Rice', scientificName: 'Oryza sativa', ...mayRead },
      { cropId: 'wheat', cropName: 'Wheat', scientificName: 'Triticum aestivum', ...mayRead },
      { cropId: 'tea', cropName: 'Spring tea', scientificName: '', ...mayChange },
    ],
  },
  listWorkTypes: {
    pageIndex: 1,
    size: 20,
    total: 2,
    items: [
      { workTypeId: 'spraying', workTypeName: 'Spraying', ...mayRead },
      { workTypeId: 'spreading', workTypeName: 'Spreading', ...mayRead },
    ],
  },
  listTaskSupervisorChoices: {
    items: [{ accountId: '0190a000-0000-7000-8000-0000000000c1', accountName: 'Plant Protection' }],
  },
  loadRegions: {
    items: [
      {
        ...area(156, '156000000', 'China'),
        children: [
          {
            ...area(430_000, '156430000', 'Hunan'),
            children: [area(430_100, '156430100', 'Changsha')],
          },
          area(450_000, '156450000', 'Guangxi'),
        ],
      },
      area(764, '764000000', 'Thailand'),
    ],
  },
  loadRegionNames: { items: { '156430100': ['changsha'] } },
}
