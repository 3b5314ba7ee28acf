import { VideoCameraOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { watchWhep, type Watching } from './whep.ts'
import style from './steering.module.css'

type Props = { url: string; droneName: string }

/** Delay before reconnecting, for example when a drone was behind a hill. */
const againMs = 3_000

const Picture = ({ url, droneName }: Props) => {
  const { t } = useTranslation('flight-control')
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'waiting' | 'shown' | 'lost'>('waiting')
  useEffect(() => {
    let watching: Watching
    let timer: number
    const show = (stream: MediaStream | null): void => {
      if (video.current) video.current.srcObject = stream
    }
    const begin = (): void => {
      watching = watchWhep(url, {
        onStream: show,
        onLost: () => {
          show(null) // a frozen last frame would look like live video
          setState('lost')
          timer = window.setTimeout(begin, againMs)
        },
      })
    }
    setState('waiting')
    begin()
    return () => {
      clearTimeout(timer)
      watching.stop()
    }
  }, [url])
  return (
    <>
      <video
        ref={video}
        className={style.picture}
        autoPlay
        muted
        playsInline
        aria-label={t('videoOf', { name: droneName })}
        onPlaying={() => setState('shown')}
      />
      {state !== 'shown' && (
        <p className="m-0 muted" role="status">
          {t(state === 'waiting' ? 'videoWaiting' : 'videoLost')}
        </p>
      )}
    </>
  )
}

/** The drone's camera, only on request because it uses the bandwidth of the drone's connection. */
export const DroneVideo = (props: Props) => {
  const { t } = useTranslation('flight-control')
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="grid gap-8 border-b p-12-16" aria-label={t('video')}>
      {isOpen && <Picture {...props} />}
      <Button icon={<VideoCameraOutlined aria-hidden />} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'videoStop' : 'videoShow')}
      </Button>
    </section>
  )
}
