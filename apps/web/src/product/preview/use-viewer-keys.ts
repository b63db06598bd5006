/** The keys of the viewer; they are its own, whatever lies beneath it. */
import { type RefObject, useEffect, useRef } from 'react'

type Acts = { close: () => void; step: (by: 1 | -1) => void; zoom: (by: 1 | -1 | 0) => void }

/** The arrows of what plays, and of a picture that is larger than the screen, are theirs. */
const hasArrows = (target: EventTarget | null): boolean => target instanceof HTMLMediaElement

const actOf = (key: string): ((acts: Acts) => void) | null => {
  switch (key) {
    case 'Escape':
      return ({ close }) => close()
    case 'ArrowLeft':
      return ({ step }) => step(-1)
    case 'ArrowRight':
      return ({ step }) => step(1)
    case '+':
    case '=':
      return ({ zoom }) => zoom(1)
    case '-':
      return ({ zoom }) => zoom(-1)
    case '0':
      return ({ zoom }) => zoom(0)
    default:
      return null
  }
}

/** Returns what a key does that was pressed in the frame. */
export function useViewerKeys(dialog: RefObject<HTMLElement | null>, acts: Acts): (key: string) => void {
  const now = useRef(acts)
  now.current = acts
  useEffect(() => {
    const element = dialog.current
    const onKeyDown = (event: KeyboardEvent) => {
      // Letters of the page beneath, such as that of a new transfer, mean nothing here.
      event.stopPropagation()
      const { key, altKey, ctrlKey, metaKey, target } = event
      const act = altKey || ctrlKey || metaKey ? null : actOf(key)
      if (!act || (key.startsWith('Arrow') && hasArrows(target))) return
      // Escape is the browser's too, which would close the dialog alone.
      if (!key.startsWith('Arrow')) event.preventDefault()
      act(now.current)
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [dialog])
  return (key) => actOf(key)?.(now.current)
}
