import { Alert, Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Merged } from './merge-changes.ts'

/** Changes that someone else saved while the form was open. */
export type Meanwhile = Pick<Merged, 'theirs' | 'both'> & {
  /** Who made the changes; null if the person belongs to another account. */
  readonly by: string | null
  readonly given: Readonly<Record<string, unknown>>
}

type Props = { meanwhile: Meanwhile; onTakeTheirs: () => void }

/** Shown above the fields of a form that somebody else saved first. */
export const ChangedMeanwhile = ({ meanwhile, onTakeTheirs }: Props) => {
  const { t } = useTranslation('ui')
  const place = useRef<HTMLDivElement>(null)
  // With braces, because newer browsers return a promise here, which React would call as a clean-up
  // function.
  useEffect(() => {
    place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [meanwhile])
  return (
    <div ref={place} className="mb-16">
      <Alert
        type="warning"
        showIcon
        title={t('meanwhileTitle')}
        description={
          <>
            {meanwhile.by && <p>{meanwhile.by}</p>}
            <p>{t('meanwhileText')}</p>
            <Button onClick={onTakeTheirs}>{t('meanwhileTakeTheirs')}</Button>
          </>
        }
      />
    </div>
  )
}
