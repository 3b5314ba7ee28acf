import { Pagination, type PaginationProps } from 'antd'
import { cloneElement, isValidElement, type AriaAttributes } from 'react'
import { useTranslation } from 'react-i18next'

/** antd's pagination, with labels for its arrows. */
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
