/** What another page gives the send card to begin with: files that were dropped there, people, or the wish for a link. */
import { useEffect, useEffectEvent } from 'react'
import type { PickedFile } from '../../product/files/picked-file.ts'

export type HandOver = { files?: PickedFile[]; unreadable?: string[]; sendAs?: 'email' | 'link'; to?: string[] }

/** Of the page and in no provider: who hands over, such as a drop on the dashboard, is gone by the time the card is there. */
let waiting: HandOver | null = null

let taker: ((handed: HandOver) => void) | null = null

/** To the card that is there and can take it, or to the next one. */
export function handOver(handed: HandOver): void {
  if (taker) taker(handed)
  else waiting = { ...waiting, ...handed, ...(handed.files && { files: [...(waiting?.files ?? []), ...handed.files] }) }
}

export function useHandOver(isReady: boolean, take: (handed: HandOver) => void): void {
  const takeIt = useEffectEvent(take)
  useEffect(() => {
    if (!isReady) return
    taker = (handed) => takeIt(handed)
    const handed = waiting
    waiting = null
    if (handed) takeIt(handed)
    return () => {
      taker = null
    }
  }, [isReady])
}
