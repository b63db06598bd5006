/** The microphone from the question for it until the memo is a file. */
import { useEffect, useRef, useState } from 'react'
import { type PickedFile, picked } from '../files/picked-file.ts'
import { beep } from './beep.ts'
import { letGo, type Recording, record } from './record.ts'
import { endingOf, type Fault, faultOf } from './recording-kinds.ts'
import { withLength } from './with-length.ts'

/** A press by accident is no memo. */
const shortestSeconds = 0.5

type Running = { stream: MediaStream; recording: Recording }
type NameOf = (ending: string) => string
type Step = 'resting' | 'asking' | 'recording' | 'finishing'

async function memoOf({ stream, recording }: Running, nameOf: NameOf): Promise<PickedFile & { seconds: number }> {
  const recorded = await recording.end()
  letGo(stream)
  await beep(660)
  const blob = await withLength(recorded)
  const name = nameOf(endingOf('voice', blob.type))
  return { ...picked(name, new File([blob], name, { type: blob.type })), media: 'voice', seconds: recording.lengthMs() / 1000 }
}

/** `first`: `asking` where it is begun as soon as it is there; drawn as resting first, it would lose the focus to something else. */
export function useVoice(onRecorded: (file: PickedFile) => void, nameOf: NameOf, first: 'resting' | 'asking') {
  const [step, setStep] = useState<Step>(first)
  const [running, setRunning] = useState<Running | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const latest = useRef<Running | null>(null)
  const isGone = useRef(false)
  /** Which question is open: one that was given up is answered late, or never. */
  const asked = useRef(0)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      letGo(latest.current?.stream ?? null)
    }
  }, [])
  function become(next: Running | null) {
    latest.current = next
    setRunning(next)
  }

  async function begin() {
    setFault(null)
    setStep('asking')
    const question = ++asked.current
    const isOver = () => isGone.current || asked.current !== question
    let stream: MediaStream | null = null
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      if (!isOver()) await beep(880)
      // The page may be another one by now: nobody would end it.
      if (isOver()) return letGo(stream)
      become({ stream, recording: record(stream, 'voice') })
      setStep('recording')
    } catch (error) {
      letGo(stream)
      if (isOver()) return
      setFault(faultOf(error))
      setStep('resting')
    }
  }

  function giveUp() {
    asked.current += 1
    setStep('resting')
  }
  async function end() {
    const ended = latest.current
    if (!ended) return
    become(null)
    setStep('finishing')
    const memo = await memoOf(ended, nameOf)
    if (memo.size > 0 && memo.seconds >= shortestSeconds) onRecorded(memo)
    else setFault('empty')
    setStep('resting')
  }
  return { step, running, fault, begin, giveUp, end }
}
