import { SafetyCertificateOutlined, WarningOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { TimeAgo } from '../../../ui/time.tsx'
import style from './system-logs.module.css'

/**
 * Whether the account's audit log is intact; an empty line while unknown. The list may also contain
 * entries of other accounts, so the line says which ones were checked.
 */
export const LogCheck = () => {
  const { t } = useTranslation('system-logs')
  const { data } = useQuery({
    ...buildQuery('checkSystemLog'),
    refetchInterval: 120_000,
    meta: { quiet: true },
  })
  if (!data) return <p className={`m-0 text-13 ${style.check}`} />
  const { whole, number: count, checkedAt, othersListed } = data
  const shown = formatCount(count)
  return (
    <p className={`m-0 text-13 ${style.check}`}>
      <Tooltip title={whole ? t('wholeHint') : t('brokenHint')}>
        <span tabIndex={0} className={whole ? style.whole : style.broken}>
          {whole ? <SafetyCertificateOutlined aria-hidden /> : <WarningOutlined aria-hidden />}{' '}
          {whole ? t('whole', { count, shown }) : t('broken', { shown })}
        </span>
      </Tooltip>{' '}
      <span className="muted">
        {t('checked')} <TimeAgo time={checkedAt} />
        {othersListed && <> · {t('othersListed')}</>}
      </span>
    </p>
  )
}
