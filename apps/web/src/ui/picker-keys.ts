import type { KeyboardEvent } from 'react'

/**
 * For forms with dates: Enter in a calendar chooses the day, and the browser would also submit the
 * form.
 */
export const keepPickerKeys = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && (event.target as Element).closest('.ant-picker'))
    event.preventDefault()
}
