import {
  CaretRightOutlined,
  FastForwardOutlined,
  PauseOutlined,
  StepBackwardOutlined,
  StepForwardOutlined,
} from '@ant-design/icons'
import { Button, Select, Tooltip } from 'antd'
import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { playbackSpeeds } from '../track/playback-clock.ts'
import style from './playback.module.css'
import { formatTimeZone } from '../../../../lib/format.ts'

type ToolProps = { title: string; icon: ReactNode; onClick: () => void; disabled?: boolean }
const Tool = ({ title, icon, onClick, disabled = false }: ToolProps) => (
  <Tooltip title={title}>
    <Button type="text" icon={icon} aria-label={title} disabled={disabled} onClick={onClick} />
  </Tooltip>
)

type Props = {
  isPlaying: boolean
  speed: number
  hasMarks: boolean
  onToggle: () => void
  onSpeed: (speed: number) => void
  onMark: (direction: -1 | 1) => void
  onNextTakeOff: () => void
  /** The displayed time, updated on each frame. */
  clock: Ref<HTMLElement>
  day: Ref<HTMLElement>
  children?: ReactNode
}

export const PlaybackControls = ({
  isPlaying,
  speed,
  hasMarks,
  onToggle,
  onSpeed,
  onMark,
  onNextTakeOff,
  clock,
  day,
  children,
}: Props) => {
  const { t } = useTranslation('flights')
  const word = isPlaying ? t('pause') : t('play')
  return (
    <div className="flex gap-6 items-center min-w-0">
      <Tool
        title={`${t('markBefore')} ([)`}
        icon={<StepBackwardOutlined />}
        disabled={!hasMarks}
        onClick={() => onMark(-1)}
      />
      <Tooltip title={`${word} (${t('spaceKey')})`}>
        <Button
          type="primary"
          shape="circle"
          icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
          aria-label={word}
          onClick={onToggle}
        />
      </Tooltip>
      <Tool
        title={`${t('markAfter')} (])`}
        icon={<StepForwardOutlined />}
        disabled={!hasMarks}
        onClick={() => onMark(1)}
      />
      <Tool title={t('nextTakeOff')} icon={<FastForwardOutlined />} onClick={onNextTakeOff} />
      <Select
        size="small"
        className={style.speed}
        value={speed}
        aria-label={t('speedChoice')}
        onChange={onSpeed}
        popupMatchSelectWidth={false}
        options={playbackSpeeds.map((value) => ({ value, label: `${value}×` }))}
      />
      <span className="grid leading-18 tabular">
        <b className="text-16 semibold" ref={clock} title={formatTimeZone()} />
        <small className="muted text-12 nowrap" ref={day} />
      </span>
      <span className="ml-auto">{children}</span>
    </div>
  )
}
