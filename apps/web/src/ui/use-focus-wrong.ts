import { type RefObject, useEffect, useRef } from 'react'

/** After each refusal the first wrong field has the focus, with its text selected; 0 while the form cannot be seen. */
export function useFocusWrong(form: RefObject<HTMLFormElement | null>, refusals: number): void {
  const served = useRef(0)
  useEffect(() => {
    if (refusals === 0 || refusals === served.current) return
    served.current = refusals
    const field = form.current?.querySelector<HTMLInputElement | HTMLSelectElement>('[aria-invalid="true"]')
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
  }, [form, refusals])
}
