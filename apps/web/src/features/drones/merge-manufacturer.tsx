import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Modal, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { showSuccess } from '../../lib/errors.ts'
import { formatCount } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { useChange } from '../../lib/use-change.ts'

/**
 * Two accounts that are one maker: drones and models of the one go to the other, after a look at
 * how many.
 */
export const MergeManufacturer = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('drones')
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const makers = useQuery(queryOf('listAccounts', { query: { accountType: '3', pageSize: '500' } }))
  const chosen = from !== null && to !== null && from !== to
  const preview = useQuery({
    ...queryOf('previewManufacturerMerge', {
      query: { fromZzAccountId: from ?? '', zzAccountId: to ?? '' },
    }),
    enabled: chosen,
    staleTime: 0,
  })
  const merge = useChange({
    run: (seen: { droneNum: number; modelNum: number }) =>
      call('mergeManufacturer', {
        body: {
          fromZzAccountId: from!,
          zzAccountId: to!,
          droneNum: seen.droneNum,
          modelNum: seen.modelNum,
        },
      }),
    done: ({ droneNum, modelNum }) => {
      showSuccess(t('mergedNote', { drones: formatCount(droneNum), models: formatCount(modelNum) }))
      onClose()
    },
    // In a conflict the numbers are others by now: they are looked at anew.
    outdated: [
      'listDrones',
      'listDroneModels',
      'listManufacturers',
      'previewManufacturerMerge',
      'getDrone',
    ],
  })
  const options = (without: string | null) =>
    makers.data?.items
      .filter(({ accountId }) => accountId !== without)
      .map(({ accountId, accountName, droneNum }) => ({
        value: accountId,
        label: `${accountName} (${formatCount(droneNum)})`,
      })) ?? []
  const seen = chosen ? preview.data : undefined
  const nothing = seen !== undefined && seen.droneNum + seen.modelNum === 0
  const nameOf = (id: string | null): string =>
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
            disabled={!seen || nothing}
            loading={merge.isPending}
            onClick={() => {
              if (seen) merge.mutate(seen)
            }}
          >
            {t('merge')}
          </Button>
        </>
      }
    >
      <p>{t('mergeText')}</p>
      <Form layout="vertical">
        <Form.Item label={t('mergeFrom')}>
          <Select
            showSearch
            optionFilterProp="label"
            aria-label={t('mergeFrom')}
            loading={makers.isPending}
            value={from}
            onChange={setFrom}
            options={options(to)}
          />
        </Form.Item>
        <Form.Item label={t('mergeTo')}>
          <Select
            showSearch
            optionFilterProp="label"
            aria-label={t('mergeTo')}
            loading={makers.isPending}
            value={to}
            onChange={setTo}
            options={options(from)}
          />
        </Form.Item>
      </Form>
      {seen && (
        <Alert
          type={nothing ? 'info' : 'warning'}
          showIcon
          title={
            nothing
              ? t('mergeNothing', { from: nameOf(from) })
              : t('mergeMoves', {
                  drones: formatCount(seen.droneNum),
                  models: formatCount(seen.modelNum),
                  from: nameOf(from),
                  to: nameOf(to),
                })
          }
          description={
            seen.sameModels.length > 0
              ? t('mergeSame', { names: seen.sameModels.slice(0, 6).join(', ') })
              : undefined
          }
        />
      )}
    </Modal>
  )
}
