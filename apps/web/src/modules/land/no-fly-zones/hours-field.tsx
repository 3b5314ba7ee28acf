import { PlusOutlined } from '@ant-design/icons'
import type { NoFlyZone } from '@swath/contract/land/no-fly-zones'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { WindowFields } from '../../../ui/fields/window-fields.tsx'

type Window = NoFlyZone['windows'][number]

const workdayHours: Window = { days: [1, 2, 3, 4, 5], from: '08:00', until: '18:00' }
const windowsAtMost = 20

type Props = { id?: string; value?: Window[]; onChange?: (windows: Window[]) => void }

/** Form control for the hours in which a zone applies; empty: at all times. */
export const HoursField = ({ id, value = [], onChange }: Props) => {
  const { t } = useTranslation('no-fly-zones')
  return (
    <div id={id} className="grid gap-8 justify-items-start">
      {value.length === 0 && <p className="m-0 muted">{t('allHours')}</p>}
      {value.map((window, i) => (
        // Rows have no other key than their index.
        <WindowFields
          key={i}
          value={window}
          labels={{
            window: t('windowNumber', { number: i + 1 }),
            from: `${t('windowFrom')} ${i + 1}`,
            until: `${t('windowUntil')} ${i + 1}`,
            remove: t('windowRemove', { number: i + 1 }),
          }}
          onChange={(changed) => onChange?.(value.with(i, changed))}
          onRemove={() => onChange?.(value.toSpliced(i, 1))}
        />
      ))}
      <Button
        icon={<PlusOutlined aria-hidden />}
        disabled={value.length >= windowsAtMost}
        onClick={() => onChange?.([...value, workdayHours])}
      >
        {t('windowAdd')}
      </Button>
    </div>
  )
}
