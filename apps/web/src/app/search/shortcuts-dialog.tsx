import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { HelpButton } from '../../ui/help/help-button.tsx'
import style from './shortcuts-dialog.module.css'

/** Keys by place; each key is what is printed on it. */
const places = {
  everywhere: { search: ['Ctrl', 'K'], help: ['?'], close: ['Esc'] },
  lists: { listSearch: ['/'], open: ['Enter'] },
  monitor: { nextTrouble: ['J'], previousTrouble: ['K'] },
  playback: { play: ['Space'], step: ['←', '→'], jump: ['[', ']'] },
  drawing: { finish: ['Enter'], undoCorner: ['Backspace'] },
} as const satisfies Record<string, Record<string, readonly string[]>>

/** All keyboard shortcuts of the console; opened with `?`. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('search')
  return (
    <Modal
      open
      onCancel={onClose}
      footer={<HelpButton named type="link" />}
      width={560}
      title={t('shortcuts.title')}
    >
      <div className={style.places}>
        {Object.entries(places).map(([place, keys]) => (
          <section key={place}>
            <h3 className="muted text-12 medium">{t(`shortcuts.${place}`)}</h3>
            <dl className={style.keys}>
              {Object.entries(keys).map(([name, pressed]: [string, readonly string[]]) => (
                <div key={name} className="flex gap-8 items-center">
                  <dt className="min-w-0">{t(`shortcuts.${name}`)}</dt>
                  <dd className="flex flex-none gap-4 ml-auto">
                    {pressed.map((key) => (
                      <kbd key={key} className={style.key}>
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
