import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useMap } from '../../../map/map-context.ts'
import type { Ground } from '../../../map/shapes.ts'
import { Empty, Failure } from '../../../ui/empty.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { fitGround } from './fit-ground.ts'

/** Moves the map to the edited shape, or to the place of a new one. */
export const useGoTo = (ground: Ground | null | undefined, maxZoom?: number): void => {
  const map = useMap()
  useEffect(() => {
    if (map && ground) return fitGround(map, ground, maxZoom)
  }, [map, ground, maxZoom])
}

type Props<Row> = {
  listPath: string
  /** The edited row; null for a new one. */
  known: UseQueryResult<Row> | null
  nameOf: (row: Row) => string
  labels: {
    create: string
    edit: (name: string) => string
    mayNotChange: string
    mayNotChangeReason: string
    backToList: string
  }
  children: (row: Row | null, title: string, leave: () => void) => ReactNode
}

/** Draws or edits the shape of a plot or zone: a form next to the full map. */
export const EditorScreen = <Row extends { can: { update: boolean } }>({
  listPath,
  known,
  nameOf,
  labels,
  children,
}: Props<Row>) => {
  const navigate = useNavigate()
  const cameFrom = (useLocation().state as { search?: string } | null)?.search ?? ''
  // Deferred until the form has cleared its unsaved state.
  const leave = (): void => void setTimeout(() => void navigate(listPath + cameFrom))
  const row = known?.data
  if (known && !row)
    return (
      <Panel side="right" isDocked title={labels.edit('')} onClose={leave}>
        {known.isError ? (
          <Failure error={known.error} onRetry={() => void known.refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </Panel>
    )
  if (row && !row.can.update)
    return (
      <Panel side="right" isDocked title={nameOf(row)} onClose={leave}>
        <Empty
          title={labels.mayNotChange}
          reason={labels.mayNotChangeReason}
          action={<Button onClick={leave}>{labels.backToList}</Button>}
        />
      </Panel>
    )
  const title = row ? labels.edit(nameOf(row)) : labels.create
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      {children(row ?? null, title, leave)}
    </>
  )
}
