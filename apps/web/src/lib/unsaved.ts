/** Forms in which something is typed that is not saved: who leaves such a page is asked first, who reloads it warned. */
import { useEffect, useId } from 'react'

/** Of the page, as the browser's question before it is left is: the router asks outside of every component. */
const forms = new Set<string>()
export const hasUnsaved = (): boolean => forms.size > 0

type Warning = (event: BeforeUnloadEvent) => void
const warnings = new Set<Warning>()
/** Something would be lost with the page: a form's words, a draft, an upload. */
export const hasWarnings = (): boolean => warnings.size > 0

/** Besides the forms, each of which warns too, only uploads do. */
export const hasUploads = (): boolean => warnings.size > forms.size

/** The browser's own question before the page is reloaded or closed, until `silence` is called with the same function. */
export function askBeforeLeaving(warn: Warning): void {
  warnings.add(warn)
  addEventListener('beforeunload', warn)
}
export function silence(warn: Warning): void {
  warnings.delete(warn)
  removeEventListener('beforeunload', warn)
}
/** Who has answered the product's question is not asked by the browser too. */
export const silenceWarnings = (): void => warnings.forEach(silence)

export function useLeaveWarning(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    const warn: Warning = (event) => event.preventDefault()
    askBeforeLeaving(warn)
    return () => silence(warn)
  }, [isWanted])
}

export function useUnsaved(isUnsaved: boolean): void {
  const id = useId()
  useLeaveWarning(isUnsaved)
  useEffect(() => {
    if (!isUnsaved) return
    forms.add(id)
    return () => void forms.delete(id)
  }, [id, isUnsaved])
}
