import { CopyOutlined, StopOutlined } from '@ant-design/icons'
import type { SharedListView } from '@swath/contract/people/list-views'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { call } from '../lib/api.ts'
import { showSuccess } from '../lib/errors.ts'
import { useUser } from '../lib/session.ts'
import { buildChange, useChange, type Body } from '../lib/use-change.ts'
import { useDeletion } from './deletion.tsx'
import style from './list-views.module.css'

export const useShareView = () => {
  const { t } = useTranslation('ui')
  const { accountName: account } = useUser()
  return useChange({
    run: (body: Body<'shareListView'>) => call('shareListView', { body }),
    outdated: ['listSharedViews'],
    done: ({ name }) => showSuccess(t('viewShared', { name, account })),
  })
}

const useUnshare = buildChange('unshareListView', ['listSharedViews'], { refused: 'shownByCaller' })

type Props = {
  views: readonly SharedListView[]
  present: string
  onTake: (view: SharedListView) => void
  /** Null if the person has no room for more of their own. */
  onCopy: ((view: SharedListView) => void) | null
}

/** Views of the list that people of the account share. */
export const SharedViews = ({ views, present, onTake, onCopy }: Props) => {
  const { t } = useTranslation('ui')
  const { accountName: account } = useUser()
  const ask = useDeletion()
  const { mutateAsync: unshare } = useUnshare()
  const askUnshare = ({ viewId, name }: SharedListView): void =>
    ask({
      title: t('viewUnshareAsk', { name }),
      text: t('viewUnshareEffect'),
      verb: t('viewUnshareVerb'),
      run: () => unshare({ viewId }),
      done: t('viewUnshared', { name }),
    })
  return (
    <section>
      <h3 className={style.heading}>{t('viewsShared', { account })}</h3>
      <ul className={`list-plain grid ${style.list}`}>
        {views.map((view) => (
          <li key={view.viewId}>
            <Button
              type="text"
              size="small"
              className={`${style.view} ${style.shared}`}
              aria-current={view.query === present}
              onClick={() => onTake(view)}
            >
              <span className={style.name}>{view.name}</span>
              <small className={`muted ${style.name}`}>
                {view.own ? t('viewSharedByYou') : t('viewSharedBy', { name: view.sharedByName })}
              </small>
            </Button>
            {!view.own && (
              <Button
                type="text"
                size="small"
                icon={<CopyOutlined />}
                title={t('viewCopy', { name: view.name })}
                aria-label={t('viewCopy', { name: view.name })}
                disabled={onCopy === null}
                onClick={() => onCopy?.(view)}
              />
            )}
            {view.can.unshare && (
              <Button
                type="text"
                size="small"
                icon={<StopOutlined />}
                title={t('viewUnshare', { name: view.name })}
                aria-label={t('viewUnshare', { name: view.name })}
                onClick={() => askUnshare(view)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
