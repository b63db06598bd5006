import { type RefObject, useEffect } from 'react'

/** After each refusal the first wrong field has the focus, with its text selected. */
export function useFocusWrong(form: RefObject<HTMLFormElement | null>, refusals: number): void {
  useEffect(() => {
    if (refusals === 0) return
    const field = form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')
    field?.focus()
    field?.select()
  }, [form, refusals])
}
