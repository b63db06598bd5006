import { graceSeconds } from '@sampan/contract/limits'

/** How long the bytes of an expired transfer stay on this installation, if its operator has changed it (X1). */
export function graceHere(): number {
  const content = document.querySelector<HTMLMetaElement>('meta[name="sampan-grace-seconds"]')?.content
  return content ? Number(content) : graceSeconds
}
