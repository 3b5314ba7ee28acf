import { SafetyCertificateOutlined, WarningOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Tag, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { TimeAgo } from '../../../ui/time.tsx'
import style from './system-logs.module.css'

/** Whether the account's audit log is intact; empty while unknown. */
export const LogCheck = () => {
  const { t } = useTranslation('system-logs')
  const { data } = useQuery({
    ...buildQuery('checkSystemLog'),
    refetchInterval: 120_000,
    meta: { quiet: true },
  })
  if (!data) return null
  const shown = formatCount(data.number)
  return (
    <Tooltip title={data.whole ? t('wholeHint') : t('brokenHint')}>
      <Tag
        tabIndex={0}
        className={data.whole ? style.whole : style.broken}
        icon={
          data.whole ? <SafetyCertificateOutlined aria-hidden /> : <WarningOutlined aria-hidden />
        }
      >
        {data.whole ? t('whole', { shown }) : t('broken', { shown })} ·{' '}
        <TimeAgo time={data.checkedAt} />
      </Tag>
    </Tooltip>
  )
}
