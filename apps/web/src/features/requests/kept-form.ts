/** What was typed into a new request survives a reload of its tab. */
import type { RequestForm } from './form.ts'

const key = 'sampan:newRequest'

export function keptForm(): Partial<RequestForm> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}

/** A password is kept nowhere. */
export function keepForm(form: RequestForm | null): void {
  try {
    if (form) sessionStorage.setItem(key, JSON.stringify({ ...form, password: '' }))
    else sessionStorage.removeItem(key)
  } catch {}
}
