/** What another page gives the send card to begin with: files that were dropped there, people, or the wish for a link. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { PickedFile } from '../../product/files/picked-file.ts'

export type HandOver = { files?: PickedFile[]; unreadable?: string[]; sendAs?: 'email' | 'link'; to?: string[] }

/** Of the page and in no provider: who hands over, such as a drop on the dashboard, is gone by the time the card is there. */
let waiting: HandOver | null = null
const listeners = new Set<() => void>()

function become(next: HandOver | null): void {
  waiting = next
  for (const listener of listeners) listener()
}

let taker: ((handed: HandOver) => void) | null = null

/** To the card that is there and can take it, or to the next one: a card that is sending takes nothing before the next draft. */
export function handOver(handed: HandOver): void {
  if (taker) taker(handed)
  else become({ ...waiting, ...handed, ...(handed.files && { files: [...(waiting?.files ?? []), ...handed.files] }) })
}

export function useHandOver(isReady: boolean, take: (handed: HandOver) => void): void {
  const takeIt = useEffectEvent(take)
  useEffect(() => {
    if (!isReady) return
    taker = (handed) => takeIt(handed)
    const handed = waiting
    become(null)
    if (handed) takeIt(handed)
    return () => {
      taker = null
    }
  }, [isReady])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** How many files wait for the next draft. */
export const useWaitingFiles = (): number =>
  useSyncExternalStore(
    subscribe,
    () => waiting?.files?.length ?? 0,
    () => 0,
  )
