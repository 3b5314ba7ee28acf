import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Modal, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { formatCount } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useChange } from '../../../lib/use-change.ts'

type Moves = Answer<Api['previewManufacturerMerge']>

/** The two selected makers, a preview of what would be moved, and the merge. */
const useMerge = (onMerged: () => void) => {
  const { t } = useTranslation('drones')
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const makers = useQuery(
    buildQuery('listAccounts', { query: { accountType: '3', pageSize: '500' } }),
  )
  const chosen = from !== null && to !== null && from !== to
  const preview = useQuery({
    ...buildQuery('previewManufacturerMerge', {
      query: { fromZzAccountId: from ?? '', zzAccountId: to ?? '' },
    }),
    enabled: chosen,
    staleTime: 0,
  })
  const merge = useChange({
    run: ({ droneNum, modelNum }: Moves) =>
      call('mergeManufacturer', {
        body: { fromZzAccountId: from!, zzAccountId: to!, droneNum, modelNum },
      }),
    done: ({ droneNum, modelNum }) => {
      showSuccess(t('mergedNote', { drones: formatCount(droneNum), models: formatCount(modelNum) }))
      onMerged()
    },
    // After a conflict the numbers have changed: they are requested again.
    outdated: [
      'listDrones',
      'listDroneModels',
      'listManufacturers',
      'previewManufacturerMerge',
      'getDrone',
    ],
  })
  return { makers, from, setFrom, to, setTo, moves: chosen ? preview.data : undefined, merge }
}

type MakerProps = {
  label: string
  makers: ReturnType<typeof useMerge>['makers']
  value: string | null
  /** The other account, which cannot be selected here. */
  without: string | null
  onChange: (accountId: string) => void
}
const MakerChoice = ({ label, makers, value, without, onChange }: MakerProps) => (
  <Form.Item label={label}>
    <Select
      showSearch
      optionFilterProp="label"
      aria-label={label}
      loading={makers.isPending}
      value={value}
      onChange={onChange}
      options={
        makers.data?.items
          .filter(({ accountId }) => accountId !== without)
          .map(({ accountId, accountName, droneNum }) => ({
            value: accountId,
            label: `${accountName} (${formatCount(droneNum)})`,
          })) ?? []
      }
    />
  </Form.Item>
)

const isNothing = ({ droneNum, modelNum }: Moves): boolean => droneNum + modelNum === 0

const MovesNote = ({ moves, from, to }: { moves: Moves; from: string; to: string }) => {
  const { t } = useTranslation('drones')
  const nothing = isNothing(moves)
  return (
    <Alert
      type={nothing ? 'info' : 'warning'}
      showIcon
      title={
        nothing
          ? t('mergeNothing', { from: from })
          : t('mergeMoves', {
              drones: formatCount(moves.droneNum),
              models: formatCount(moves.modelNum),
              from: from,
              to: to,
            })
      }
      description={
        moves.sameModels.length > 0
          ? t('mergeSame', { names: moves.sameModels.slice(0, 6).join(', ') })
          : undefined
      }
    />
  )
}

/**
 * Merges two accounts of one maker: moves drones and models to the other account, after showing how
 * many.
 */
export const MergeManufacturer = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('drones')
  const { makers, from, setFrom, to, setTo, moves, merge } = useMerge(onClose)
  const findName = (id: string | null): string =>
    makers.data?.items.find(({ accountId }) => accountId === id)?.accountName ?? ''
  return (
    <Modal
      open
      centered
      title={t('mergeTitle')}
      onCancel={onClose}
      width={520}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button
            danger
            type="primary"
            disabled={!moves || isNothing(moves)}
            loading={merge.isPending}
            onClick={() => {
              if (moves) merge.mutate(moves)
            }}
          >
            {t('merge')}
          </Button>
        </>
      }
    >
      <p>{t('mergeText')}</p>
      <Form layout="vertical">
        <MakerChoice
          label={t('mergeFrom')}
          makers={makers}
          value={from}
          without={to}
          onChange={setFrom}
        />
        <MakerChoice
          label={t('mergeTo')}
          makers={makers}
          value={to}
          without={from}
          onChange={setTo}
        />
      </Form>
      {moves && <MovesNote moves={moves} from={findName(from)} to={findName(to)} />}
    </Modal>
  )
}
