import type { DroneRow } from '@swath/contract/drones'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatCount, formatHours, formatNumber } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { Area, useAreaWord } from '../../ui/area.tsx'
import { FlightBadge } from '../../ui/flight-badge.tsx'
import type { Column } from '../../ui/list-columns.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { activationWords, deviceTypeWords, rentalModelWords, saleTypeWords } from './drone-words.ts'
import style from './drones.module.css'

/** Eight to begin with; an operator knows who it is and sees the maker, others see the operator. */
export const useDroneColumns = (): readonly Column<DroneRow>[] => {
  const { t } = useTranslation('drones')
  const areaWord = useAreaWord()
  const isOperator = useUser().accountType === 4
  return useMemo(
    () => [
      {
        key: 'droneName',
        title: t('droneName'),
        sort: 'droneName',
        width: 184,
        render: (row) => <span className={style.name}>{row.droneName}</span>,
      },
      { key: 'droneId', title: t('droneId'), sort: 'droneId', render: (row) => row.droneId },
      {
        key: 'flight',
        title: t('flight'),
        render: (row) => (
          <FlightBadge flight={row.flight} locked={row.locked} simulated={row.simulated} />
        ),
      },
      {
        key: 'modelName',
        title: t('modelName'),
        sort: 'modelName',
        render: (row) => row.modelName,
      },
      {
        key: 'zzAccountName',
        title: t('manufacturer'),
        hidden: !isOperator,
        render: (row) => row.zzAccountName,
      },
      {
        key: 'yyAccountName',
        title: t('operator'),
        hidden: isOperator,
        render: (row) => row.yyAccountName ?? dash,
      },
      {
        key: 'workArea',
        title: t('workArea'),
        unit: areaWord,
        number: true,
        sort: 'workArea',
        render: (row) => <Area mu={row.workArea} bare />,
      },
      {
        key: 'sortieCount',
        title: t('sorties'),
        number: true,
        sort: 'sortieCount',
        render: (row) => formatCount(row.sortieCount),
      },
      {
        key: 'lastMessageAt',
        title: t('lastMessage'),
        number: true,
        sort: 'lastMessageAt',
        render: (row) => <TimeAgo time={row.lastMessageAt} />,
      },
      {
        key: 'activation',
        title: t('activation'),
        hidden: true,
        render: (row) => t(activationWords[row.activation]),
      },
      {
        key: 'region',
        title: t('region'),
        hidden: true,
        render: (row) => row.region.join(' / ') || dash,
      },
      {
        key: 'flightTimeS',
        title: t('flightTime'),
        unit: 'h',
        number: true,
        hidden: true,
        render: (row) => formatHours(row.flightTimeS),
      },
      {
        key: 'sprayL',
        title: t('litres'),
        unit: 'L',
        number: true,
        hidden: true,
        render: (row) => formatNumber(row.sprayL, 1),
      },
      {
        key: 'lastSortieAt',
        title: t('lastSortie'),
        number: true,
        sort: 'lastSortieAt',
        hidden: true,
        render: (row) => <TimeAgo time={row.lastSortieAt} />,
      },
      {
        key: 'deviceType',
        title: t('deviceType'),
        hidden: true,
        render: (row) => t(deviceTypeWords[row.deviceType]),
      },
      {
        key: 'saleType',
        title: t('saleType'),
        hidden: true,
        render: (row) => t(saleTypeWords[row.saleType]),
      },
      {
        key: 'rentalModel',
        title: t('rentalModel'),
        hidden: true,
        render: (row) => (row.rentalModel === null ? dash : t(rentalModelWords[row.rentalModel])),
      },
      {
        key: 'tenantAccountName',
        title: t('tenant'),
        hidden: true,
        render: (row) => row.tenantAccountName ?? dash,
      },
      {
        key: 'sprayWidth',
        title: t('sprayWidth'),
        unit: 'm',
        number: true,
        hidden: true,
        render: (row) => formatNumber(row.sprayWidth, 1),
      },
      { key: 'regMark', title: t('regMark'), hidden: true, render: (row) => row.regMark ?? dash },
      { key: 'rackNo', title: t('rackNo'), hidden: true, render: (row) => row.rackNo ?? dash },
      {
        key: 'zzDroneNum',
        title: t('makerNumber'),
        hidden: true,
        render: (row) => row.zzDroneNum ?? dash,
      },
      { key: 'buyer', title: t('buyer'), hidden: true, render: (row) => row.buyer ?? dash },
    ],
    [t, areaWord, isOperator],
  )
}
