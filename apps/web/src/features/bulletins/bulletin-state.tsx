import type { Bulletin } from '@swath/contract/bulletin-rows'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { stateLabels } from './bulletin.labels.ts'
import style from './bulletins.module.css'

const looks = {
  draft: undefined,
  scheduled: style.waiting,
  published: style.good,
  recalled: style.bad,
} as const satisfies Record<Bulletin['state'], string | undefined>

export const BulletinStateTag = ({ state }: Pick<Bulletin, 'state'>) => {
  const { t } = useTranslation('bulletins')
  return <Tag className={looks[state] ?? ''}>{t(stateLabels[state])}</Tag>
}
