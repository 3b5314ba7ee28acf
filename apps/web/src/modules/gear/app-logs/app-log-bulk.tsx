import type { AppLog } from '@swath/contract/gear/app-logs'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { BulkActions } from '../../../ui/bulk-actions.tsx'
import { afterLogChange } from './app-logs.mutations.ts'

type Props = { logs: readonly AppLog[]; clear: () => void }

export const AppLogBulk = ({ logs, clear }: Props) => {
  const { t } = useTranslation('app-logs')
  return (
    <BulkActions
      rows={logs}
      clear={clear}
      toKey={({ logId }) => logId}
      toName={({ fileName }) => fileName}
      after={afterLogChange}
      actions={[
        {
          verb: t('terms:delete'),
          danger: true,
          ask: (count) => t('askDeleteMany', { count }),
          effect: () => <p>{t('deleteOldEffect')}</p>,
          applies: (log) => log.can.delete,
          run: ({ logId }) => call('deleteAppLog', { params: { logId } }),
        },
      ]}
    />
  )
}
