/** Copies a link: by itself where the browser lets a page do so, else at a press, else by the reader's own hand. */
import { type RefObject, useCallback, useState } from 'react'
import { copyText } from './copy-text.ts'

export function useCopy(text: string, field: RefObject<HTMLTextAreaElement | null>) {
  const [state, setState] = useState<'waiting' | 'copied' | 'refused'>('waiting')
  const copyUnasked = useCallback(async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // Refused, or plain http: the button is there for that.
    }
  }, [text])
  const copy = useCallback(async () => {
    const isCopied = await copyText(text)
    setState(isCopied ? 'copied' : 'refused')
    if (isCopied) return
    field.current?.focus()
    field.current?.select()
  }, [text, field])
  return { state, copy, copyUnasked }
}
