import { Pagination, type PaginationProps } from 'antd'
import { cloneElement, isValidElement, type AriaAttributes } from 'react'
import { useTranslation } from 'react-i18next'

/** The component library's pager, whose arrows it leaves without a name. */
export const Pages = (props: PaginationProps) => {
  const { t } = useTranslation('ui')
  return (
    <Pagination
      {...props}
      itemRender={(_page, type, element) =>
        isValidElement<AriaAttributes>(element) && (type === 'prev' || type === 'next')
          ? cloneElement(element, {
              'aria-label': type === 'prev' ? t('pageBefore') : t('pageAfter'),
            })
          : element
      }
    />
  )
}
