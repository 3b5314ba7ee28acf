import { Pagination } from 'antd'
import { cloneElement, isValidElement, type AriaAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../lib/format.ts'
import type { ListAddress } from './list-address.ts'
import { useNarrow } from './use-width.ts'
import style from './list-screen.module.css'

type Props = { address: ListAddress; total: number; onTurn: () => void }

/** So few rows have no other pages: neither page nor size can be chosen. */
const onePageAtMost = 20

export const ListPaging = ({ address, total, onTurn }: Props) => {
  const { t } = useTranslation('ui')
  const narrow = useNarrow()
  const describe = (count: number): string => t('total', { count, shown: formatCount(count) })
  if (total <= Math.min(address.pageSize, onePageAtMost) && address.page === 1)
    return <div className={`flex ${style.pages}`}>{describe(total)}</div>
  return (
    <Pagination
      className={style.pages}
      current={address.page}
      pageSize={address.pageSize}
      total={total}
      size={narrow ? 'small' : 'medium'}
      simple={narrow}
      responsive
      itemRender={(_page, type, element) =>
        isValidElement<AriaAttributes>(element) && (type === 'prev' || type === 'next')
          ? cloneElement(element, {
              'aria-label': type === 'prev' ? t('pageBefore') : t('pageAfter'),
            })
          : element
      }
      showSizeChanger={!narrow}
      pageSizeOptions={[10, 20, 50, 100]}
      showTotal={describe}
      onChange={(page, size) => {
        onTurn()
        address.setPage(size === address.pageSize ? page : 1, size)
      }}
    />
  )
}
