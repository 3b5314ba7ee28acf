// The sound of a new level-1 alarm: three short tones made with Web Audio.
import { useEffect } from 'react'
import { onceInTabs } from '../../../lib/once-in-tabs.ts'
import { stored } from '../../../lib/stored.ts'

/** Whether this browser plays the sound. */
export const alarmSound = stored<boolean>('alarmSound', (kept) => kept !== false)

const tonesHz = [880, 660, 880]
const toneS = 0.18
/** Alarms of a burst share one sound. */
const pauseMs = 2000

let audio: AudioContext | undefined
let playedMs = -Infinity

/** Browsers play sounds only after a click or a key on the page. */
const allowSound = (): void => {
  if (!('AudioContext' in window)) return
  audio ??= new AudioContext()
  if (audio.state === 'suspended') audio.resume().catch(console.warn)
}

/** Keeps the sound allowed while the component is mounted. */
export const useSoundAllowed = (): void => {
  useEffect(() => {
    document.addEventListener('pointerdown', allowSound)
    document.addEventListener('keydown', allowSound)
    return () => {
      document.removeEventListener('pointerdown', allowSound)
      document.removeEventListener('keydown', allowSound)
    }
  }, [])
}

export const playSound = (): void => {
  if (!audio) return
  playedMs = performance.now()
  for (const [i, hz] of tonesHz.entries()) {
    const startS = audio.currentTime + i * toneS
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = hz
    // Fades in and out: a tone that starts at full volume clicks.
    volume.gain.setValueAtTime(0, startS)
    volume.gain.linearRampToValueAtTime(0.25, startS + 0.02)
    volume.gain.linearRampToValueAtTime(0, startS + toneS)
    tone.connect(volume).connect(audio.destination)
    tone.start(startS)
    tone.stop(startS + toneS)
  }
}

/** Once for each alarm, in one of the open tabs that may play sounds. */
export const soundAlarm = (alarmId: string): void => {
  if (!alarmSound.get() || audio?.state !== 'running') return
  onceInTabs(`sound ${alarmId}`, () => {
    if (performance.now() - playedMs > pauseMs) playSound()
  })
}
